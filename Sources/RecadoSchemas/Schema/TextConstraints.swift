// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Text of a limited length: `@Length<1, 255> var title: String`.
///
/// Lengths count Unicode scalars, as JSON Schema's `maxLength` does. Input outside the limits is
/// refused with its position; values set in the program are not checked until they are sent.
@propertyWrapper
public struct Length<let least: Int, let greatest: Int>: Codable, Sendable, Hashable,
    SchemaProviding
{
    /// The text.
    public var wrappedValue: String

    /// Creates a limited text.
    public init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }

    /// Reads the text and checks its length.
    ///
    /// - Parameter decoder: The decoder that holds the text.
    /// - Throws: `DecodingError` when the value is not a text, or is outside the limits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode(String.self)
        let count = wrappedValue.unicodeScalars.count
        guard count >= least, count <= greatest else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected \(Self.expectation), found \(count)"
            )
        }
    }

    private static var expectation: String {
        least < greatest ? "\(least) to \(greatest.characters)" : greatest.characters
    }

    /// Writes the text.
    ///
    /// - Parameter encoder: The encoder that receives the text.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    /// The schema of a text with both limits.
    public static var schema: Schema {
        least <= greatest ? .string(least...greatest) : .string()
    }

    /// The shortest allowed text, which consists of the letter x.
    public static var example: Self {
        Self(wrappedValue: String(repeating: "x", count: max(0, least)))
    }
}

/// Optional text of a limited length: `@OptionalLength<1, 255> var poster: String?`.
@propertyWrapper
public struct OptionalLength<let least: Int, let greatest: Int>: Codable, Sendable, Hashable,
    SchemaProviding
{
    /// The text; `nil` if it is missing or null.
    public var wrappedValue: String?

    /// Creates a limited text.
    public init(wrappedValue: String?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads the text, which may be null, and checks its length.
    ///
    /// - Parameter decoder: The decoder that holds the text.
    /// - Throws: `DecodingError` when the value is not a text, or is outside the limits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue =
            container.decodeNil()
            ? nil : try container.decode(Length<least, greatest>.self).wrappedValue
    }

    /// Writes the text, or null.
    ///
    /// - Parameter encoder: The encoder that receives the text.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    /// The schema of a text with both limits, or null.
    public static var schema: Schema { Length<least, greatest>.schema.nullable }

    /// `nil`, the simplest allowed value.
    public static var example: Self { Self(wrappedValue: nil) }
}

extension KeyedDecodingContainer {
    /// Reads an optional limited text; synthesized decoding uses this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The text; `nil` for a missing key. An empty XML element is an empty text if the
    ///   limits allow it.
    /// - Throws: `DecodingError` when the text is present but invalid.
    public func decode<let least: Int, let greatest: Int>(
        _ type: OptionalLength<least, greatest>.Type,
        forKey key: Key
    ) throws -> OptionalLength<least, greatest> {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        // An XML element without content is read as `nil` by other optionals, but as an empty
        // text here.
        let isEmpty = try least <= 0 && contains(key) && !decodeNil(forKey: key)
        return OptionalLength(wrappedValue: isEmpty ? "" : nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes a limited text, and nothing if it is missing; synthesized encoding uses this method.
    ///
    /// - Parameters:
    ///   - value: The property's wrapper.
    ///   - key: The property's key.
    /// - Throws: The errors of the encoder.
    public mutating func encode<let least: Int, let greatest: Int>(
        _ value: OptionalLength<least, greatest>,
        forKey key: Key
    ) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
