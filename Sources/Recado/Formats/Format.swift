// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// A format in which content travels, such as JSON.
public struct Format: Sendable, Hashable {
    /// The media type that the format is sent as.
    public let mediaType: MediaType
    /// Every media type that the format is read from, the one it is sent as among them.
    public let accepted: [MediaType]
    /// The ending of a path that asks for the format, without its dot: `json`.
    public let pathExtension: String

    /// The media type as fields name it.
    package let fieldValue: String

    private let coder: any FormatCoder

    private init(
        _ mediaType: MediaType,
        also: [MediaType],
        as ending: String,
        _ coder: any FormatCoder
    ) {
        self.mediaType = mediaType
        fieldValue = mediaType.description
        accepted = [mediaType] + also
        pathExtension = ending
        self.coder = coder
    }

    /// JSON (RFC 8259).
    public static let json = Format(.json, also: [], as: "json", JSON())

    /// URL-encoded forms, as pages send them (WHATWG URL §5).
    public static let form = Format(.form, also: [], as: "form", URLEncodedForm())

    /// Whether content of a media type is read in this format.
    ///
    /// Parameters such as `charset` do not matter. A suffix counts: `application/hal+json` is JSON.
    package func reads(_ type: MediaType) -> Bool {
        accepted.contains { $0.essence == type.essence } || type.suffix == pathExtension
    }

    /// Reads content.
    package func document(from bytes: [UInt8]) throws(CodingFailure) -> Document {
        try coder.document(from: bytes)
    }

    /// Reads content into a value.
    package func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8]
    ) throws(CodingFailure) -> T {
        try coder.decode(type, from: bytes)
    }

    /// Writes a value as content.
    package func encode(_ value: some Encodable) throws(CodingFailure) -> [UInt8] {
        try coder.encode(value)
    }

    /// Whether two formats are sent as the same media type.
    public static func == (one: Format, other: Format) -> Bool { one.mediaType == other.mediaType }

    /// Hashes the media type.
    public func hash(into hasher: inout Hasher) { hasher.combine(mediaType) }
}

/// What reads and writes a format.
package protocol FormatCoder: Sendable {
    func document(from bytes: [UInt8]) throws(CodingFailure) -> Document
    func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CodingFailure) -> T
    func encode<T: Encodable>(_ value: T) throws(CodingFailure) -> [UInt8]
}

extension JSON: FormatCoder {}
extension URLEncodedForm: FormatCoder {}
