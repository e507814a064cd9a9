// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A source that reads a file piece by piece.
final class FileSource: ContentSource {
    /// The file, as a path or as an open file.
    enum Origin: Sendable {
        /// A file that is opened when the first byte is requested.
        case path(String)
        case open(OpenFile)
    }

    private struct State {
        var origin: Origin
        var offset = 0
    }

    private let state: Mutex<State>
    private let count: Int

    var length: Int? { count }

    init(_ origin: Origin, length: Int) {
        state = Mutex(State(origin: origin))
        count = length
    }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        return try state.withLock { state in
            let file: OpenFile
            switch state.origin {
            case .open(let open): file = open
            case .path(let path): file = try OpenFile(reading: path)
            }
            state.origin = .open(file)
            // The announced length is sent, even if the file has grown in the meantime.
            let rest = count - state.offset
            guard rest > 0 else { return nil }
            let piece = try file.read(at: state.offset, atMost: min(rest, OpenFile.pieceSize))
            guard !piece.isEmpty else { throw FileError(.read, 0) }
            state.offset += piece.count
            return piece
        }
    }
}

extension Content {
    /// Creates content from a regular file, which is read piece by piece while it is sent.
    ///
    /// The length is the file's length at the time of this call. The file is opened again for each
    /// reading, so that the content can be sent more than once.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``FileError`` if there is no such file or it is not a regular one; the same error
    ///   is thrown while the content is read, if the file has become shorter.
    public init(fileAt path: String) throws(FileError) {
        let length = try OpenFile(reading: path).length()
        self.init(length: length) { FileSource(.path(path), length: length) }
    }
}
