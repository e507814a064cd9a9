// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoHTTP

/// Formats under other media types, for calling third-party services or for replacing them.
extension Format {
    /// JSON under another media type, such as `application/merge-patch+json`.
    ///
    /// - Parameters:
    ///   - mediaType: The media type as written in OpenAPI documents. Content is sent as
    ///     `application/json` for a range, such as `*/*`, and for an invalid media type.
    ///   - json: The options for reading and writing JSON.
    /// - Returns: The format, which also reads `application/json`.
    public static func json(as mediaType: String, _ json: JSON = JSON()) -> Format {
        Format(sent(mediaType, .json), also: [.json], as: "json", documentedType: mediaType, json)
    }

    /// XML under another media type, such as `application/atom+xml`.
    ///
    /// - Parameters:
    ///   - mediaType: The media type as written in OpenAPI documents. Content is sent as
    ///     `application/xml` for a range and for an invalid media type.
    ///   - xml: The options for reading and writing XML.
    /// - Returns: The format, which also reads `application/xml` and `text/xml`.
    public static func xml(as mediaType: String, _ xml: XML = XML()) -> Format {
        let known = [MediaType.xml, .textXML]
        return Format(sent(mediaType, .xml), also: known, as: "xml", documentedType: mediaType, xml)
    }

    /// Plain text in UTF-8: a string, a number, a Boolean or an enum with strings as raw values.
    public static let text = Format.text(as: "text/plain")

    /// Text under another media type, such as `text/csv`.
    ///
    /// - Parameter mediaType: The media type as written in OpenAPI documents. Content is sent as
    ///   `text/plain` for a range and for an invalid media type.
    /// - Returns: The format.
    public static func text(as mediaType: String) -> Format {
        Format(sent(mediaType, .plainText), as: "txt", documentedType: mediaType, TextFormat())
    }

    /// Bytes without any encoding, for outputs of the type `Data` and for ``ByteUpload``.
    ///
    /// - Parameter mediaType: The media type as written in OpenAPI documents. Content is sent as
    ///   `application/octet-stream` for a range, such as `image/*`, and for an invalid media type.
    /// - Returns: The format.
    public static func bytes(as mediaType: String = "application/octet-stream") -> Format {
        Format(sent(mediaType, .octetStream), as: "bin", documentedType: mediaType, BytesFormat())
    }

    private static func sent(_ mediaType: String, _ usual: MediaType) -> MediaType {
        mediaType.contains("*") ? usual : MediaType(mediaType) ?? usual
    }
}

/// The coder of plain text in UTF-8.
struct TextFormat: PlainFormatCoder {
    var choices: DecodingChoices { .untyped }

    func document(from bytes: [UInt8]) throws(CodingError) -> Document {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CodingError(.malformed, "expected text in UTF-8")
        }
        return try JSON().document(from: JSON().encode(text))
    }

    func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CodingError) -> T {
        try document(from: bytes).decode(type, choices)
    }

    func encode<T: Encodable>(_ value: T) throws(CodingError) -> [UInt8] {
        switch try JSON().value(from: JSON().encode(value)) {
        case .string(let text): return Array(text.utf8)
        case .number(let number): return Array(number.description.utf8)
        case .bool(let flag): return Array(String(flag).utf8)
        case .null: return []
        case .array, .object:
            throw CodingError(.unsupported, "a \(T.self) is not one text")
        }
    }
}

/// The coder of bytes, which sends and receives them unchanged; a parsed document contains them as
/// a Base64 string.
struct BytesFormat: PlainFormatCoder {
    var choices: DecodingChoices { JSON().choices }

    func document(from bytes: [UInt8]) throws(CodingError) -> Document {
        try JSON().document(from: JSON().encode(Base64.encode(bytes)))
    }

    func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CodingError) -> T {
        try document(from: bytes).decode(type, choices)
    }

    func encode<T: Encodable>(_ value: T) throws(CodingError) -> [UInt8] {
        guard case .string(let text) = try JSON().value(from: JSON().encode(value)),
            let bytes = Base64.decode(text)
        else { throw CodingError(.unsupported, "a \(T.self) is no Data") }
        return bytes
    }
}
