// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Bytes received from a stream, kept in memory or, beyond a threshold, in a temporary file.
///
/// The file has no name, and only the user of the process may read it. It is removed when the last
/// copy of this value and of its ``content`` is released, or when the program ends.
public struct SpooledContent: Sendable {
    private enum Storage: Sendable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    private let storage: Storage

    /// The number of bytes.
    public let length: Int

    /// True if the bytes are in a file.
    public var isInFile: Bool {
        if case .file = storage { true } else { false }
    }

    /// The bytes as content, which can be read any number of times.
    public var content: Content {
        switch storage {
        case .bytes(let bytes): return Content(bytes)
        case .file(let file):
            let length = length
            return Content(length: length) { FileSource(.open(file), length: length) }
        }
    }

    /// Reads all bytes, from the file if there is one.
    ///
    /// - Throws: ``FileError`` if the disk fails, or if the file has become shorter.
    package func bytes() throws(FileError) -> [UInt8] {
        switch storage {
        case .bytes(let bytes): return bytes
        case .file(let file):
            var bytes: [UInt8] = []
            bytes.reserveCapacity(length)
            while bytes.count < length {
                let piece = try file.read(at: bytes.count, atMost: length - bytes.count)
                guard !piece.isEmpty else { throw FileError(.read, 0) }
                bytes += piece
            }
            return bytes
        }
    }

    /// Writes the bytes to a new file.
    ///
    /// This blocks the thread while the disk is busy.
    ///
    /// - Parameter path: The path, at which no file may exist yet.
    /// - Throws: ``FileError`` if a file exists at the path, if the disk is full or otherwise
    ///   fails; an incomplete file is removed.
    public func save(to path: String) throws(FileError) {
        switch storage {
        case .bytes(let bytes): try OpenFile.create(at: path) { $0 == 0 ? bytes : [] }
        case .file(let file):
            let length = length
            try OpenFile.create(at: path) { offset throws(FileError) in
                let rest = length - offset
                let piece = try file.read(at: offset, atMost: min(rest, OpenFile.pieceSize))
                guard rest == 0 || !piece.isEmpty else { throw FileError(.read, 0) }
                return piece
            }
        }
    }

    /// Creates content from bytes in memory.
    package init(_ bytes: [UInt8]) {
        storage = .bytes(bytes)
        length = bytes.count
    }

    /// Receives a stream, and keeps its bytes in memory or in a file.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the stream.
    ///   - threshold: The number of bytes beyond which a file is used; 256 KiB by default, which a
    ///     server can afford for each of a thousand simultaneous requests.
    ///   - limit: The largest number of bytes to accept.
    ///   - directory: The directory in which the file is created; `/tmp` by default.
    /// - Throws: `ContentTooLarge` beyond the limit, ``FileError`` if the disk is full or fails,
    ///   and the errors of the stream.
    public init<Pieces: AsyncSequence>(
        _ pieces: Pieces,
        threshold: Int = 1 << 18,
        limit: Int,
        in directory: String = "/tmp"
    ) async throws where Pieces.Element == [UInt8] {
        var bytes: [UInt8] = []
        var file: OpenFile?
        var length = 0
        for try await piece in pieces {
            guard piece.count <= limit - length else { throw ContentTooLarge(limit: limit) }
            length += piece.count
            if file == nil, length > threshold {
                file = try OpenFile(temporaryIn: directory)
                try file?.write(bytes)
                bytes = []
            }
            if let file { try file.write(piece) } else { bytes += piece }
        }
        self.length = length
        storage = file.map(Storage.file) ?? .bytes(bytes)
    }
}
