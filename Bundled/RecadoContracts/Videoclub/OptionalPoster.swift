// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The address of a poster, which may be missing: `@OptionalPoster var poster: String?`.
///
/// The text is an address with `http` or `https`, or a path on this server, of at most 255
/// characters; an empty text means no poster. Other schemes, such as `javascript:`, are refused
/// because browsers would run them.
@propertyWrapper
public struct OptionalPoster: Codable, Sendable, Hashable, SchemaProviding {
    /// The address, or `nil`.
    public var wrappedValue: String?

    /// Creates an address.
    public init(wrappedValue: String?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads an address, which may be null.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is not a text, is too long, or is not an address
    ///   with `http` or `https` or a path.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try OptionalLength<0, 255>(from: decoder).wrappedValue
        guard let text = wrappedValue, !text.isEmpty, !Self.isAllowed(text) else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: Self.expectation
            )
        )
    }

    /// Writes the address, or null.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    /// An address of at most 255 characters, an empty text, or null.
    public static var schema: Schema { OptionalLength<0, 255>.schema.matching(pattern) }

    /// The pattern that ``isAllowed(_:)`` checks: an address, or the empty text.
    private static let pattern = Schema.Pattern(
        #"^(/([^/\x00-\x20\x7f-\xa0\\][^\x00-\x20\x7f-\xa0\\]*)?|[Hh][Tt][Tt][Pp][Ss]?://[^/?#:@\x00-\x20\x7f-\xa0\\][^\x00-\x20\x7f-\xa0\\]*)?$"#,
        expecting: "an address by http or https, or a path of this server"
    )

    /// A missing address.
    public static var example: Self { Self(wrappedValue: nil) }

    /// The error message for a text that ``isAllowed(_:)`` refuses.
    public static let expectation =
        "expected an address by http or https, or a path of this server"

    /// Tells whether a text may be the address of a poster.
    ///
    /// Blanks, control characters and backslashes are not allowed, since browsers interpret them in
    /// special ways (WHATWG URL §4.4).
    ///
    /// - Parameter text: The text.
    /// - Returns: True if the text is an address with `http` or `https` and a host, or a path on
    ///   this server.
    public static func isAllowed(_ text: String) -> Bool {
        // Bytes are compared, as in browsers, because a slash and a combining mark after it form a
        // single `Character`.
        let span = text.utf8Span.span
        for index in span.indices {
            switch span[index] {
            case 0...0x20, 0x5C, 0x7F: return false
            // U+0080 to U+00A0.
            case 0x80...0xA0 where index > 0 && span[index - 1] == 0xC2: return false
            default: continue
            }
        }
        let bytes = text.utf8
        if bytes.first == UInt8(ascii: "/") { return !bytes.starts(with: "//".utf8) }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(text[..<colon].lowercased())
        else { return false }
        let rest = bytes[colon...]
        guard rest.starts(with: "://".utf8), let first = rest.dropFirst(3).first else {
            return false
        }
        return !"/?#:@".utf8.contains(first)
    }
}

extension KeyedDecodingContainer {
    /// Reads an address that may be missing; synthesized decoding finds this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The address, or `nil` for a missing key; an empty XML element is an empty text.
    /// - Throws: `DecodingError` when the address is present, but invalid.
    public func decode(_ type: OptionalPoster.Type, forKey key: Key) throws -> OptionalPoster {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        // An empty XML element decodes as `nil` for other optionals, but as an empty text here.
        let isEmpty = try contains(key) && !decodeNil(forKey: key)
        return OptionalPoster(wrappedValue: isEmpty ? "" : nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes an address unless it is missing; synthesized encoding finds this method.
    ///
    /// - Parameters:
    ///   - value: The property's wrapper.
    ///   - key: The property's key.
    /// - Throws: The errors of the encoder.
    public mutating func encode(_ value: OptionalPoster, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
