// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Writes schemas in XML Schema 1.0.
///
/// Each named object is a complex type, with its elements in the order in which values are encoded.
struct XMLSchemaWriter {
    let library: SchemaLibrary

    init(_ library: SchemaLibrary) {
        self.library = library
    }

    /// Returns the schema of the elements that call and answer operations, and of the types in
    /// them.
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

    /// Returns an element with members.
    func element(_ name: String, _ members: [Schema.Property]) -> Markup {
        Markup("xs:element", ["name": name], [complexType(members)])
    }

    private func results(of operation: SOAPDescription.Operation) -> [Schema.Property] {
        guard let output = operation.output else { return [] }
        let schema = operation.embedsDocument ? .embeddedDocument : output
        return [Schema.Property(operation.result, schema, isRequired: !output.isNullable)]
    }

    // MARK: - Objects

    /// Returns the type of an object; without a name it is written where it is used.
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

    /// Returns the name of a type, or the children of the element if the type has no name.
    private func type(of schema: Schema, _ resolved: Schema) -> (name: String?, children: [Markup])
    {
        switch resolved.kind {
        case .oneOf(let choices) where choices.contains { library.resolve($0).kind == .string }:
            // Every scalar is text in XML, so a choice that includes strings can be written as a
            // string.
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
            // The elements of an array within an array are named `item`.
            let list = element("item", item, minimum: "0", maximum: "unbounded")
            return (nil, [Markup("xs:complexType", [:], [Markup("xs:sequence", [:], [list])])])
        case .boolean, .integer, .number, .string:
            if let name = simpleTypeName(resolved) { return (name, []) }
            return (nil, [simpleType(resolved)])
        }
    }

    /// Returns the type of elements with arbitrary names: the members of a dictionary, or an
    /// embedded document.
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
    /// The schema of an embedded document, whose content is not described.
    fileprivate static let embeddedDocument: Schema = {
        var schema = Schema.any
        schema.format = "xml"
        return schema
    }()
}

extension Schema.Property {
    /// The name without the `@` that marks an attribute.
    var elementName: String {
        name.hasPrefix("@") ? String(name.dropFirst()) : name
    }

    var isXMLAttribute: Bool { node == .attribute || name.hasPrefix("@") }
    var isXMLText: Bool { node == .text || name == "#text" || name.isEmpty }
}
