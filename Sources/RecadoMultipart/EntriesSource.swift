// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The source of multipart content: the heads and contents of the parts, one after another.
///
/// It is an actor because it must keep its position while it awaits a part's own source.
actor EntriesSource: ContentSource {
    nonisolated let length: Int?
    private var rest: ArraySlice<Multipart.Writer.Entry>
    private let boundary: Multipart.Boundary
    private var current: (any ContentSource)?
    /// The number of bytes that the current source announced and has not delivered yet.
    private var announced: Int?
    private var isClosed = false

    /// Contents below this size are sent in one piece with the heads around them.
    private static let pieceSize = 1 << 16

    init(_ entries: [Multipart.Writer.Entry], _ boundary: Multipart.Boundary, length: Int?) {
        rest = entries[...]
        self.boundary = boundary
        self.length = length
    }

    func next() async throws -> [UInt8]? {
        var piece: [UInt8] = []
        if let current {
            if let bytes = try await current.next() {
                try count(bytes)
                return bytes
            }
            guard (announced ?? 0) == 0 else { throw Self.wrongLength }
            self.current = nil
            piece += "\r\n".utf8
        }
        while piece.count < Self.pieceSize, let entry = rest.popFirst() {
            piece += "--\(boundary)\r\n".utf8
            piece += entry.head
            guard let bytes = entry.content.bytes, bytes.count < Self.pieceSize else {
                current = entry.content.makeSource()
                announced = entry.content.length
                return piece
            }
            piece += bytes
            piece += "\r\n".utf8
        }
        if rest.isEmpty, !isClosed, piece.count < Self.pieceSize {
            isClosed = true
            piece += "--\(boundary)--\r\n".utf8
        }
        return piece.isEmpty ? nil : piece
    }

    /// Checks the bytes against the announced length, because a wrong length would make the rest of
    /// the message unreadable.
    private func count(_ bytes: [UInt8]) throws(CodingError) {
        guard let announced else { return }
        guard bytes.count <= announced else { throw Self.wrongLength }
        self.announced = announced - bytes.count
    }

    private static var wrongLength: CodingError {
        CodingError(.invalidValue, "a part has another length than it announced")
    }
}
