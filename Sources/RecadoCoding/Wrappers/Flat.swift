// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A flat property: its members are members of the enclosing value in the document.
///
/// ```swift
/// struct Film: Codable {
///     var title: String
///     @Flat var times: Timestamps      // {"title": …, "created_at": …, "updated_at": …}
/// }
/// ```
///
/// An optional property is `nil` if none of its members is present; if only some are present,
/// missing members are an error as usual. Coders of other packages nest the property under its key.
@propertyWrapper
public struct Flat<Value> {
    /// The value whose members are written as members of the enclosing value.
    public var wrappedValue: Value

    /// Creates the property with a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Flat: Sendable where Value: Sendable {}
extension Flat: Equatable where Value: Equatable {}
extension Flat: Hashable where Value: Hashable {}

extension Flat: Decodable where Value: Decodable {
    /// Reads the value; in this package's formats, the decoder is the decoder of the enclosing
    /// value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the value.
    public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension Flat: Encodable where Value: Encodable {
    /// Writes the value; in this package's formats, the encoder is the encoder of the enclosing
    /// value.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the value.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
