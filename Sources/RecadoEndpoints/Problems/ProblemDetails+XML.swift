// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

extension ProblemDetails {
    /// The coder of problems in XML.
    ///
    /// The namespace kept its number when RFC 9457 replaced RFC 7807.
    private static let xml = {
        var xml = XML()
        xml.root = "{\(namespace)}problem"
        xml.prefixes = ["": namespace]
        return xml
    }()

    /// The namespace of problems in XML.
    package static let namespace = "urn:ietf:rfc:7807"

    /// Writes the details as a document of type `application/problem+xml` (RFC 9457 appendix B).
    ///
    /// - Parameter isPart: True for an element within another document.
    /// - Returns: The document, or the element.
    /// - Throws: `CodingError` for a value that XML cannot express, such as a member whose name is
    ///   not allowed in XML.
    package func encodedAsXML(asPart isPart: Bool = false) throws(CodingError) -> [UInt8] {
        let value = try JSON().value(from: JSON().encode(self))
        var xml = Self.xml
        xml.writesDeclaration = !isPart
        return try xml.encode(Self.withItems(value))
    }

    /// Reads the members of a problem from XML.
    ///
    /// All members except the status are read as texts, because XML does not distinguish numbers
    /// from texts.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - mediaType: The type of the document, which may name its encoding.
    /// - Returns: The members, or `nil` if the document holds no problem.
    package static func members(ofXML bytes: [UInt8], _ mediaType: MediaType) -> Value.Object? {
        guard let xml = try? xml.decoding(mediaType), let value = try? xml.value(from: bytes) else {
            return nil
        }
        return members(ofXML: value)
    }

    /// Reads the members of a problem from the element that holds them.
    package static func members(ofXML value: Value) -> Value.Object? {
        guard case .object(let found) = withoutItems(value) else {
            return value.stringValue == "" ? [:] : nil
        }
        // Attributes, and texts between elements, are ignored.
        let elements = found.filter { !$0.key.hasPrefix("@") && $0.key != "#text" }
        var members = Value.Object(elements.map { ($0.key, $0.value) })
        if let status = members["status"]?.stringValue.flatMap({ Int64($0) }) {
            members["status"] = .number(Value.Number(status))
        }
        return members
    }

    /// Returns the value with the items of arrays as elements `i`, as RFC 9457 requires.
    private static func withItems(_ value: Value) -> Value {
        switch value {
        case .array(let items): ["i": .array(items.map(withItems))]
        case .object(let members): .object(.init(members.map { ($0.key, withItems($0.value)) }))
        case .null, .bool, .number, .string: value
        }
    }

    /// Returns the value with arrays in place of elements that contain only elements `i`.
    private static func withoutItems(_ value: Value) -> Value {
        switch value {
        case .array(let items): return .array(items.map(withoutItems))
        case .object(let members):
            guard members.count == 1, let items = members["i"] else {
                return .object(.init(members.map { ($0.key, withoutItems($0.value)) }))
            }
            return .array((items.arrayValue ?? [items]).map(withoutItems))
        case .null, .bool, .number, .string: return value
        }
    }
}
