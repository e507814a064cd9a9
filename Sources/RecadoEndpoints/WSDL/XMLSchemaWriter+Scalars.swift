// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension XMLSchemaWriter {
    /// Returns the name of the built-in type that fully expresses a schema; `nil` if there is none.
    func simpleTypeName(_ schema: Schema) -> String? {
        let facets = facets(of: schema)
        return facets.isEmpty ? base(of: schema).name : nil
    }

    /// Returns a type that restricts a built-in type.
    func simpleType(_ schema: Schema) -> Markup {
        let restriction = Markup(
            "xs:restriction",
            ["base": base(of: schema).name],
            facets(of: schema)
        )
        return Markup("xs:simpleType", [:], [restriction])
    }

    private func facets(of schema: Schema) -> [Markup] {
        func facet(_ name: String, _ value: (some CustomStringConvertible)?) -> [Markup] {
            value.map { [Markup(name, ["value": "\($0)"])] } ?? []
        }
        if !schema.values.isEmpty {
            return schema.values.flatMap { facet("xs:enumeration", $0.stringValue ?? "\($0)") }
        }
        var facets: [Markup] = []
        // Only one pattern is written: with several, XML Schema accepts a value that matches any of
        // them.
        facets += facet(
            "xs:pattern",
            schema.format == "uuid" ? Self.uuidPattern : schema.pattern?.xmlSchema
        )
        facets += facet("xs:minLength", schema.minimumLength)
        facets += facet("xs:maxLength", schema.maximumLength)
        let range = base(of: schema).range
        if schema.minimum != range?.least { facets += facet("xs:minInclusive", schema.minimum) }
        if schema.maximum != range?.greatest { facets += facet("xs:maxInclusive", schema.maximum) }
        return facets
    }

    private static let uuidPattern =
        "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

    // MARK: - Built-in types

    /// A built-in type, and the range of values that it implies.
    private struct Base {
        var name: String
        var range: Range?

        struct Range {
            var least: Int?
            var greatest: Int?
        }

        init(_ name: String, _ least: Int? = nil, _ greatest: Int? = nil) {
            self.name = name
            range = least == nil && greatest == nil ? nil : Range(least: least, greatest: greatest)
        }
    }

    private func base(of schema: Schema) -> Base {
        switch schema.kind {
        case .boolean: return Base("xs:boolean")
        case .integer: return integer(schema)
        case .number:
            switch schema.storage {
            case .decimal: return Base("xs:decimal")
            case .float: return Base("xs:float")
            default: return Base("xs:double")
            }
        default:
            guard schema.values.isEmpty, let format = schema.format else {
                return Base("xs:string")
            }
            return Base(Self.formats[format] ?? "xs:string")
        }
    }

    private static let formats = [
        "date-time": "xs:dateTime", "date": "xs:date", "time": "xs:time", "uri": "xs:anyURI",
        "byte": "xs:base64Binary", "binary": "xs:base64Binary",
    ]

    private static let integers: [Base] = [
        Base("xs:byte", Int(Int8.min), Int(Int8.max)),
        Base("xs:unsignedByte", 0, Int(UInt8.max)),
        Base("xs:short", Int(Int16.min), Int(Int16.max)),
        Base("xs:unsignedShort", 0, Int(UInt16.max)),
        Base("xs:int", Int(Int32.min), Int(Int32.max)),
        Base("xs:unsignedInt", 0, Int(UInt32.max)),
    ]

    private func integer(_ schema: Schema) -> Base {
        if schema.storage == .wide { return Base("xs:integer") }
        let exact = Self.integers.first {
            $0.range?.least == schema.minimum && $0.range?.greatest == schema.maximum
        }
        if let exact { return exact }
        return Base(schema.format == "int32" ? "xs:int" : "xs:long")
    }
}
