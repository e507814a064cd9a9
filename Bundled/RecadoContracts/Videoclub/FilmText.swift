// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A text of a film that every store can keep: it has a limited length, and no U+0000, which
/// PostgreSQL cannot store.
@propertyWrapper
public struct FilmText<let least: Int, let greatest: Int>: Codable, Sendable, Hashable,
    SchemaProviding
{
    /// The text.
    public var wrappedValue: String

    /// Creates a text.
    ///
    /// - Parameter wrappedValue: The text; it is checked when it is read.
    public init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }

    /// Reads a text.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is not a text, is too short or too long, or
    ///   contains U+0000.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Length<least, greatest>(from: decoder).wrappedValue
        guard wrappedValue.utf8.contains(0) else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "expected a text without U+0000"
            )
        )
    }

    /// Writes the text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try Length<least, greatest>(wrappedValue: wrappedValue).encode(to: encoder)
    }

    /// A text of `least` to `greatest` characters without U+0000.
    public static var schema: Schema {
        Length<least, greatest>.schema.matching(.withoutNUL)
    }

    /// The shortest text that is allowed, made of the letter x.
    public static var example: Self {
        Self(wrappedValue: Length<least, greatest>.example.wrappedValue)
    }
}

/// A ``FilmText`` that may be missing.
@propertyWrapper
public struct OptionalFilmText<let least: Int, let greatest: Int>: Codable, Sendable, Hashable,
    SchemaProviding
{
    /// The text, or `nil`.
    public var wrappedValue: String?

    /// Creates a text.
    ///
    /// - Parameter wrappedValue: The text, or `nil`; it is checked when it is read.
    public init(wrappedValue: String?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads a text, which may be null.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is not a text, is too short or too long, or
    ///   contains U+0000.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue =
            container.decodeNil()
            ? nil : try container.decode(FilmText<least, greatest>.self).wrappedValue
    }

    /// Writes the text, or null.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    /// A text of `least` to `greatest` characters without U+0000, or null.
    public static var schema: Schema { FilmText<least, greatest>.schema.nullable }

    /// A missing text.
    public static var example: Self { Self(wrappedValue: nil) }
}

extension KeyedDecodingContainer {
    /// Reads a text that may be missing; synthesized decoding finds this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The text, or `nil` for a missing key; an empty XML element is an empty text, if
    ///   the limits allow that.
    /// - Throws: `DecodingError` when the text is present, but invalid.
    public func decode<let least: Int, let greatest: Int>(
        _ type: OptionalFilmText<least, greatest>.Type,
        forKey key: Key
    ) throws -> OptionalFilmText<least, greatest> {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        // An empty XML element decodes as `nil` for other optionals, but as an empty text here.
        let isEmpty = try least <= 0 && contains(key) && !decodeNil(forKey: key)
        return OptionalFilmText(wrappedValue: isEmpty ? "" : nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes a text unless it is missing; synthesized encoding finds this method.
    ///
    /// - Parameters:
    ///   - value: The property's wrapper.
    ///   - key: The property's key.
    /// - Throws: The errors of the encoder.
    public mutating func encode<let least: Int, let greatest: Int>(
        _ value: OptionalFilmText<least, greatest>,
        forKey key: Key
    ) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
