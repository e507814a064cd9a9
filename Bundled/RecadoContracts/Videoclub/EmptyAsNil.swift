// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// An optional text that is written as an empty text if it is `nil`: `@EmptyAsNil var poster:
/// String?`.
///
/// The member is always written, as `""` for `nil`. The clients of the iOS course (see
/// ``Videoclub``) read every member of a film as a text, and drop a film in which a member is
/// missing or `null`; clients that accept `null` also accept a text. In a call, an empty text
/// removes the value, so a film can be sent back exactly as it was read. A member that is missing
/// or `null` is read as `nil`, because other servers leave such a member out.
@propertyWrapper
public struct EmptyAsNil: Codable, Sendable, Hashable, SchemaProviding {
    private var text: String

    /// The text, or `nil`; an empty text that is set becomes `nil`.
    public var wrappedValue: String? {
        get { text.isEmpty ? nil : text }
        set { text = newValue ?? "" }
    }

    /// Creates a text.
    public init(wrappedValue: String?) {
        text = wrappedValue ?? ""
    }

    /// Reads a text, or null.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is neither a text nor null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = container.decodeNil() ? "" : try container.decode(String.self)
    }

    /// Writes the text, which may be empty.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// A text, which may be empty.
    public static var schema: Schema { .string() }

    /// An empty text.
    public static var example: Self { Self(wrappedValue: nil) }
}

extension KeyedDecodingContainer {
    /// Reads a text that may be missing; synthesized decoding finds this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The text, or `nil` for a missing key.
    /// - Throws: `DecodingError` when the value is neither a text nor null.
    public func decode(_ type: EmptyAsNil.Type, forKey key: Key) throws -> EmptyAsNil {
        // A required text is decoded first, so that generated descriptions list the member as
        // required, although a missing member is accepted.
        if let text = try? decode(String.self, forKey: key) {
            return EmptyAsNil(wrappedValue: text)
        }
        guard contains(key), try !decodeNil(forKey: key) else {
            return EmptyAsNil(wrappedValue: nil)
        }
        return EmptyAsNil(wrappedValue: try decode(String.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes the text as a plain string, without a container; synthesized encoding finds this
    /// method.
    ///
    /// - Parameters:
    ///   - value: The property's wrapper.
    ///   - key: The property's key.
    /// - Throws: The errors of the encoder.
    public mutating func encode(_ value: EmptyAsNil, forKey key: Key) throws {
        try encode(value.wrappedValue ?? "", forKey: key)
    }
}
