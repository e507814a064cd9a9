// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart

/// Reads and writes the content of a format.
protocol FormatCoder: Sendable {
    /// The options for reading values.
    var choices: DecodingChoices { get }

    /// Returns the path in the content at which a value of the given type is found by default.
    func root(of type: Any.Type) -> CodingPath

    func document(
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> Document

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> T

    /// Returns the content, with its media type if that has parameters such as a boundary.
    func content<T: Encodable>(
        of value: T
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType?)
}

extension FormatCoder {
    func root(of type: Any.Type) -> CodingPath { .root }
}

/// A coder that ignores the parameters of media types.
protocol PlainFormatCoder: FormatCoder {
    func document(from bytes: [UInt8]) throws(CodingError) -> Document
    func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CodingError) -> T
    func encode<T: Encodable>(_ value: T) throws(CodingError) -> [UInt8]
}

extension PlainFormatCoder {
    func document(
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> Document {
        try document(from: bytes)
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> T {
        try decode(type, from: bytes)
    }

    func content<T: Encodable>(
        of value: T
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType?) {
        (try encode(value), nil)
    }
}

extension URLEncodedForm: PlainFormatCoder {}

extension JSON: FormatCoder {
    func document(
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> Document {
        try document(from: Self.unicode(bytes, mediaType))
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> T {
        try decode(type, from: Self.unicode(bytes, mediaType))
    }

    func content<T: Encodable>(
        of value: T
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType?) {
        (try encode(value), nil)
    }

    /// Returns JSON in UTF-8, converted from another encoding if necessary.
    ///
    /// JSON has no `charset` (RFC 8259 §11), but is sometimes sent with one. The `charset` is used
    /// only if the bytes are not UTF-8, because more servers name a wrong `charset` than send JSON
    /// in another encoding.
    private static func unicode(
        _ bytes: [UInt8],
        _ mediaType: MediaType?
    ) throws(CodingError) -> [UInt8] {
        guard let name = mediaType?.parameters["charset"],
            let encoding = XML.Encoding(name: name),
            encoding == .latin1 || encoding == .windows1252,
            String(validating: bytes, as: UTF8.self) == nil
        else { return bytes }
        return try encoding.utf8(from: bytes[...])
    }
}

extension XML: FormatCoder {
    func document(
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> Document {
        let xml = try decoding(mediaType)
        return try xml.checked(xml.document(from: bytes))
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> T {
        try decoding(mediaType).decode(type, from: bytes)
    }

    func content<T: Encodable>(
        of value: T
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType?) {
        (try encode(value), nil)
    }

    /// Returns the coder with the encoding that the content's media type names (RFC 7303 §3).
    func decoding(_ mediaType: MediaType?) throws(CodingError) -> XML {
        guard let name = mediaType?.parameters["charset"] else { return self }
        guard let encoding = Encoding(name: name) else {
            throw CodingError(.unsupported, "the charset of the content is not understood")
        }
        var xml = self
        xml.encoding = encoding
        return xml
    }
}

extension MultipartForm: FormatCoder {
    func document(
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> Document {
        try document(from: bytes, boundary: Multipart.Boundary(of: mediaType ?? .multipartForm))
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> T {
        try decode(type, from: bytes, mediaType: mediaType ?? .multipartForm)
    }

    func content<T: Encodable>(
        of value: T
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType?) {
        let (bytes, mediaType) = try encode(value)
        return (bytes, mediaType)
    }
}
