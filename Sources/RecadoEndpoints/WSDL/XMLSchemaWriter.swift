// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Writes schemas in the words of XML Schema 1.0.
///
/// Each named object is a complex type, whose elements stand in the order
/// in which models are written.
struct XMLSchemaWriter {
    let library: SchemaLibrary

    init(_ library: SchemaLibrary) {
        self.library = library
    }

    /// The schema of the elements that call and answer operations, and of the types in them.
    func schema(of description: SOAPDescription) -> Markup {
        var schema = Markup(
            "xs:schema",
            [
                "elementFormDefault": "qualified",
                "targetNamespace": description.binding.namespace,
            ]
        )
        for operation in description.operations {
            schema.add(element(operation.name, operation.inputs))
            schema.add(element(operation.response, results(of: operation)))
        }
        for (name, definition) in library.definitions.sorted(by: { $0.key < $1.key }) {
            guard case .object(let properties) = definition.kind else { continue }
            schema.add(complexType(properties, name: name))
        }
        return schema
    }

    /// An element that holds members.
    func element(_ name: String, _ members: [Schema.Property]) -> Markup {
        Markup("xs:element", ["name": name], [complexType(members)])
    }

    private func results(of operation: SOAPDescription.Operation) -> [Schema.Property] {
        guard let output = operation.output else { return [] }
        let schema = operation.embedsDocument ? .embeddedDocument : output
        return [Schema.Property(operation.result, schema, isRequired: !output.isNullable)]
    }

    // MARK: - Objects

    /// The type of an object; without a name it stands where it is used.
    private func complexType(_ properties: [Schema.Property], name: String? = nil) -> Markup {
        let attributes = properties.filter(\.isXMLAttribute).map(attribute)
        if let text = properties.first(where: \.isXMLText) {
            let base = simpleTypeName(library.resolve(text.schema)) ?? "xs:string"
            let body = Markup("xs:extension", ["base": base], attributes)
            return Markup(
                "xs:complexType",
                ["name": name],
                [Markup("xs:simpleContent", [:], [body])]
            )
        }
        let elements = properties.filter { !$0.isXMLAttribute }.map(member)
        let sequence = Markup("xs:sequence", [:], elements)
        return Markup("xs:complexType", ["name": name], [sequence] + attributes)
    }

    private func attribute(_ property: Schema.Property) -> Markup {
        let schema = library.resolve(property.schema)
        let typeName = simpleTypeName(schema)
        return Markup(
            "xs:attribute",
            [
                "name": property.elementName,
                "type": typeName,
                "use": property.isRequired ? "required" : nil,
            ],
            typeName == nil ? [simpleType(schema)] : []
        )
    }

    private func member(_ property: Schema.Property) -> Markup {
        let schema = library.resolve(property.schema)
        if case .array(let item) = schema.kind {
            return element(property.elementName, item, minimum: "0", maximum: "unbounded")
        }
        let isOptional = !property.isRequired || schema.isNullable
        return element(property.elementName, property.schema, minimum: isOptional ? "0" : nil)
    }

    // MARK: - Elements

    private func element(
        _ name: String,
        _ schema: Schema,
        minimum: String? = nil,
        maximum: String? = nil
    ) -> Markup {
        let resolved = library.resolve(schema)
        let (typeName, children) = type(of: schema, resolved)
        return Markup(
            "xs:element",
            [
                "minOccurs": minimum,
                "maxOccurs": maximum,
                "name": name,
                "nillable": resolved.isNullable ? "true" : nil,
                "type": typeName,
            ],
            children
        )
    }

    /// The name of a type, or else what stands for it.
    private func type(of schema: Schema, _ resolved: Schema) -> (name: String?, children: [Markup])
    {
        switch resolved.kind {
        case .oneOf(let choices) where choices.contains { library.resolve($0).kind == .string }:
            // In XML every scalar is text: where one of the choices is any text, all of them are.
            return ("xs:string", [])
        case .any, .oneOf, .reference:
            if resolved == .embeddedDocument { return (nil, [Self.anything(isMixed: true)]) }
            return ("xs:anyType", [])
        case .object(let properties):
            if case .reference(let name) = schema.kind { return ("tns:\(name)", []) }
            return (nil, [complexType(properties)])
        case .map:
            return (nil, [Self.anything(isMixed: false)])
        case .array(let item):
            // An array within an array has elements of its own name.
            let list = element("item", item, minimum: "0", maximum: "unbounded")
            return (nil, [Markup("xs:complexType", [:], [Markup("xs:sequence", [:], [list])])])
        case .boolean, .integer, .number, .string:
            if let name = simpleTypeName(resolved) { return (name, []) }
            return (nil, [simpleType(resolved)])
        }
    }

    /// The type of elements of any names: the members of a dictionary, or a document of its own.
    private static func anything(isMixed: Bool) -> Markup {
        let any = Markup(
            "xs:any",
            isMixed
                ? [:] : ["minOccurs": "0", "maxOccurs": "unbounded", "processContents": "skip"]
        )
        return Markup(
            "xs:complexType",
            ["mixed": isMixed ? "true" : nil],
            [Markup("xs:sequence", [:], [any])]
        )
    }
}

extension Schema {
    /// The schema of a result that is a document of its own, of which nothing is known.
    fileprivate static let embeddedDocument: Schema = {
        var schema = Schema.any
        schema.format = "xml"
        return schema
    }()
}

extension Schema.Property {
    /// The name without the marks that make it an attribute.
    var elementName: String {
        name.hasPrefix("@") ? String(name.dropFirst()) : name
    }

    var isXMLAttribute: Bool { node == .attribute || name.hasPrefix("@") }
    var isXMLText: Bool { node == .text || name == "#text" || name.isEmpty }
}
