// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads and writes files that only their owner can read, such as keys, tokens and passwords.
public enum PrivateFile: Sendable {
    /// Reads a file.
    ///
    /// By default, a file that other users own or may access is refused.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The maximum size in bytes: 1 MiB by default, enough for thousands of credentials.
    ///   - isGuarded: True, the default, to refuse a file that other users own or may access.
    /// - Returns: The content of the file; `nil` if the file does not exist.
    /// - Throws: ``CredentialFileError`` if the file cannot be read, is too large or is refused.
    public static func read(
        _ path: String,
        limit: Int = 1 << 20,
        isGuarded: Bool = true
    ) throws(CredentialFileError) -> [UInt8]? {
        // With `O_NONBLOCK`, opening a pipe does not wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .system(operation: "open", number: errno) }
        defer { close(descriptor) }
        if isGuarded { try check(descriptor) }
        var content: [UInt8] = []
        while true {
            let piece = try attempt { () throws(FileError) in
                try Descriptor.read(descriptor, atMost: 1 << 16)
            }
            if piece.isEmpty { return content }
            content += piece
            guard content.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Writes a file that nobody else can read, completely or not at all.
    ///
    /// The content is written to disk under another name, and then renamed over the old file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The path of the file; its directory must exist.
    /// - Throws: ``CredentialFileError`` with the system's reason; the old file is then unchanged.
    public static func write(_ bytes: [UInt8], to path: String) throws(CredentialFileError) {
        let temporary = path + ".new-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(temporary, flags, mode_t(0o600))
        guard descriptor >= 0 else { throw .system(operation: "create", number: errno) }
        do throws(CredentialFileError) {
            var isOpen = true
            defer { if isOpen { close(descriptor) } }
            // The umask of the process may have removed permissions, even permissions of the owner.
            guard fchmod(descriptor, 0o600) == 0 else {
                throw .system(operation: "protect", number: errno)
            }
            try attempt { () throws(FileError) in try Descriptor.write(bytes, to: descriptor) }
            guard fsync(descriptor) == 0 else { throw .system(operation: "write", number: errno) }
            isOpen = false
            guard close(descriptor) == 0 else { throw .system(operation: "write", number: errno) }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        guard unsafe rename(temporary, path) == 0 else {
            let number = errno
            unsafe unlink(temporary)
            throw .system(operation: "replace", number: number)
        }
    }

    private static func check(_ descriptor: CInt) throws(CredentialFileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .system(operation: "examine", number: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_uid == geteuid() else { throw .ownedByOthers }
        let mode = UInt32(status.st_mode) & 0o777
        guard mode & 0o077 == 0 else { throw .readableByOthers(mode: mode) }
    }

    private static func attempt<Result>(
        _ operation: () throws(FileError) -> Result
    ) throws(CredentialFileError) -> Result {
        do {
            return try operation()
        } catch {
            throw .system(operation: error.operation.rawValue, number: error.number)
        }
    }
}
