// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source over an asynchronous sequence of pieces.
///
/// It is an actor because an iterator must not be used by two tasks at once.
actor SequenceSource<Pieces: AsyncSequence & Sendable>: ContentSource
where Pieces.Element == [UInt8] {
    nonisolated let length: Int?
    private let pieces: Pieces
    private var iterator: Pieces.AsyncIterator?
    private var isBegun = false

    init(_ pieces: Pieces, length: Int?) {
        self.pieces = pieces
        self.length = length
    }

    func next() async throws -> [UInt8]? {
        if !isBegun {
            isBegun = true
            iterator = pieces.makeAsyncIterator()
        }
        // The iterator is taken out while this call waits, so that no other call can use it.
        guard var current = iterator else { return nil }
        iterator = nil
        while let piece = try await current.next(isolation: self) {
            if piece.isEmpty { continue }
            iterator = current
            return piece
        }
        return nil
    }
}
