// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The Swift declarations for calling a third-party service, generated from its description.
public struct SwiftDeclarations: Sendable {
    /// The text of the source file.
    public let text: String
    /// Remarks about parts of the service that have no equivalent in Swift, each a sentence.
    public let remarks: [String]

    init(text: String, remarks: [String]) {
        self.text = text
        self.remarks = remarks
    }

    /// Writes the declarations for calling a third-party SOAP service.
    ///
    /// - Parameter documents: The description.
    /// - Throws: `CodingError` when no port of the description supports SOAP.
    public init(of documents: WSDLDocuments) throws(CodingError) {
        let reader = try ForeignServiceReader(documents)
        var writer = SwiftWriter(reader.service, reader.schemas.types)
        remarks = reader.schemas.remarks
        text = writer.file(remarks)
    }
}

/// Writes the declarations of a SOAP service.
struct SwiftWriter {
    let service: ForeignService
    let types: [ForeignType]
    /// The prefix for each namespace of elements; empty if one default namespace suffices.
    private var prefixes: [String: String] = [:]
    private var lines: [String] = []

    init(_ service: ForeignService, _ types: [ForeignType]) {
        self.service = service
        self.types = types
        let members =
            service.operations.flatMap(\.members)
            + types.flatMap { type -> [ForeignType.Member] in
                if case .members(let members) = type.shape { members } else { [] }
            }
        let found = Set(members.filter { $0.kind == .element }.map(\.namespace))
        let elements = Set(service.operations.map(\.element.namespace))
        // If all elements are in one namespace, it is the default namespace, and no prefixes are
        // needed.
        guard !(found.isSubset(of: elements) && elements.count <= 1) else { return }
        for (index, namespace) in found.filter({ !$0.isEmpty }).sorted().enumerated() {
            prefixes[namespace] = "n\(index + 1)"
        }
    }

    /// True if children without a prefix are in the namespace of the operation's element.
    var isQualified: Bool { prefixes.isEmpty && hasQualifiedMembers }

    private var hasQualifiedMembers: Bool {
        let members = service.operations.flatMap(\.members).filter { $0.kind == .element }
        return members.isEmpty || members.contains { !$0.namespace.isEmpty }
    }

    mutating func add(_ line: String = "", _ level: Int = 0) {
        lines.append(line.isEmpty ? "" : String(repeating: "    ", count: level) + line)
    }

    mutating func comment(_ text: String, _ level: Int, mark: String = "///") {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !words.isEmpty { add("\(mark) \(words)", level) }
    }

    // MARK: - File

    mutating func file(_ remarks: [String]) -> String {
        add("// Written by recado describe swift --wsdl.")
        for remark in remarks { comment("Mind: \(remark).", 0, mark: "//") }
        add()
        for module in ["Foundation", "Recado"] {
            add("import \(module)")
        }
        add()
        comment("The SOAP service \(service.name), in \(service.version).", 0)
        if let address = service.address {
            add("///")
            comment("It answers at \(address).", 0)
        }
        add("enum \(service.name) {")
        add("/// The namespace of the operations.", 1)
        add("static let namespace = \(SwiftNames.literal(elementNamespace))", 1)
        for operation in service.operations { write(operation) }
        for type in types { write(type) }
        add("}")
        return lines.joined(separator: "\n") + "\n"
    }

    private var elementNamespace: String {
        service.operations.first?.element.namespace ?? service.namespace
    }

    // MARK: - Operations

    private mutating func write(_ operation: ForeignService.Operation) {
        add()
        let name = operationName(operation)
        comment(operation.about, 1)
        for (index, header) in operation.headers.enumerated() {
            if index > 0 || !operation.about.isEmpty { add("///", 1) }
            comment("It takes the header block \(header.element), a \(header.type.name).", 1)
        }
        add("struct \(name): SOAP.Operation {", 1)
        if operation.element.local != name {
            add("static let element = \(SwiftNames.literal(operation.element.local))", 2)
        }
        let isUsual = operation.element.namespace == elementNamespace
        let namespace =
            isUsual
            ? "\(service.name).namespace" : SwiftNames.literal(operation.element.namespace)
        add("static let namespace = \(namespace)", 2)
        add("static let action = \(SwiftNames.literal(operation.action ?? ""))", 2)
        if !isQualified { add("static let isQualified = false", 2) }
        if !prefixes.isEmpty { add("static let prefixes = \(prefixLiteral)", 2) }
        write(operation.output)
        writeFailure(operation.faults)
        write(operation.members, level: 2)
        add("}", 1)
    }

    /// Returns the name of an operation's type, which must differ from the names of schema types.
    private func operationName(_ operation: ForeignService.Operation) -> String {
        var names = SwiftNames()
        let name = names.typeName(operation.name)
        let isTaken = types.contains { $0.name == name } || name == service.name
        return isTaken ? name + "Operation" : name
    }

    private var prefixLiteral: String {
        let pairs = prefixes.sorted { $0.value < $1.value }
            .map { "\(SwiftNames.literal($0.value)): \(SwiftNames.literal($0.key))" }
        return "[\(pairs.joined(separator: ", "))]"
    }

    private mutating func write(_ output: ForeignService.Output) {
        switch output {
        case .nothing: add("typealias Output = NoContent", 2)
        case .whole(let type): add("typealias Output = \(type.name)", 2)
        case .child(let member):
            add("static let result: String? = \(SwiftNames.literal(member.name))", 2)
            add("typealias Output = \(typeText(member))", 2)
        }
    }

    private mutating func writeFailure(_ faults: [ForeignService.Fault]) {
        if faults.isEmpty { return }
        let names = SwiftNames.memberNames(faults.map(\.element)).map(SwiftNames.quoted)
        add()
        add("enum Failure: SOAP.Failure {", 2)
        for (name, fault) in zip(names, faults) { add("case \(name)(\(fault.type.name))", 3) }
        add()
        add("init?(_ fault: SOAP.Fault) {", 3)
        for (index, (name, fault)) in zip(names, faults).enumerated() {
            let element = SwiftNames.literal(fault.element)
            let test =
                "if let detail = try? fault.detail(\(fault.type.name).self, named: \(element)) {"
            add(index == 0 ? test : "} else " + test, 4)
            add("self = .\(name)(detail)", 5)
        }
        add("} else {", 4)
        add("return nil", 5)
        add("}", 4)
        add("}", 3)
        add("}", 2)
    }

    // MARK: - Types

    private mutating func write(_ type: ForeignType) {
        add()
        switch type.shape {
        case .choices(let values):
            add("enum \(type.name): String, Codable, CaseIterable, Sendable {", 1)
            for (name, value) in zip(SwiftNames.memberNames(values), values) {
                add("case \(SwiftNames.quoted(name)) = \(SwiftNames.literal(value))", 2)
            }
        case .members(let members):
            let word = type.isIndirect ? "final class" : "struct"
            add("\(word) \(type.name): Codable, Sendable {", 1)
            write(members, level: 2, isClass: type.isIndirect)
        }
        add("}", 1)
    }

    private mutating func write(
        _ members: [ForeignType.Member],
        level: Int,
        isClass: Bool = false
    ) {
        let names = SwiftNames.memberNames(members.map(\.name)).map(SwiftNames.quoted)
        if !members.isEmpty, level == 2, lines.last?.hasSuffix("{") == false { add() }
        for (name, member) in zip(names, members) {
            let initial = member.isList ? " = []" : ""
            add(
                isClass
                    ? "let \(name): \(typeText(member))"
                    : "var \(name): \(typeText(member))\(initial)",
                level
            )
        }
        if isClass { writeInitializer(names, members) }
        guard zip(names, members).contains(where: { $0 != key(of: $1) }) else { return }
        add()
        add("enum CodingKeys: String, CodingKey {", level)
        for (name, member) in zip(names, members) {
            let key = key(of: member)
            add(
                name == key ? "case \(name)" : "case \(name) = \(SwiftNames.literal(key))",
                level + 1
            )
        }
        add("}", level)
    }

    private mutating func writeInitializer(_ names: [String], _ members: [ForeignType.Member]) {
        let parameters = zip(names, members).map { name, member in
            let initial = member.isList ? " = []" : member.isOptional ? " = nil" : ""
            return "\(name): \(typeText(member))\(initial)"
        }
        add()
        add("init(", 2)
        for (index, parameter) in parameters.enumerated() {
            add(parameter + (index + 1 < parameters.count ? "," : ""), 3)
        }
        add(") {", 2)
        for name in names { add("self.\(name) = \(name)", 3) }
        add("}", 2)
    }

    private func typeText(_ member: ForeignType.Member) -> String {
        if member.isList { return "[\(member.type.name)]" }
        return member.type.name + (member.isOptional ? "?" : "")
    }

    /// Returns the coding key of a member, with a mark for an attribute or a prefix if needed.
    private func key(of member: ForeignType.Member) -> String {
        switch member.kind {
        case .attribute: "@" + member.name
        case .text: "#text"
        case .element: prefixes[member.namespace].map { "\($0):\(member.name)" } ?? member.name
        }
    }
}
