// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A property whose text is written as a CDATA section in XML; it is read like any element.
    @propertyWrapper
    public struct CDATA<Value> {
        /// The value.
        public var wrappedValue: Value

        /// Creates the property with a value.
        ///
        /// - Parameter wrappedValue: The value.
        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
}

extension XML.CDATA: Sendable where Value: Sendable {}
extension XML.CDATA: Equatable where Value: Equatable {}
extension XML.CDATA: Hashable where Value: Hashable {}

extension XML.CDATA: RoleWrapper {
    static var role: MemberRole { .cdata }
}

extension XML.CDATA: Decodable where Value: Decodable {
    /// Reads the value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension XML.CDATA: Encodable where Value: Encodable {
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
    /// Reads a property that may be missing and is a CDATA section in XML.
    ///
    /// Code that the compiler synthesizes for models calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder.
    public func decode<Value: Decodable>(
        _ type: XML.CDATA<Value?>.Type,
        forKey key: Key
    ) throws -> XML.CDATA<Value?> {
        let value = try decodeIfPresent(XML.CDATA<Value>.self, forKey: key)
        return XML.CDATA(wrappedValue: value?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Writes a property that is a CDATA section in XML, if it has a value.
    ///
    /// Code that the compiler synthesizes for models calls this overload.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The errors of the encoder.
    public mutating func encode<Value: Encodable>(
        _ property: XML.CDATA<Value?>,
        forKey key: Key
    ) throws {
        guard let value = property.wrappedValue else { return }
        try encode(XML.CDATA(wrappedValue: value), forKey: key)
    }
}
