// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Writes the Swift types of schemas.
struct ModelWriter {
    let declarations: [ModelDeclaration]
    private let types: TypeText
    /// The indexes of the declarations nested in each type, keyed by the names of the enclosing
    /// types.
    private let nested: [[String]: [Int]]
    /// The weight of each type: the heavier a type, the less likely it can decode a value of
    /// another type.
    private let weights: [Int]

    init(_ declarations: [ModelDeclaration]) {
        self.declarations = declarations
        types = TypeText(declarations)
        weights = declarations.map(Self.weight)
        nested = Dictionary(grouping: declarations.indices) { declarations[$0].scope }
    }

    func text(of type: SwiftType) -> String { types.text(of: type) }

    /// Writes the types nested in a type, or the top-level types if the scope is empty.
    func write(typesIn scope: [String], to source: inout SourceText) {
        for number in nested[scope] ?? [] { write(declarations[number], to: &source) }
    }

    private func write(_ declaration: ModelDeclaration, to source: inout SourceText) {
        guard !source.isFull else { return }
        source.begin(declaration.place)
        source.gap()
        source.document(declaration.about)
        switch declaration.shape {
        case .structure(let members, let additional):
            write(declaration, members, additional, to: &source)
        case .choices(let type, let cases): write(declaration, type, cases, to: &source)
        case .union(let discriminator, let choices):
            write(declaration, discriminator, choices, to: &source)
        }
    }

    private func protocols(_ declaration: ModelDeclaration, _ named: String) -> String {
        declaration.schemaName == nil ? named + ", InlineModel" : named
    }

    private func writeName(_ declaration: ModelDeclaration, to source: inout SourceText) {
        guard let name = declaration.schemaName, !name.hasSameBytes(as: declaration.name) else {
            return
        }
        source.add("static var schemaName: String? { \(SwiftNames.literal(name)) }")
    }

    private func writeNested(
        _ declaration: ModelDeclaration,
        to source: inout SourceText
    ) {
        write(typesIn: declaration.scope + [declaration.name], to: &source)
    }

    // MARK: - Structures

    private func write(
        _ declaration: ModelDeclaration,
        _ members: [ModelMember],
        _ additional: SwiftType?,
        to source: inout SourceText
    ) {
        let kind = declaration.schemaName == nil ? "InlineModel" : "SchemaModel"
        let lines = ModelMembers(members, additional, types)
        source.block("struct \(SwiftNames.quoted(declaration.name)): \(kind)") { source in
            writeName(declaration, to: &source)
            lines.write(to: &source)
            if additional != nil { lines.writeCoding(to: &source) }
            writeNested(declaration, to: &source)
        }
    }

    // MARK: - Choices

    private func write(
        _ declaration: ModelDeclaration,
        _ type: String,
        _ cases: [(name: String, value: Value)],
        to source: inout SourceText
    ) {
        let name = SwiftNames.quoted(declaration.name)
        let model =
            declaration.schemaName == nil
            ? "Codable, CaseIterable, Sendable" : "SchemaModel, CaseIterable"
        if type == "Bool" {
            let value = cases.first?.value.boolValue == true
            source.block("enum \(name): RawRepresentable, \(model)") { source in
                writeName(declaration, to: &source)
                source.add("case \(cases.first?.name ?? "yes")")
                source.add()
                source.add("var rawValue: Bool { \(value) }")
                source.add()
                source.block("init?(rawValue: Bool)") { source in
                    source.add("guard rawValue == \(value) else { return nil }")
                    source.add("self = .\(cases.first?.name ?? "yes")")
                }
            }
            return
        }
        source.block("enum \(name): \(type), \(model)") { source in
            writeName(declaration, to: &source)
            for (name, value) in cases {
                let quoted = SwiftNames.quoted(name)
                let raw = value.stringValue.map(SwiftNames.literal) ?? value.description
                let isSame = value.stringValue?.hasSameBytes(as: name) == true
                source.add(isSame ? "case \(quoted)" : "case \(quoted) = \(raw)")
            }
        }
    }

    // MARK: - Unions

    private func write(
        _ declaration: ModelDeclaration,
        _ discriminator: String?,
        _ choices: [UnionChoice],
        to source: inout SourceText
    ) {
        let name = SwiftNames.quoted(declaration.name)
        let head = "indirect enum \(name): \(protocols(declaration, "SchemaUnion"))"
        // The heaviest choices are tried first, because they are the least likely to decode a value
        // of another choice.
        let weights = choices.map { weight(of: $0.type) }
        let sorted = choices.indices.sorted { (weights[$0], $1) > (weights[$1], $0) }
        source.block(head) { source in
            writeName(declaration, to: &source)
            for choice in choices {
                source.add("case \(SwiftNames.quoted(choice.name))(\(types.text(of: choice.type)))")
            }
            source.add()
            if let discriminator {
                source.add(
                    "static let discriminator: String? = \(SwiftNames.literal(discriminator))"
                )
            }
            source.add("static let choices: [SchemaChoice<\(name)>] = [")
            source.list(sorted.map { Self.expression(choices[$0], of: name) })
            source.add("]")
            source.add()
            source.block("var value: any Codable & Sendable") { source in
                source.add("switch self {")
                for choice in choices {
                    source.add("case .\(SwiftNames.quoted(choice.name))(let value): value")
                }
                source.add("}")
            }
            writeNested(declaration, to: &source)
        }
    }

    private static func expression(_ choice: UnionChoice, of union: String) -> String {
        var arguments = ["\(union).\(SwiftNames.quoted(choice.name))"]
        if let name = choice.schemaName { arguments.append("named: \(SwiftNames.literal(name))") }
        if !choice.values.isEmpty {
            let values = choice.values.map(SwiftNames.literal).joined(separator: ", ")
            arguments.append("for: [\(values)]")
        }
        return "SchemaChoice(\(arguments.joined(separator: ", ")))"
    }

    /// Returns the weight of a type: the heavier a type, the less likely it can decode a value of
    /// another type.
    private func weight(of type: SwiftType) -> Int {
        switch type {
        case .plain(let name): ["Value": -3, "String": -2, "Double": -1][name] ?? 0
        case .array, .optional: 0
        case .map: -1
        case .model(let number): weights[number]
        }
    }

    private static func weight(of declaration: ModelDeclaration) -> Int {
        switch declaration.shape {
        case .structure(let members, _): members.count { $0.isRequired } &* 2
        case .choices: 1
        case .union: 0
        }
    }
}
