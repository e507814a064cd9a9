// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A property that is the character content of its element in XML, and a member elsewhere.
    ///
    /// The key `#text` has the same effect, in every format.
    @propertyWrapper
    public struct Text<Value> {
        /// The value.
        public var wrappedValue: Value

        /// Creates the property with a value.
        ///
        /// - Parameter wrappedValue: The value.
        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
}

extension XML.Text: Sendable where Value: Sendable {}
extension XML.Text: Equatable where Value: Equatable {}
extension XML.Text: Hashable where Value: Hashable {}

extension XML.Text: RoleWrapper {
    static var role: MemberRole { .text }
}

extension XML.Text: Decodable where Value: Decodable {
    /// Reads the value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension XML.Text: Encodable where Value: Encodable {
    /// Writes the value.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Reads a property that may be missing and is the text of its element in XML.
    ///
    /// Code that the compiler synthesizes for models calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder.
    public func decode<Value: Decodable>(
        _ type: XML.Text<Value?>.Type,
        forKey key: Key
    ) throws -> XML.Text<Value?> {
        let value = try decodeIfPresent(XML.Text<Value>.self, forKey: key)
        return XML.Text(wrappedValue: value?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Writes a property that is the text of its element in XML, if it has a value.
    ///
    /// Code that the compiler synthesizes for models calls this overload.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The errors of the encoder.
    public mutating func encode<Value: Encodable>(
        _ property: XML.Text<Value?>,
        forKey key: Key
    ) throws {
        guard let value = property.wrappedValue else { return }
        try encode(XML.Text(wrappedValue: value), forKey: key)
    }
}
