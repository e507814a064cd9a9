// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Multipart {
    /// The parts of content that arrives in pieces.
    ///
    /// ```swift
    /// for try await part in try Multipart.parts(of: request.content, mediaType: type) {
    ///     guard part.name == "poster" else { continue }  // the rest of the part is skipped
    ///     let poster = try await part.spool(upTo: 1 << 30)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - pieces: The content, in pieces of any size.
    ///   - mediaType: Its media type, with the boundary.
    ///   - limits: The sizes to refuse.
    /// - Returns: The parts, as a sequence to be iterated once.
    /// - Throws: ``CodingError`` for a type that is not multipart or has no proper boundary.
    public static func parts<Pieces: AsyncSequence>(
        of pieces: Pieces,
        mediaType: MediaType,
        limits: Limits = Limits()
    ) throws(CodingError) -> Parts<Pieces> where Pieces.Element == [UInt8] {
        Parts(pieces: pieces, reader: try Reader(mediaType: mediaType, limits: limits))
    }

    /// The parts of a message's content.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - mediaType: Its media type, with the boundary.
    ///   - limits: The sizes to refuse.
    /// - Returns: The parts, as a sequence to be iterated once.
    /// - Throws: ``CodingError`` for a type that is not multipart or has no proper boundary.
    public static func parts(
        of content: Content,
        mediaType: MediaType,
        limits: Limits = Limits()
    ) throws(CodingError) -> Parts<Content.Pieces> {
        try parts(of: content.pieces, mediaType: mediaType, limits: limits)
    }

    /// A sequence of parts, each with its content as a sequence of pieces.
    ///
    /// Nothing is read ahead: the bytes of a part are asked for when they are wanted, or
    /// skipped when the next part is.
    public struct Parts<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element == [UInt8] {
        fileprivate let pieces: Pieces
        fileprivate let reader: Reader

        /// Returns an iterator before the first part.
        public func makeAsyncIterator() -> Iterator {
            // Held in a box: a closure may not change what it captured from a generic context.
            let events = IteratorBox(DecodedSequence(pieces, reader).makeAsyncIterator())
            return Iterator(feed: PartFeed { try await events.next() })
        }

        /// Hands out the parts.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let feed: PartFeed

            /// Returns the next part, or `nil` behind the last; skips what
            /// was not read of the one before.
            ///
            /// - Throws: ``CodingError`` for content that is malformed or too large, and what the
            ///   sequence of pieces throws.
            public mutating func next() async throws -> Part? {
                try await feed.nextPart()
            }

            /// Returns the next part, or `nil` behind the last; skips what
            /// was not read of the one before.
            ///
            /// - Parameter actor: The actor that waits.
            /// - Returns: The next part, or `nil` behind the last.
            /// - Throws: ``CodingError`` for content that is malformed or too large, and what the
            ///   sequence of pieces throws.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Part?
            {
                try await feed.nextPart()
            }
        }
    }
}

extension Multipart.Parts: Sendable where Pieces: Sendable {}

@available(*, unavailable)
extension Multipart.Parts.Iterator: Sendable {}
