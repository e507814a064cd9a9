// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

/// Reads the types of third-party XML schemas; each type is read when it is first needed.
struct ForeignSchemaReader {
    typealias Member = ForeignType.Member
    typealias TypeName = ForeignType.TypeName

    /// A declaration, with the schema that contains it.
    struct Component {
        let element: MarkupTree
        let schema: WSDLDocuments.SchemaDocument
    }

    private var components: [String: [Document.Name: Component]] = [:]
    private var known: [Document.Name: TypeName] = [:]
    private(set) var types: [ForeignType] = []
    /// Remarks about parts of the schemas that have no equivalent in Swift.
    private(set) var remarks: [String] = []
    private var names = SwiftNames()
    /// The base types that are being read, so that a type that extends itself is not read
    /// endlessly.
    private var extending: Set<Document.Name> = []
    private var depth = 0

    init(_ schemas: [WSDLDocuments.SchemaDocument]) {
        for schema in schemas {
            for child in schema.root.children
            where child.name.namespace == DescriptionNamespace.schema {
                guard let name = child["name"] else { continue }
                let full = Document.Name(local: name, namespace: schema.namespace)
                let kind = Self.symbolSpace(of: child.name.local)
                if components[kind]?[full] == nil {
                    components[kind, default: [:]][full] = Component(element: child, schema: schema)
                }
            }
        }
    }

    /// Returns the symbol space of a declaration; complex and simple types share one space (XML
    /// Schema part 1 §2.5).
    private static func symbolSpace(of local: String) -> String {
        local == "complexType" || local == "simpleType" ? "type" : local
    }

    func component(_ kind: String, _ name: Document.Name) -> Component? { components[kind]?[name] }

    mutating func remark(_ text: String) {
        if !remarks.contains(text) { remarks.append(text) }
    }

    mutating func newName(_ name: String) -> String { names.typeName(name) }

    // MARK: - Types

    /// Returns the type of a top-level element.
    mutating func type(ofElement name: Document.Name) -> TypeName {
        guard let component = component("element", name) else {
            remark("the element \(name) is declared nowhere")
            return .known("Value")
        }
        return type(of: component.element, component.schema, named: name.local)
    }

    /// Returns the type that a declaration refers to or contains.
    mutating func type(
        of element: MarkupTree,
        _ schema: WSDLDocuments.SchemaDocument,
        named name: String
    ) -> TypeName {
        if let typeName = element.qualifiedName(in: "type") { return type(named: typeName) }
        if let complex = element.child("complexType", in: DescriptionNamespace.schema) {
            return declare(complex, schema, named: name)
        }
        if let simple = element.child("simpleType", in: DescriptionNamespace.schema) {
            return self.simple(simple, schema, named: name)
        }
        return .known("Value")
    }

    mutating func type(named name: Document.Name) -> TypeName {
        if name.namespace == DescriptionNamespace.schema { return builtIn(name.local) }
        if let type = known[name] { return type }
        guard let component = component("type", name) else {
            remark("the type \(name) is declared nowhere")
            return .known("Value")
        }
        if component.element.name.local == "simpleType" {
            let type = simple(component.element, component.schema, named: name.local)
            known[name] = type
            return type
        }
        if isAnything(component.element) {
            known[name] = .known("Value")
            return .known("Value")
        }
        // The name is reserved before the members are read, because a member may have this same
        // type.
        let index = reserve(name.local, origin: "\(name)")
        known[name] = .declared(types[index].name)
        fill(index, component.element, component.schema)
        return .declared(types[index].name)
    }

    private mutating func declare(
        _ complex: MarkupTree,
        _ schema: WSDLDocuments.SchemaDocument,
        named name: String
    ) -> TypeName {
        if isAnything(complex) { return .known("Value") }
        let index = reserve(name, origin: "the element \(name)")
        fill(index, complex, schema)
        return .declared(types[index].name)
    }

    private mutating func reserve(_ name: String, origin: String) -> Int {
        types.append(ForeignType(name: newName(name), origin: origin, shape: .members([])))
        return types.count - 1
    }

    private mutating func fill(
        _ index: Int,
        _ complex: MarkupTree,
        _ schema: WSDLDocuments.SchemaDocument
    ) {
        types[index].shape = .members(members(of: complex, schema, in: types[index].name))
    }

    /// True if the content of a type is only an element of any name, such as an embedded document.
    private func isAnything(_ complex: MarkupTree) -> Bool {
        let parts = complex.children.filter { $0.name.local != "annotation" }
        guard parts.count == 1, parts[0].name.local == "sequence" else { return false }
        let particles = parts[0].children.filter { $0.name.local != "annotation" }
        return !particles.isEmpty && particles.allSatisfy { $0.name.local == "any" }
    }

    private mutating func simple(
        _ simple: MarkupTree,
        _ schema: WSDLDocuments.SchemaDocument,
        named name: String
    ) -> TypeName {
        let xs = DescriptionNamespace.schema
        guard let restriction = simple.child("restriction", in: xs) else {
            remark("\(name) is a list or a union, which is read as one text")
            return .known("String")
        }
        let values = restriction.children("enumeration", in: xs).compactMap { $0["value"] }
        let base: TypeName
        if let baseName = restriction.qualifiedName(in: "base") {
            base = type(named: baseName)
        } else if let inner = restriction.child("simpleType", in: xs) {
            base = self.simple(inner, schema, named: name)
        } else {
            base = .known("String")
        }
        guard !values.isEmpty, base == .known("String") else { return base }
        let type = ForeignType(name: newName(name), origin: name, shape: .choices(values))
        types.append(type)
        return .declared(type.name)
    }

    private mutating func builtIn(_ name: String) -> TypeName {
        if let type = Self.builtIn[name] { return .known(type) }
        if name != "anyType", name != "anySimpleType" { remark("xs:\(name) is read as a text") }
        return .known(name == "anyType" ? "Value" : "String")
    }

    private static let builtIn: [String: String] = {
        var types = [
            "boolean": "Bool", "decimal": "Decimal", "double": "Double", "float": "Float",
            "dateTime": "Date", "base64Binary": "Data", "unsignedLong": "UInt64",
        ]
        for name in [
            "int", "long", "short", "byte", "integer", "nonNegativeInteger", "positiveInteger",
            "nonPositiveInteger", "negativeInteger", "unsignedInt", "unsignedShort", "unsignedByte",
        ] {
            types[name] = "Int"
        }
        for name in [
            "string", "normalizedString", "token", "anyURI", "language", "Name", "NCName", "ID",
            "IDREF", "NMTOKEN", "QName", "date", "time", "duration", "gYear", "gYearMonth",
            "gMonth", "gMonthDay", "gDay",
        ] {
            types[name] = "String"
        }
        return types
    }()

    // MARK: - Bases

    /// Returns the members of a base type; empty if the base type is already being read.
    mutating func inherited(
        _ base: Document.Name,
        in owner: String
    ) -> [Member] {
        if base.namespace.hasSuffix("/soap/encoding/") || base.namespace.hasSuffix("soap-encoding")
        {
            remark("\(owner) is an array in SOAP's own encoding, which is not understood")
            return []
        }
        guard let component = component("type", base), extending.insert(base).inserted else {
            return []
        }
        defer { extending.remove(base) }
        return members(of: component.element, component.schema, in: owner)
    }

    mutating func descend<Result>(_ body: (inout Self) -> Result) -> Result? {
        // The depth is limited, because groups may refer to each other in a cycle.
        guard depth < 64 else { return nil }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }

    mutating func markIndirect(_ indirect: Set<String>) {
        for index in types.indices where indirect.contains(types[index].name) {
            types[index].isIndirect = true
        }
    }
}
