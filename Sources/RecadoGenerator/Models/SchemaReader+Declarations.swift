// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension SchemaReader {
    /// Declares a type that has only a name so far.
    mutating func declare(_ pending: PendingDeclaration) throws(OpenAPIError) {
        switch pending.source {
        case .shape(let shape): try declare(shape, as: pending.number, pending.context)
        case .parts(let parts):
            declarations[pending.number].shape = try structure(
                parts,
                pending.number,
                pending.context
            )
        }
    }

    /// Declares the Swift type for a shape.
    private mutating func declare(
        _ shape: SchemaShape,
        as number: Int,
        _ context: Context
    ) throws(OpenAPIError) {
        let words = shape.place.text("description") ?? shape.place.text("title") ?? ""
        let notes = shape.notes
        declarations[number].about = ([words] + notes).filter { !$0.isEmpty }.joined(
            separator: "\n"
        )
        switch shape.kind {
        case .object(let parts):
            if words.isEmpty { declarations[number].about = parts.about }
            declarations[number].shape = try structure(parts, number, context)
        case .choices(let type, let values):
            let names = SwiftNames.caseNames(values.map(Self.caseWord))
            let cases = zip(names, values).map { (name: $0, value: $1) }
            declarations[number].shape = .choices(type: type, cases)
        case .union(let choices, let base):
            declarations[number].shape = try union(choices, base, shape.place, number, context)
        default: break
        }
    }

    /// Returns the text from which the name of an enum case is made.
    private static func caseWord(_ value: Value) -> String {
        switch value {
        case .string(let text): text
        case .bool(let flag): flag ? "yes" : "no"
        case .number(let number): number.description.replacing("-", with: "minus ")
        default: "\(value)"
        }
    }

    // MARK: - Structures

    private mutating func structure(
        _ parts: ObjectParts,
        _ number: Int,
        _ context: Context
    ) throws(OpenAPIError) -> ModelDeclaration.Shape {
        var members: [ModelMember] = []
        for (name, schema) in parts.members {
            members.append(
                try member(name, schema, parts.required.contains(ExactText(name)), number, context)
            )
        }
        var additional: SwiftType?
        if let schema = parts.additional {
            let part = context.part("additional property", in: declarations[number].name)
            additional = try pendingUse(of: schema, part).required
        } else if parts.isOpen {
            additional = .any
        }
        return .structure(members, additional: additional)
    }

    private mutating func member(
        _ name: String,
        _ schema: DocumentPlace,
        _ isRequired: Bool,
        _ number: Int,
        _ context: Context
    ) throws(OpenAPIError) -> ModelMember {
        var part = context.part(name, in: declarations[number].name)
        part.isForm = context.isForm
        let use = try pendingUse(of: schema, part)
        var member = ModelMember(key: name, use: use, isRequired: isRequired)
        let isReference = schema.text("$ref") != nil
        member.about = schema.text("description") ?? (isReference ? "" : schema.text("title") ?? "")
        member.isDeprecated = schema.isTrue("deprecated")
        return member
    }

    // MARK: - Unions

    private mutating func union(
        _ places: [DocumentPlace],
        _ base: ObjectParts?,
        _ place: DocumentPlace,
        _ number: Int,
        _ context: Context
    ) throws(OpenAPIError) -> ModelDeclaration.Shape {
        let parent = declarations[number].name
        let discriminator = place["discriminator"] ?? base?.discriminator
        let values = try mapping(discriminator, places)
        var choices: [UnionChoice] = []
        var types: Set<SwiftType> = []
        for (index, choice) in places.enumerated() {
            let word = try word(for: choice, index)
            let part = context.part(word, in: parent)
            let found: SchemaUse
            if let base {
                found = try merged(choice, base, part)
            } else {
                found = try pendingUse(of: choice, part)
            }
            guard types.insert(found.type).inserted else { continue }
            var made = UnionChoice(name: word, type: found.type, values: values[index] ?? [])
            made.schemaName = schemaName(of: choice, found.type)
            choices.append(made)
        }
        let names = SwiftNames.caseNames(choices.map(\.name))
        for (index, name) in names.enumerated() { choices[index].name = name }
        return .union(discriminator: discriminator?.text("propertyName"), choices)
    }

    /// Returns the type of a choice with the members that all choices share.
    private mutating func merged(
        _ choice: DocumentPlace,
        _ base: ObjectParts,
        _ context: Context
    ) throws(OpenAPIError) -> SchemaUse {
        var own = ObjectParts()
        try own.add(choice, documents, depth: 0)
        try documents.budget.spend(members: base.members.count, at: choice)
        var parts = base
        parts.merge(own)
        let name = names.nestedName(context.name, in: context.scope)
        let number = try reserve(
            ModelDeclaration(name: name, schemaName: nil, scope: context.scope, place: choice)
        )
        declarations[number].about = own.about
        wait(PendingDeclaration(number: number, source: .parts(parts), context: context))
        return SchemaUse(type: .model(number))
    }

    /// Returns the text from which the name of a union's case is made.
    private func word(for choice: DocumentPlace, _ index: Int) throws(OpenAPIError) -> String {
        if let reference = choice.text("$ref") {
            return PointerToken.unescaped(reference.split(atByte: "/").last ?? "")
        }
        if let title = choice.text("title"), title.count <= 60, !title.isEmpty { return title }
        let shape = try SchemaShape(choice, documents)
        switch shape.kind {
        case .boolean: return "bool"
        case .integer: return "int"
        case .number: return "double"
        case .string, .choices: return index == 0 ? "text" : "text \(index + 1)"
        case .array: return index == 0 ? "list" : "list \(index + 1)"
        case .map: return "map"
        case .any, .same, .object, .union: return "option \(index + 1)"
        }
    }

    /// Returns the discriminator's values for each choice, keyed by the position of the choice.
    private func mapping(
        _ discriminator: DocumentPlace?,
        _ places: [DocumentPlace]
    ) throws(OpenAPIError) -> [Int: [String]] {
        guard let discriminator, let property = discriminator.text("propertyName") else {
            return [:]
        }
        let (named, referred) = try mappedValues(discriminator)
        var values: [Int: [String]] = [:]
        for (index, choice) in places.enumerated() {
            guard let reference = choice.text("$ref") else { continue }
            let target = try documents.target(of: reference, at: choice)
            let name = reference.split(atByte: "/").last.map(String.init) ?? ""
            var found = (named[ExactText(name)] ?? []) + (referred[target.key] ?? [])
            if found.isEmpty { found = [name] }
            try documents.budget.spend(members: found.count, at: choice)
            // The choice's own schema may also state a value of the discriminator, as a constant of
            // that property.
            let said = try documents.resolve(target)["properties"]?[property]
            let only = said?["const"] ?? said?["enum"]?[0]
            if let text = only?.text, !found.contains(where: { $0.hasSameBytes(as: text) }),
                (said?.value["enum"]?.arrayValue?.count ?? 1) == 1
            {
                found.append(text)
            }
            values[index] = found
        }
        return values
    }

    /// Returns the values of a discriminator, keyed by their targets: the name of a schema, or a
    /// location.
    private func mappedValues(
        _ discriminator: DocumentPlace
    ) throws(OpenAPIError) -> (
        named: [ExactText: [String]], referred: [DocumentPlace.Key: [String]]
    ) {
        var named: [ExactText: [String]] = [:]
        var referred: [DocumentPlace.Key: [String]] = [:]
        for (value, place) in discriminator["mapping"]?.members ?? [] {
            try documents.budget.spend(members: 1, at: place)
            let text = place.text ?? ""
            if !text.utf8.contains(0x2F) {
                named[ExactText(text), default: []].append(value)
            } else if let target = try? documents.target(of: text, at: discriminator) {
                referred[target.key, default: []].append(value)
            }
        }
        return (named, referred)
    }

    /// Returns the name of a choice's schema; `nil` if the schema has no name, or if the
    /// declaration of the choice's type already states it.
    private func schemaName(of choice: DocumentPlace, _ type: SwiftType) -> String? {
        guard let reference = choice.text("$ref"),
            let range = reference.utf8.firstRange(of: "/components/schemas/".utf8)
        else { return nil }
        if case .model(let number) = type, declarations[number].schemaName != nil { return nil }
        return PointerToken.unescaped(reference[range.upperBound...])
    }
}
