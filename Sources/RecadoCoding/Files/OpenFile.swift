// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file, closed when nobody refers to it any more.
///
/// Reads and writes block the thread for as long as the disk takes, which
/// pieces of 64 KiB keep short.
final class OpenFile: Sendable {
    /// The most that is read at once.
    static let pieceSize = 1 << 16

    private let descriptor: CInt

    private init(owning descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens a regular file to read it.
    convenience init(reading path: String) throws(FileError) {
        // Opening a pipe would wait for somebody to write.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(.open) }
        self.init(owning: descriptor)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw FileError(.open, EINVAL) }
    }

    /// Makes a file that nobody else can open: readable by its owner alone, and without a name.
    convenience init(temporaryIn directory: String) throws(FileError) {
        var template = Array("\(directory)/recado-XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { path in
            guard let base = path.baseAddress else { return CInt(-1) }
            let descriptor = unsafe mkstemp(base)
            guard descriptor >= 0 else { return descriptor }
            // It goes away with the last descriptor, even if the program ends suddenly.
            unsafe unlink(base)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
        guard descriptor >= 0 else { throw FileError(.create) }
        self.init(owning: descriptor)
    }

    /// The number of bytes in the file.
    func length() throws(FileError) -> Int {
        Int(try status().st_size)
    }

    private func status() throws(FileError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(.read) }
        return status
    }

    /// Makes a file where there was none, and removes it when it cannot be written whole.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - piece: The bytes from an offset on, as many as are at hand; none at the end.
    /// - Throws: The reason that the system gave, and the errors of the pieces.
    static func create(
        at path: String,
        of piece: (Int) throws(FileError) -> [UInt8]
    ) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o644)
        guard descriptor >= 0 else { throw FileError(.create) }
        let file = OpenFile(owning: descriptor)
        do throws(FileError) {
            var offset = 0
            while true {
                let bytes = try piece(offset)
                if bytes.isEmpty { return }
                try file.write(bytes)
                offset += bytes.count
            }
        } catch {
            _ = unsafe unlink(path)
            throw error
        }
    }

    /// Reads up to so many bytes at a place; none at the end.
    func read(at offset: Int, atMost count: Int) throws(FileError) -> [UInt8] {
        try Descriptor.read(descriptor, at: offset, atMost: count)
    }

    /// Adds bytes at the end.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try Descriptor.write(bytes, to: descriptor)
    }
}
