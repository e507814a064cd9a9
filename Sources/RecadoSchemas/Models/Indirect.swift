// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An optional property through which a ``SchemaModel`` contains a value of its own type.
///
/// ```swift
/// struct Person: SchemaModel {
///     var name: String
///     @Indirect var mother: Person? = nil
/// }
/// ```
@propertyWrapper
public struct Indirect<Wrapped: Codable & Sendable>: Codable, Sendable {
    /// The value, in an array because an array stores its elements outside the property itself.
    private var box: [Wrapped]

    /// The value of the property; `nil` if it is missing.
    public var wrappedValue: Wrapped? {
        get { box.first }
        set { box = newValue.map { [$0] } ?? [] }
    }

    /// Creates the property with a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Wrapped?) {
        box = wrappedValue.map { [$0] } ?? []
    }

    /// Reads the value, or null.
    ///
    /// - Parameter decoder: The decoder that holds the value.
    /// - Throws: The errors of the value's own decoding.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try Nullable<Wrapped>(from: decoder).wrappedValue)
    }

    /// Writes the value, or null.
    ///
    /// - Parameter encoder: The encoder that receives the value.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try Nullable(wrappedValue: wrappedValue).encode(to: encoder)
    }
}

extension Indirect: Equatable where Wrapped: Equatable {}
extension Indirect: Hashable where Wrapped: Hashable {}

extension KeyedDecodingContainer {
    /// Reads an optional value; synthesized decoding uses this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The wrapper; its value is `nil` if the key is missing.
    /// - Throws: `DecodingError` when the value is present but invalid.
    public func decode<Wrapped>(
        _ type: Indirect<Wrapped>.Type,
        forKey key: Key
    ) throws -> Indirect<Wrapped> {
        try decodeIfPresent(type, forKey: key) ?? Indirect(wrappedValue: nil)
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
    public mutating func encode<Wrapped>(_ value: Indirect<Wrapped>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
