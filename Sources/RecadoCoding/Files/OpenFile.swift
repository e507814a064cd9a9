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
        self.init(owning: try Descriptor.open(file: path))
    }

    /// Makes a file that nobody else can open: readable by its owner alone, and without a name.
    convenience init(temporaryIn directory: String) throws(FileError) {
        self.init(owning: try Descriptor.createTemporary(in: directory))
    }

    /// The number of bytes in the file.
    func length() throws(FileError) -> Int { try Descriptor.length(of: descriptor) }

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

    /// Reads up to so many bytes at a place; none at the end.
    func read(at offset: Int, atMost count: Int) throws(FileError) -> [UInt8] {
        try Descriptor.read(descriptor, at: offset, atMost: count)
    }

    /// Adds bytes at the end.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try Descriptor.write(bytes, to: descriptor)
    }
}
