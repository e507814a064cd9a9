// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value in a ``SchemaModel`` that may be missing or null; a `nil` value is not written.
@propertyWrapper
public struct Nullable<Wrapped: Codable & Sendable>: Codable, Sendable {
    /// The value; `nil` if it is missing or null.
    public var wrappedValue: Wrapped?

    /// Creates the property with a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Wrapped?) { self.wrappedValue = wrappedValue }

    /// Reads the value, or null.
    ///
    /// - Parameter decoder: The decoder that holds the value.
    /// - Throws: The errors of the value's own decoding.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Wrapped.self)
    }

    /// Writes the value, or null.
    ///
    /// - Parameter encoder: The encoder that receives the value.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}

extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

/// A value in a ``SchemaModel`` that is always present; `nil` is written as null.
@propertyWrapper
public struct OrNull<Wrapped: Codable & Sendable>: Codable, Sendable {
    /// The value; `nil` if it is null.
    public var wrappedValue: Wrapped?

    /// Creates the property with a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Wrapped?) { self.wrappedValue = wrappedValue }

    /// Reads the value, or null.
    ///
    /// - Parameter decoder: The decoder that holds the value.
    /// - Throws: The errors of the value's own decoding.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Nullable<Wrapped>(from: decoder).wrappedValue
    }

    /// Writes the value, or null.
    ///
    /// - Parameter encoder: The encoder that receives the value.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try Nullable(wrappedValue: wrappedValue).encode(to: encoder)
    }
}

extension OrNull: Equatable where Wrapped: Equatable {}
extension OrNull: Hashable where Wrapped: Hashable {}

extension KeyedDecodingContainer {
    /// Reads a value that may be missing or null; synthesized decoding uses this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The wrapper; its value is `nil` if the key is missing.
    /// - Throws: `DecodingError` when the value is present but invalid.
    public func decode<Wrapped>(
        _ type: Nullable<Wrapped>.Type,
        forKey key: Key
    ) throws -> Nullable<Wrapped> {
        try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes an optional value, and nothing if it is missing; synthesized encoding uses
    /// this method.
    ///
    /// - Parameters:
    ///   - value: The property's wrapper.
    ///   - key: The property's key.
    /// - Throws: The errors of the encoder.
    public mutating func encode<Wrapped>(_ value: Nullable<Wrapped>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
