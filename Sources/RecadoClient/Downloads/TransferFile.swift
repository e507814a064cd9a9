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

/// A file that only this process writes to; it is closed when the last reference is released.
///
/// Reads and writes block the thread until the disk has responded.
final class TransferFile: Sendable {
    /// The maximum number of bytes to read at once.
    static let pieceSize = 1 << 16

    let path: String
    private let descriptor: CInt

    private init(path: String, owning descriptor: CInt) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // Closing alone might not release the lock, because a child process that is being started
        // may have a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens or creates a file and locks it.
    ///
    /// The system releases the lock when the process ends, even after a crash.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isPrivate: True if only the owner may read the file; otherwise the umask decides.
    /// - Returns: The file, or `nil` if it is already locked.
    /// - Throws: ``DownloadError`` if the file cannot be opened or belongs to another user.
    static func lock(_ path: String, isPrivate: Bool) throws(DownloadError) -> TransferFile? {
        while true {
            // Without `O_NONBLOCK`, opening a named pipe would block until there is a reader.
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
            let descriptor = unsafe open(path, flags, mode_t(isPrivate ? 0o600 : 0o666))
            guard descriptor >= 0 else { throw DownloadError("open", errno, at: path) }
            let file = TransferFile(path: path, owning: descriptor)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                if errno == EWOULDBLOCK { return nil }
                throw DownloadError("lock", errno, at: path)
            }
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
                throw DownloadError(.notAFile, at: path)
            }
            // The previous holder of the lock may have renamed the file.
            guard try file.isStillThere(status) else { continue }
            // The previous holder may have crashed while it renamed the file: after it had added
            // the final name as a hard link, and before it removed this name.
            if status.st_nlink > 1 {
                unsafe unlink(path)
                continue
            }
            if isPrivate, fchmod(descriptor, 0o600) != 0 {
                throw DownloadError("protect", errno, at: path)
            }
            return file
        }
    }

    private func isStillThere(_ own: stat) throws(DownloadError) -> Bool {
        var other = stat()
        if unsafe lstat(path, &other) != 0 {
            guard errno == ENOENT else { throw DownloadError("examine", errno, at: path) }
            return false
        }
        return own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    private func status() throws(DownloadError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw DownloadError("examine", errno, at: path)
        }
        return status
    }

    /// The number of bytes in the file.
    func length() throws(DownloadError) -> Int { Int(try status().st_size) }

    /// Discards the bytes after an offset.
    func truncate(to length: Int) throws(DownloadError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw DownloadError("shorten", errno, at: path)
        }
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: [UInt8], at offset: Int) throws(DownloadError) {
        do throws(FileError) {
            try Descriptor.write(bytes, to: descriptor, at: offset)
        } catch {
            throw DownloadError("write", error.number, at: path)
        }
    }

    /// Reads at most a number of bytes at an offset; returns none at the end.
    func read(at offset: Int, atMost count: Int) throws(DownloadError) -> [UInt8] {
        do throws(FileError) {
            return try Descriptor.read(descriptor, at: offset, atMost: count)
        } catch {
            throw DownloadError("read", error.number, at: path)
        }
    }

    /// Waits until all written bytes are on disk.
    func synchronize() throws(DownloadError) {
        guard fsync(descriptor) == 0 else { throw DownloadError("write", errno, at: path) }
    }
}
