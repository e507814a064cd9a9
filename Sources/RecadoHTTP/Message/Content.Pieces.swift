// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Content {
    /// The pieces of the content, in their order.
    public var pieces: Pieces { Pieces(content: self) }

    /// The pieces of content as a sequence; a stream can be iterated only once.
    public struct Pieces: AsyncSequence, Sendable {
        fileprivate let content: Content

        /// Returns an iterator at the first byte.
        public func makeAsyncIterator() -> Iterator {
            Iterator(source: content.makeSource())
        }

        /// Returns the pieces, none of which is empty.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            fileprivate let source: any ContentSource

            /// Returns the next piece, or `nil` at the end.
            ///
            /// - Throws: The errors of the source.
            public mutating func next() async throws -> [UInt8]? {
                try await source.next()
            }

            /// Returns the next piece, or `nil` at the end.
            ///
            /// - Parameter actor: The actor on which the caller waits.
            /// - Returns: The next piece, or `nil` at the end.
            /// - Throws: The errors of the source.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws -> [UInt8]? {
                try await source.next()
            }
        }
    }

    /// Creates content from a sequence of pieces.
    ///
    /// Each piece is requested when the previous one has been read.
    ///
    /// - Parameters:
    ///   - pieces: The pieces; empty ones are passed over.
    ///   - length: The number of bytes in all, when it is known beforehand.
    ///   - isReplayable: True if the sequence begins again each time it is iterated; `false` by
    ///     default, because most streams do not.
    public init<Pieces: AsyncSequence & Sendable>(
        pieces: Pieces,
        length: Int? = nil,
        isReplayable: Bool = false
    ) where Pieces.Element == [UInt8] {
        if isReplayable {
            self.init(length: length) { SequenceSource(pieces, length: length) }
        } else {
            self.init(reading: SequenceSource(pieces, length: length))
        }
    }

    /// Creates content that can be read again, from a new sequence of pieces for each reading.
    ///
    /// ```swift
    /// let content = Content(makingPieces: { numbers.async.map { Array("\($0)\n".utf8) } })
    /// ```
    ///
    /// - Parameters:
    ///   - length: The number of bytes in all, when it is known beforehand.
    ///   - makePieces: Makes a sequence that begins at the first byte.
    public init<Pieces: AsyncSequence & Sendable>(
        length: Int? = nil,
        makingPieces makePieces: @escaping @Sendable () -> Pieces
    ) where Pieces.Element == [UInt8] {
        self.init(length: length) { SequenceSource(makePieces(), length: length) }
    }
}
