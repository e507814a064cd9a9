// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

/// Writes and reads the element in the body of a message.
package enum SOAPPayload {
    /// Writes a value as an element whose children are in its namespace, as the schema requires.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - value: The value.
    ///   - foreign: The treatment of characters that XML does not support.
    /// - Returns: The element.
    /// - Throws: `CodingError` for a value that cannot be written in XML.
    package static func element(
        _ name: Document.Name,
        of value: some Encodable,
        _ foreign: XML.InvalidCharacters = .refused
    ) throws(CodingError) -> [UInt8] {
        var xml = XML()
        xml.foreignCharacters = foreign
        xml.root = name.local
        xml.prefixes = name.namespace.isEmpty ? [:] : ["": name.namespace]
        xml.writesDeclaration = false
        xml.nulls = .xsiNil
        xml.declaresNil = false
        return try xml.encode(value)
    }

    /// Writes the element that calls an operation of a third-party service.
    package static func element<Operation: SOAP.Operation>(
        calling operation: Operation
    ) throws(CodingError) -> [UInt8] {
        var xml = XML()
        xml.prefixes = Operation.prefixes
        // Children without a prefix are in no namespace unless a default namespace is declared
        // for them.
        if Operation.isQualified || Operation.namespace.isEmpty {
            xml.prefixes[""] = Operation.namespace.isEmpty ? nil : Operation.namespace
            xml.root = Operation.element
        } else {
            xml.prefixes["op"] = Operation.namespace
            xml.root = "op:" + Operation.element
        }
        xml.writesDeclaration = false
        return try xml.encode(operation)
    }

    /// Writes an element with a single child that contains a value.
    ///
    /// An array becomes a child for each of its elements.
    package static func element(
        _ name: Document.Name,
        holding child: String,
        of value: some Encodable,
        _ foreign: XML.InvalidCharacters = .refused
    ) throws(CodingError) -> [UInt8] {
        try element(name, of: OnlyMember(name: child, value: value), foreign)
    }

    /// Writes an element with a single child that contains an embedded document.
    ///
    /// The namespaces of the envelope do not apply within the document.
    package static func element(
        _ name: Document.Name,
        holding child: String,
        document: [UInt8]
    ) -> [UInt8] {
        let tag = "<\(name.local) xmlns=\"\(Markup.escaped(name.namespace))\"><\(child)>"
        var bytes = Array(tag.utf8)
        let nameEnd = document.firstIndex { $0 == 0x20 || $0 == 0x2F || $0 == 0x3E } ?? 0
        bytes += document[..<nameEnd]
        // A document that declares a default namespace keeps it.
        if !String(decoding: document.prefix(1024), as: UTF8.self).contains(" xmlns=") {
            bytes += " xmlns=\"\"".utf8
        }
        bytes += document[nameEnd...]
        bytes += "</\(child)></\(name.local)>".utf8
        return bytes
    }

    /// Reads the value of a child.
    ///
    /// A missing child is read as an empty list or `nil`, if the type allows it.
    package static func value<T: Decodable>(
        _ type: T.Type = T.self,
        of child: String,
        in element: Document.Cursor
    ) throws(CodingError) -> T {
        try element.decode(member: child, choices)
    }

    private static let choices = XML().choices
}

/// A value as the only member of an element, under a name that is known only at run time.
private struct OnlyMember<Value> {
    let name: String
    let value: Value
}

extension OnlyMember: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(value, forKey: AnyCodingKey(stringValue: name))
    }
}
