// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

/// Reads the operations of a SOAP service from its WSDL documents.
struct ForeignServiceReader {
    private typealias WSDL = DescriptionNamespace

    private(set) var service = ForeignService()
    private(set) var schemas: ForeignSchemaReader
    private var messages: [Document.Name: MarkupTree] = [:]
    private var portTypes: [Document.Name: MarkupTree] = [:]
    private var bindings: [Document.Name: MarkupTree] = [:]

    /// Reads the operations of the first port that supports SOAP.
    ///
    /// - Throws: `CodingError` when there is no such port.
    init(_ documents: WSDLDocuments) throws(CodingError) {
        schemas = ForeignSchemaReader(documents.schemas)
        for root in documents.definitions {
            let namespace = root["targetNamespace"] ?? ""
            func named(_ local: String) -> [(Document.Name, MarkupTree)] {
                root.children(local, in: WSDL.wsdl).compactMap { element in
                    element["name"].map {
                        (Document.Name(local: $0, namespace: namespace), element)
                    }
                }
            }
            messages.merge(named("message")) { first, _ in first }
            portTypes.merge(named("portType")) { first, _ in first }
            bindings.merge(named("binding")) { first, _ in first }
        }
        guard let found = port(in: documents) else {
            throw CodingError(.unsupported, "no port of the description speaks SOAP over HTTP")
        }
        service.name = schemas.newName(found.name)
        service.address = found.address
        service.version = found.version
        read(found.binding, in: found.version == .soap11 ? WSDL.soap11 : WSDL.soap12)
        schemas.markIndirect(TypeCycles(schemas.types).members)
    }

    private struct Port {
        let name: String
        let address: String?
        let version: SOAP.Version
        let binding: MarkupTree
    }

    /// Returns the first port for SOAP 1.1, or else the first for SOAP 1.2.
    ///
    /// If the documents declare no service, and thus no port, the result is the first binding by
    /// name, for SOAP 1.1 or else for SOAP 1.2.
    private func port(in documents: WSDLDocuments) -> Port? {
        let services = documents.definitions.flatMap { $0.children("service", in: WSDL.wsdl) }
        for version in SOAP.Version.allCases {
            let namespace = version == .soap11 ? WSDL.soap11 : WSDL.soap12
            for service in services {
                for port in service.children("port", in: WSDL.wsdl) {
                    guard let name = port.qualifiedName(in: "binding"),
                        let binding = bindings[name],
                        binding.child("binding", in: namespace) != nil
                    else { continue }
                    return Port(
                        name: service["name"] ?? "Service",
                        address: port.child("address", in: namespace)?["location"],
                        version: version,
                        binding: binding
                    )
                }
            }
            let bare = bindings.sorted { $0.key.local < $1.key.local }.first {
                $0.value.child("binding", in: namespace) != nil
            }
            if services.isEmpty, let bare {
                return Port(
                    name: bare.key.local,
                    address: nil,
                    version: version,
                    binding: bare.value
                )
            }
        }
        return nil
    }

    // MARK: - Operations

    private mutating func read(_ binding: MarkupTree, in soap: String) {
        let style = binding.child("binding", in: soap)?["style"] ?? "document"
        guard let name = binding.qualifiedName(in: "type"), let portType = portTypes[name] else {
            schemas.remark("the binding’s portType is declared nowhere")
            return
        }
        service.namespace = name.namespace
        let abstract = portType.children("operation", in: WSDL.wsdl)
        for operation in binding.children("operation", in: WSDL.wsdl) {
            guard let name = operation["name"],
                let declared = abstract.first(where: { $0["name"] == name })
            else { continue }
            let own = operation.child("operation", in: soap)
            guard (own?["style"] ?? style) == "document" else {
                schemas.remark("\(name) is left out: its style is rpc, not document")
                continue
            }
            let uses = operation.children.compactMap { $0.child("body", in: soap)?["use"] }
            guard uses.allSatisfy({ $0 == "literal" }) else {
                schemas.remark("\(name) is left out: its content is encoded, not literal")
                continue
            }
            read(declared, operation, named: name, action: own?["soapAction"], in: soap)
        }
    }

    private mutating func read(
        _ declared: MarkupTree,
        _ bound: MarkupTree,
        named name: String,
        action: String?,
        in soap: String
    ) {
        guard let input = declared.child("input", in: WSDL.wsdl),
            let element = element(of: input, bound.child("input", in: WSDL.wsdl), soap)
        else {
            schemas.remark("\(name) is left out: it is not called by one element")
            return
        }
        let output = declared.child("output", in: WSDL.wsdl)
        let answer = output.flatMap {
            self.element(of: $0, bound.child("output", in: WSDL.wsdl), soap)
        }
        var operation = ForeignService.Operation(
            name: name,
            element: element,
            action: action,
            output: answer.map { self.output($0) } ?? .nothing
        )
        operation.about = declared.child("documentation", in: WSDL.wsdl)?.text ?? ""
        operation.members = members(of: element)
        operation.faults = declared.children("fault", in: WSDL.wsdl).compactMap { fault($0) }
        operation.headers = headers(of: bound.child("input", in: WSDL.wsdl), soap)
        service.operations.append(operation)
    }

    /// Returns the element in the body of a message; `nil` unless there is exactly one.
    private func element(
        of direction: MarkupTree,
        _ bound: MarkupTree?,
        _ soap: String
    ) -> Document.Name? {
        guard let name = direction.qualifiedName(in: "message"), let message = messages[name]
        else { return nil }
        var parts = message.children("part", in: WSDL.wsdl)
        let body = bound?.child("body", in: soap)
        if let wanted = body?["parts"] {
            let names = wanted.split(whereSeparator: \.isWhitespace).map(String.init)
            parts = parts.filter { names.contains($0["name"] ?? "") }
        } else {
            // Parts that are sent as headers do not belong to the body.
            let inHeader =
                bound?.children("header", in: soap).filter {
                    $0.qualifiedName(in: "message") == name
                }.compactMap { $0["part"] } ?? []
            parts = parts.filter { !inHeader.contains($0["name"] ?? "") }
        }
        return parts.count == 1 ? parts[0].qualifiedName(in: "element") : nil
    }

    /// Returns the children of the element that calls an operation.
    private mutating func members(of element: Document.Name) -> [ForeignType.Member] {
        guard let component = schemas.component("element", element) else {
            schemas.remark("the element \(element) is declared nowhere")
            return []
        }
        let xs = DescriptionNamespace.schema
        if let complex = component.element.child("complexType", in: xs) {
            return schemas.members(of: complex, component.schema, in: element.local)
        }
        guard let name = component.element.qualifiedName(in: "type") else { return [] }
        if let type = schemas.component("type", name), type.element.name.local == "complexType" {
            return schemas.members(of: type.element, type.schema, in: element.local)
        }
        let type = schemas.type(named: name)
        return [ForeignType.Member(name: "", kind: .text, namespace: "", type: type)]
    }

    private mutating func output(_ element: Document.Name) -> ForeignService.Output {
        let members = members(of: element)
        if members.isEmpty { return .nothing }
        if members.count == 1, members[0].kind == .element { return .child(members[0]) }
        return .whole(schemas.type(ofElement: element))
    }

    private mutating func fault(_ fault: MarkupTree) -> ForeignService.Fault? {
        guard let name = fault.qualifiedName(in: "message"),
            let part = messages[name]?.child("part", in: WSDL.wsdl),
            let element = part.qualifiedName(in: "element")
        else { return nil }
        return ForeignService.Fault(element: element.local, type: schemas.type(ofElement: element))
    }

    private mutating func headers(
        of input: MarkupTree?,
        _ soap: String
    ) -> [ForeignService.Header] {
        (input?.children("header", in: soap) ?? []).compactMap { header in
            guard let name = header.qualifiedName(in: "message"), let message = messages[name],
                let part = message.children("part", in: WSDL.wsdl)
                    .first(where: { $0["name"] == header["part"] }),
                let element = part.qualifiedName(in: "element")
            else { return nil }
            return ForeignService.Header(
                element: element,
                type: schemas.type(ofElement: element)
            )
        }
    }
}

/// Finds the types that contain themselves through members that are not lists.
private struct TypeCycles {
    private(set) var members: Set<String> = []

    init(_ types: [ForeignType]) {
        var held: [String: [String]] = [:]
        for type in types {
            guard case .members(let members) = type.shape else { continue }
            held[type.name] = members.filter { !$0.isList && $0.type.isDeclared }.map(\.type.name)
        }
        for type in types {
            var seen: Set<String> = []
            var waiting = held[type.name] ?? []
            while let next = waiting.popLast() {
                if seen.insert(next).inserted { waiting += held[next] ?? [] }
            }
            if seen.contains(type.name) { members.insert(type.name) }
        }
    }
}
