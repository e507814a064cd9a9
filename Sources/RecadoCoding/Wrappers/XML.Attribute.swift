// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A property that is an attribute in XML; in other formats it is an ordinary member.
    ///
    /// ```swift
    /// struct Price: Codable {
    ///     @XML.Attribute var currency: String
    ///     @XML.Text var amount: Decimal
    /// }
    /// // <Price currency="EUR">9.90</Price>  and  {"currency":"EUR","amount":9.90}
    /// ```
    ///
    /// A key that begins with `@` has the same effect, in every format.
    @propertyWrapper
    public struct Attribute<Value> {
        /// The value.
        public var wrappedValue: Value

        /// Creates the property with a value.
        ///
        /// - Parameter wrappedValue: The value.
        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
}

extension XML.Attribute: Sendable where Value: Sendable {}
extension XML.Attribute: Equatable where Value: Equatable {}
extension XML.Attribute: Hashable where Value: Hashable {}

extension XML.Attribute: RoleWrapper {
    static var role: MemberRole { .attribute }
}

extension XML.Attribute: Decodable where Value: Decodable {
    /// Reads the value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension XML.Attribute: Encodable where Value: Encodable {
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
    /// Reads a property that may be missing and is an attribute in XML.
    ///
    /// Code that the compiler synthesizes for models calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder.
    public func decode<Value: Decodable>(
        _ type: XML.Attribute<Value?>.Type,
        forKey key: Key
    ) throws -> XML.Attribute<Value?> {
        let value = try decodeIfPresent(XML.Attribute<Value>.self, forKey: key)
        return XML.Attribute(wrappedValue: value?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Writes a property that is an attribute in XML, if it has a value.
    ///
    /// Code that the compiler synthesizes for models calls this overload.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The errors of the encoder.
    public mutating func encode<Value: Encodable>(
        _ property: XML.Attribute<Value?>,
        forKey key: Key
    ) throws {
        guard let value = property.wrappedValue else { return }
        try encode(XML.Attribute(wrappedValue: value), forKey: key)
    }
}
