// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// A request's content as bytes, which are read while they arrive.
///
/// ```swift
/// struct StorePoster: Endpoint {
///     static let route: Route = "PUT /films/{id}/poster"
///     static let contentLimit = 16 << 20
///     typealias Output = NoContent
///     @Path var id: Int
///     @Body var poster: ByteUpload
/// }
/// ```
///
/// Any media type is accepted, unless the endpoint's formats include ``Format/bytes(as:)``, which
/// states the accepted media types; ``mediaType`` holds the media type that the client stated. The
/// handler is called before the content is read; the server reads at most 128 KiB ahead of the
/// handler.
///
/// Failures are thrown as the problem to answer with: 413 beyond ``Endpoint/contentLimit``, 408
/// when the client is too slow, 400 when the content is cut off. A handler rethrows the problem as
/// ``HandlerError/problem(_:)``.
public struct ByteUpload: Sendable {
    /// The media type that the client stated; `nil` if it stated none.
    public let mediaType: MediaType?
    /// The content, which can be read once.
    public let content: Content

    /// The number of bytes; `nil` if it is not known in advance.
    public var length: Int? { content.length }

    /// Creates content to be sent.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - mediaType: The media type of the content; `application/octet-stream` by default.
    public init(_ content: Content, mediaType: MediaType = .octetStream) {
        self.content = content
        self.mediaType = mediaType
    }
}

extension ByteUpload: AsyncSequence {
    /// The problem to answer with when the content does not arrive completely.
    public typealias Failure = ProblemDetails

    /// Returns an iterator at the first byte; the content can be iterated once.
    public func makeAsyncIterator() -> Iterator { Iterator(source: content.makeSource()) }

    /// An iterator over the pieces of the content; no piece is empty.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let source: any ContentSource

        /// Waits for the next piece.
        ///
        /// - Returns: The piece, or `nil` at the end.
        /// - Throws: The problem to answer with when the content does not arrive completely.
        public mutating func next() async throws(ProblemDetails) -> [UInt8]? {
            try await source.nextPiece()
        }

        /// Waits for the next piece.
        ///
        /// - Parameter actor: The actor that waits.
        /// - Returns: The piece, or `nil` at the end.
        /// - Throws: The problem to answer with when the content does not arrive completely.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ProblemDetails) -> [UInt8]? {
            try await source.nextPiece()
        }
    }
}

extension ByteUpload: StreamedInput {
    package static var sample: Self { Self(.empty) }

    package static func schema(with recorder: SchemaRecorder) throws -> Schema {
        .string(format: "binary")
    }

    package static func formats(among formats: [Format]) -> [Format]? {
        let bytes = formats.filter(\.isForBytes)
        return bytes.isEmpty ? nil : bytes
    }

    package init(reading stream: IncomingStream) {
        content = stream.content
        mediaType = stream.mediaType
    }

    package func content(among formats: [Format]) -> (content: Content, fieldValue: String) {
        (content, (mediaType ?? .octetStream).description)
    }
}

extension ByteUpload: Codable {
    /// Throws an error, because bytes are read as they arrive.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }

    /// Throws an error, because bytes are sent as they become available.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }
}
