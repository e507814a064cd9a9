// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Bytes that were taken in from a stream: few of them in memory, many in a temporary file.
///
/// The file is readable by its owner alone, has no name any more, and is gone when the last copy of
/// this value and of its ``content`` goes away, or the program ends.
public struct SpooledContent: Sendable {
    private enum Storage: Sendable {
        case bytes([UInt8])
        case file(OpenFile)
    }

    private let storage: Storage

    /// The number of bytes.
    public let length: Int

    /// Whether the bytes are in a file.
    public var isInFile: Bool {
        if case .file = storage { true } else { false }
    }

    /// The bytes as content, which can be read again and again.
    public var content: Content {
        switch storage {
        case .bytes(let bytes): return Content(bytes)
        case .file(let file):
            let length = length
            return Content(length: length) { FileSource(.open(file), length: length) }
        }
    }

    /// Reads all bytes, from the file if they are there.
    ///
    /// - Throws: ``FileError`` when the disk fails, or the file has been cut meanwhile.
    func bytes() throws(FileError) -> [UInt8] {
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
    /// The thread waits for the disk.
    ///
    /// - Parameter path: The path, at which there must be nothing yet.
    /// - Throws: ``FileError`` when there is something at the path, the disk is full and the
    ///   like; the file is removed then.
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

    /// Takes in a stream.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the stream.
    ///   - threshold: The bytes beyond which a file is used; 256 KiB by default, which a server can
    ///     afford for each of a thousand requests.
    ///   - limit: The bytes to accept.
    ///   - directory: The directory that the file is made in; `/tmp` by default.
    /// - Throws: `ContentTooLarge` beyond the limit, ``FileError`` for a full disk and the
    ///   like, and what the stream throws.
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
