// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

extension Multipart {
    /// A part whose content has not been read yet.
    ///
    /// The content can be read only once, and only before the next part is requested.
    public struct Part {
        /// The header, which precedes the content.
        public let header: Header

        /// The content, piece by piece.
        public let content: Pieces

        /// The name of the form field, or `nil` if the part has none.
        public var name: String? { header.name }

        /// The last component of the file's name, or `nil` if the part is not a file.
        public var filename: String? { header.filename }

        /// The media type of the content, or `nil` for text.
        public var mediaType: MediaType? { header.mediaType }

        /// All fields of the part as they were sent.
        public var fields: Fields { header.fields }

        // MARK: - Reading at once

        /// Reads the whole content.
        ///
        /// - Parameter limit: The largest number of bytes to accept.
        /// - Returns: Every byte of the part.
        /// - Throws: `ContentTooLarge` beyond the limit, and the errors of reading the content.
        public func collect(upTo limit: Int) async throws -> [UInt8] {
            var bytes: [UInt8] = []
            for try await piece in content {
                guard piece.count <= limit - bytes.count else {
                    throw ContentTooLarge(limit: limit)
                }
                if bytes.isEmpty { bytes = piece } else { bytes += piece }
            }
            return bytes
        }

        /// Reads the whole content as text.
        ///
        /// - Parameter limit: The largest number of bytes to accept.
        /// - Returns: The text.
        /// - Throws: `CodingError` for text that is not UTF-8, `ContentTooLarge` beyond the
        ///   limit, and the errors of reading the content.
        public func text(upTo limit: Int) async throws -> String {
            let bytes = try await collect(upTo: limit)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CodingError(.malformed, "the bytes of the part are not UTF-8")
            }
            return text
        }

        /// Stores small content in memory, and large content in a temporary file.
        ///
        /// - Parameters:
        ///   - limit: The largest number of bytes to accept.
        ///   - threshold: The number of bytes beyond which a file is used; 256 KiB by default.
        ///   - directory: The directory in which the file is created; `/tmp` by default.
        /// - Returns: The content, which can be read repeatedly.
        /// - Throws: `ContentTooLarge`, `FileError`, and the errors of reading the content.
        public func spool(
            upTo limit: Int,
            threshold: Int = 1 << 18,
            in directory: String = "/tmp"
        ) async throws -> SpooledContent {
            try await SpooledContent(content, threshold: threshold, limit: limit, in: directory)
        }

        /// Writes the content to an open file or pipe.
        ///
        /// - Parameter descriptor: A descriptor that is open for writing and stays open.
        /// - Returns: The number of bytes.
        /// - Throws: `FileError`, and the errors of reading the content.
        @discardableResult
        public func write(to descriptor: CInt) async throws -> Int {
            var count = 0
            for try await piece in content {
                try Descriptor.write(piece, to: descriptor)
                count += piece.count
            }
            return count
        }

        // MARK: - Reading piece by piece

        /// The content of a part as a sequence, to be iterated once.
        public struct Pieces: AsyncSequence {
            let feed: PartFeed
            let number: Int

            /// Returns an iterator at the next byte.
            public func makeAsyncIterator() -> Iterator { Iterator(feed: feed, number: number) }

            /// An iterator over the pieces; no piece is empty.
            public struct Iterator: AsyncIteratorProtocol {
                fileprivate let feed: PartFeed
                fileprivate let number: Int

                /// Returns the next piece, or `nil` at the end of the part.
                ///
                /// - Throws: `CodingError` for content that is malformed, too large, or was
                ///   skipped; and the errors of the stream.
                public mutating func next() async throws -> [UInt8]? {
                    try await feed.nextBytes(ofPart: number)
                }

                /// Returns the next piece, or `nil` at the end of the part.
                ///
                /// - Parameter actor: The actor of the caller.
                /// - Returns: The next piece, or `nil` at the end of the part.
                /// - Throws: `CodingError` for content that is malformed, too large, or was
                ///   skipped; and the errors of the stream.
                public mutating func next(
                    isolation actor: isolated (any Actor)?
                ) async throws -> [UInt8]? {
                    try await feed.nextBytes(ofPart: number)
                }
            }
        }
    }
}

@available(*, unavailable)
extension Multipart.Part: Sendable {}

@available(*, unavailable)
extension Multipart.Part.Pieces: Sendable {}

@available(*, unavailable)
extension Multipart.Part.Pieces.Iterator: Sendable {}
