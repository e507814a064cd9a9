// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file, which is closed when the last reference to it is released.
///
/// Reads and writes block the thread while the disk is busy, but pieces of 64 KiB keep that time
/// short.
final class OpenFile: Sendable {
    /// The largest number of bytes that is read at once.
    static let pieceSize = 1 << 16

    private let descriptor: CInt

    private init(owning descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens a regular file for reading.
    convenience init(reading path: String) throws(FileError) {
        self.init(owning: try Descriptor.open(file: path))
    }

    /// Creates a file that no other user can open: only its owner may read it, and it has no name.
    convenience init(temporaryIn directory: String) throws(FileError) {
        self.init(owning: try Descriptor.createTemporary(in: directory))
    }

    /// The number of bytes in the file.
    func length() throws(FileError) -> Int { try Descriptor.length(of: descriptor) }

    /// Creates a file at a path where none exists, and removes it if it cannot be written
    /// completely.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - piece: Returns the bytes from an offset on, as many as are available; none at the end.
    /// - Throws: ``FileError`` with the system's reason, and the errors of `piece`.
    static func create(
        at path: String,
        of piece: (Int) throws(FileError) -> [UInt8]
    ) throws(FileError) {
        let file = OpenFile(owning: try Descriptor.create(path))
        do throws(FileError) {
            var offset = 0
            while true {
                let bytes = try piece(offset)
                if bytes.isEmpty { return }
                try file.write(bytes)
                offset += bytes.count
            }
        } catch {
            Descriptor.remove(path)
            throw error
        }
    }

    /// Reads at most the given number of bytes at an offset; returns none at the end.
    func read(at offset: Int, atMost count: Int) throws(FileError) -> [UInt8] {
        try Descriptor.read(descriptor, at: offset, atMost: count)
    }

    /// Adds bytes at the end.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try Descriptor.write(bytes, to: descriptor)
    }
}
