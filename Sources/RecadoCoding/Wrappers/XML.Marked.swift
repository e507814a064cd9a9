// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A property that is an attribute in XML and an ordinary member in other formats.
    ///
    /// ```swift
    /// struct Price: Codable {
    ///     @XML.Attribute var currency: String
    ///     @XML.Text var amount: Decimal
    /// }
    /// // <Price currency="EUR">9.90</Price>  and  {"currency":"EUR","amount":9.90}
    /// ```
    ///
    /// A key that begins with `@` also selects an attribute in XML; in other formats, the `@` is a
    /// part of the member's name.
    public typealias Attribute<Value> = Marked<AttributeMark, Value>

    /// A property that is the character content of its element in XML, and an ordinary member in
    /// other formats.
    ///
    /// The key `#text` also selects the text in XML; in other formats, it is the member's name.
    public typealias Text<Value> = Marked<TextMark, Value>

    /// A property whose text is written as a CDATA section in XML; it is read like any other
    /// element.
    public typealias CDATA<Value> = Marked<CDATAMark, Value>

    /// A property with a given kind of XML node; in other formats, it is an ordinary member.
    ///
    /// Use it by its aliases ``Attribute``, ``Text`` and ``CDATA``.
    @propertyWrapper
    public struct Marked<Mark: NodeMark, Value> {
        /// The value of the property.
        public var wrappedValue: Value

        /// Creates the property with a value.
        ///
        /// - Parameter wrappedValue: The value.
        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }

    /// A type that selects the kind of XML node for ``Marked``.
    public protocol NodeMark {
        /// The kind of node that the property is in XML.
        static var node: Node { get }
    }

    /// Selects an attribute.
    public enum AttributeMark: NodeMark, Sendable {
        /// The kind of node: an attribute.
        public static var node: Node { .attribute }
    }

    /// Selects character content.
    public enum TextMark: NodeMark, Sendable {
        /// The kind of node: the character content of the element.
        public static var node: Node { .text }
    }

    /// Selects a child element with a CDATA section.
    public enum CDATAMark: NodeMark, Sendable {
        /// The kind of node: a child element whose text is a CDATA section.
        public static var node: Node { .cdata }
    }
}

extension XML.Marked: Sendable where Value: Sendable {}
extension XML.Marked: Equatable where Value: Equatable {}
extension XML.Marked: Hashable where Value: Hashable {}

extension XML.Marked: RoleWrapper {
    static var role: MemberRole { MemberRole(Mark.node) }
}

extension XML.Marked: Decodable where Value: Decodable {
    /// Reads the value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension XML.Marked: Encodable where Value: Encodable {
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
    /// Reads an optional property that has a given kind of XML node.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder.
    public func decode<Mark, Value: Decodable>(
        _ type: XML.Marked<Mark, Value?>.Type,
        forKey key: Key
    ) throws -> XML.Marked<Mark, Value?> {
        let value = try decodeIfPresent(XML.Marked<Mark, Value>.self, forKey: key)
        return XML.Marked(wrappedValue: value?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Writes an optional property that has a given kind of XML node, if it is not `nil`.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The errors of the encoder.
    public mutating func encode<Mark, Value: Encodable>(
        _ property: XML.Marked<Mark, Value?>,
        forKey key: Key
    ) throws {
        guard let value = property.wrappedValue else { return }
        try encode(XML.Marked<Mark, Value>(wrappedValue: value), forKey: key)
    }
}
