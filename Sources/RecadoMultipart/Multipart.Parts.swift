// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension Multipart {
    /// Returns the parts of content that arrives in pieces.
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
    ///   - mediaType: The media type of the content, with the boundary.
    ///   - limits: The sizes beyond which content is refused.
    /// - Returns: The parts, as a sequence to be iterated once.
    /// - Throws: `CodingError` for a type that is not multipart or has no valid boundary.
    public static func parts<Pieces: AsyncSequence>(
        of pieces: Pieces,
        mediaType: MediaType,
        limits: Limits = Limits()
    ) throws(CodingError) -> Parts<Pieces> where Pieces.Element == [UInt8] {
        Parts(pieces: pieces, reader: try Reader(mediaType: mediaType, limits: limits))
    }

    /// Returns the parts of a message's content.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - mediaType: The media type of the content, with the boundary.
    ///   - limits: The sizes beyond which content is refused.
    /// - Returns: The parts, as a sequence to be iterated once.
    /// - Throws: `CodingError` for a type that is not multipart or has no valid boundary.
    public static func parts(
        of content: Content,
        mediaType: MediaType,
        limits: Limits = Limits()
    ) throws(CodingError) -> Parts<Content.Pieces> {
        try parts(of: content.pieces, mediaType: mediaType, limits: limits)
    }

    /// A sequence of parts, each with its content as a sequence of pieces.
    ///
    /// Nothing is read ahead: the bytes of a part are requested when they are read, or skipped when
    /// the next part is requested.
    public struct Parts<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element == [UInt8] {
        fileprivate let pieces: Pieces
        fileprivate let reader: Reader

        /// Returns an iterator before the first part.
        public func makeAsyncIterator() -> Iterator {
            // The iterator is in a box, because a closure may not change a variable that it
            // captured from a generic context.
            let events = IteratorBox(DecodedSequence(pieces, reader).makeAsyncIterator())
            return Iterator(feed: PartFeed { try await events.next() })
        }

        /// An iterator over the parts.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let feed: PartFeed

            /// Returns the next part, or `nil` after the last; skips the unread content of the
            /// previous part.
            ///
            /// - Throws: `CodingError` for content that is malformed or too large, and the errors
            ///   of the sequence of pieces.
            public mutating func next() async throws -> Part? {
                try await feed.nextPart()
            }

            /// Returns the next part, or `nil` after the last; skips the unread content of the
            /// previous part.
            ///
            /// - Parameter actor: The actor of the caller.
            /// - Returns: The next part, or `nil` after the last.
            /// - Throws: `CodingError` for content that is malformed or too large, and the errors
            ///   of the sequence of pieces.
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
