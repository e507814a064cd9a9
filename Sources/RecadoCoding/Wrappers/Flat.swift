// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A property whose members are written among those of the value that contains it.
///
/// ```swift
/// struct Film: Codable {
///     var title: String
///     @Flat var times: Timestamps      // {"title": …, "created_at": …, "updated_at": …}
/// }
/// ```
///
/// An optional is `nil` if none of its members is present; if only some are, the missing ones are
/// an error as usual. Coders of other packages nest the property under its key.
@propertyWrapper
public struct Flat<Value> {
    /// The value.
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
    /// Reads the value.
    ///
    /// - Parameter decoder: The decoder of the value itself.
    /// - Throws: The errors of the value.
    public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension Flat: Encodable where Value: Encodable {
    /// Writes the value.
    ///
    /// - Parameter encoder: The encoder of the value itself.
    /// - Throws: The errors of the value.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
