// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

extension ForeignSchemaReader {
    private typealias Schema = WSDLDocuments.SchemaDocument

    /// Returns the members of a complex type; inherited members come first.
    mutating func members(
        of complex: MarkupTree,
        _ schema: WSDLDocuments.SchemaDocument,
        in owner: String
    ) -> [Member] {
        if complex["abstract"] == "true" {
            remark("\(owner) is abstract; values of types that extend it are read as it alone")
        }
        var members: [Member] = []
        for child in complex.children where child.name.namespace == DescriptionNamespace.schema {
            switch child.name.local {
            case "complexContent", "simpleContent":
                members += content(child, schema, in: owner)
            default:
                members += particle(child, schema, in: owner, isOptional: false, isList: false)
            }
        }
        return members
    }

    /// Returns the members of content that extends or restricts another type.
    private mutating func content(
        _ content: MarkupTree,
        _ schema: Schema,
        in owner: String
    ) -> [Member] {
        guard let derivation = content.children.first(where: { $0["base"] != nil }),
            let base = derivation.qualifiedName(in: "base")
        else { return [] }
        var members: [Member] = []
        if content.name.local == "simpleContent" {
            let type = type(named: base)
            if case .declared(let name) = type.kind, let declared = shape(of: name) {
                members += declared
            } else {
                members.append(Member(name: "", kind: .text, namespace: "", type: type))
            }
        } else if derivation.name.local == "extension" || derivation.children.isEmpty {
            members += inherited(base, in: owner)
        } else if base.namespace.contains("soap") {
            members += inherited(base, in: owner)
        }
        for child in derivation.children {
            members += particle(child, schema, in: owner, isOptional: false, isList: false)
        }
        return members
    }

    private func shape(of name: String) -> [Member]? {
        guard let type = types.first(where: { $0.name == name }),
            case .members(let members) = type.shape
        else { return nil }
        return members
    }

    /// Returns the members for a particle, such as an element or a sequence.
    private mutating func particle(
        _ particle: MarkupTree,
        _ schema: Schema,
        in owner: String,
        isOptional: Bool,
        isList: Bool
    ) -> [Member] {
        let isOptional = isOptional || particle["minOccurs"] == "0"
        let isList = isList || Self.isRepeated(particle)
        switch particle.name.local {
        case "sequence", "all", "choice":
            let isChoice = particle.name.local == "choice"
            return descend { reader in
                particle.children.flatMap {
                    reader.particle(
                        $0,
                        schema,
                        in: owner,
                        isOptional: isOptional || isChoice,
                        isList: isList
                    )
                }
            } ?? []
        case "group", "attributeGroup":
            return group(particle, in: owner, isOptional: isOptional, isList: isList)
        case "element":
            return [element(particle, schema, isOptional: isOptional, isList: isList)]
        case "attribute":
            return attribute(particle, schema)
        case "any", "anyAttribute":
            remark("\(owner) may hold elements or attributes of any name, which are overlooked")
            return []
        default:
            return []
        }
    }

    private static func isRepeated(_ particle: MarkupTree) -> Bool {
        guard let maximum = particle["maxOccurs"] else { return false }
        return maximum == "unbounded" || (Int(maximum) ?? 1) > 1
    }

    private mutating func group(
        _ reference: MarkupTree,
        in owner: String,
        isOptional: Bool,
        isList: Bool
    ) -> [Member] {
        guard let name = reference.qualifiedName(in: "ref"),
            let component = component(reference.name.local, name)
        else { return [] }
        return descend { reader in
            component.element.children.flatMap {
                reader.particle(
                    $0,
                    component.schema,
                    in: owner,
                    isOptional: isOptional,
                    isList: isList
                )
            }
        } ?? []
    }

    private mutating func element(
        _ element: MarkupTree,
        _ schema: Schema,
        isOptional: Bool,
        isList: Bool
    ) -> Member {
        let isNillable = element["nillable"] == "true"
        if let reference = element.qualifiedName(in: "ref") {
            return Member(
                name: reference.local,
                namespace: reference.namespace,
                type: type(ofElement: reference),
                isOptional: isOptional || isNillable,
                isList: isList
            )
        }
        let name = element["name"] ?? ""
        let isQualified = element["form"].map { $0 == "qualified" } ?? schema.isQualified
        return Member(
            name: name,
            namespace: isQualified ? schema.namespace : "",
            type: type(of: element, schema, named: name),
            isOptional: isOptional || isNillable,
            isList: isList
        )
    }

    private mutating func attribute(_ attribute: MarkupTree, _ schema: Schema) -> [Member] {
        guard let name = attribute["name"] ?? attribute.qualifiedName(in: "ref")?.local else {
            return []
        }
        let found = attribute["type"] == nil && attribute.children.isEmpty
        let type = found ? .known("String") : type(of: attribute, schema, named: name)
        return [
            Member(
                name: name,
                kind: .attribute,
                namespace: "",
                type: type,
                isOptional: attribute["use"] != "required"
            )
        ]
    }
}

extension ForeignType.TypeName {
    fileprivate enum Kind {
        case declared(String)
        case known
    }

    fileprivate var kind: Kind { isDeclared ? .declared(name) : .known }
}
