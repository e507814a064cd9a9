// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The shapes that a value may have: one for each choice of `oneOf` or `anyOf`, one for each of
/// several types, or a single shape.
struct ShapeUnion {
    /// A shape, with the key by which it is matched with a shape of the other version.
    struct Shape {
        let key: String
        let value: Value
        let reference: String?
    }

    /// The maximum nesting depth of `allOf` schemas.
    private static let depthLimit = 16
    /// The keywords that describe the structure of a shape, rather than only limit its values.
    private static let structure = [
        "type", "properties", "items", "additionalProperties", "enum", "const", "oneOf", "anyOf",
    ]

    /// The shapes, at least one.
    private(set) var shapes: [Shape] = []
    private(set) var isNullable = false
    /// True if no part was left out because of a limit.
    private(set) var isWhole = true
    /// The reference to the union as a whole; `nil` if there is none.
    private(set) var reference: String?
    private var parts = 0
    /// The references to inner unions that were entered; each is entered once, because a reference
    /// may lead back to itself.
    private var entered: Set<String> = []

    /// Collects the shapes of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - root: The document that contains the targets of references.
    ///   - isText: True if values are sent as text, which cannot express null.
    init(_ schema: Value, in root: Value, isText: Bool = false) {
        reference = schema["$ref"]?.stringValue
        let isBareNull = schema["nullable"]?.boolValue == true
        let whole = merged(ComparedDocument.resolve(schema, in: root), in: root)
        if isBareNull { isNullable = true }
        if let listed = whole["oneOf"]?.arrayValue ?? whole["anyOf"]?.arrayValue {
            addChoices(listed, of: whole, in: root)
        } else {
            add(whole, reference: nil)
        }
        dropContained()
        if shapes.count == 1 { reference = reference ?? shapes[0].reference }
        if shapes.isEmpty {
            shapes = [Shape(key: "null", value: ["type": "null"], reference: nil)]
        }
        if isText { isNullable = false }
    }

    private mutating func addChoices(
        _ listed: [Value],
        of whole: Value,
        in root: Value,
        depth: Int = 0
    ) {
        var base = whole.objectValue ?? [:]
        base["oneOf"] = nil
        base["anyOf"] = nil
        let choices = listed.map { choice in
            (value: merged(ComparedDocument.resolve(choice, in: root), in: root), choice: choice)
        }
        let hasBase = base["properties"] != nil
        let isStructured = hasBase || base["type"] != nil
        let rest = choices.filter { !isNull($0.value) }
        if rest.count < choices.count { isNullable = true }
        // Choices that only require certain members together do not change the shape.
        if isStructured, rest.allSatisfy({ Self.isLimit($0.value) }) {
            return add(.object(base), reference: nil)
        }
        if whole["nullable"]?.boolValue == true { isNullable = true }
        // The reference of the only choice identifies the union, unless the union adds members.
        if rest.count == 1, !hasBase {
            reference = reference ?? rest[0].choice["$ref"]?.stringValue
        }
        for (value, choice) in rest {
            // The shapes of an inner union are added to this union.
            if depth < Self.depthLimit, !hasBase,
                let inner = value["oneOf"]?.arrayValue ?? value["anyOf"]?.arrayValue
            {
                let reference = choice["$ref"]?.stringValue
                if reference.map({ entered.insert($0).inserted }) ?? true {
                    addChoices(inner, of: value, in: root, depth: depth + 1)
                }
                continue
            }
            let shape = hasBase ? Self.combined(base, value) : value
            add(shape, reference: hasBase ? nil : choice["$ref"]?.stringValue)
        }
    }

    private func isNull(_ value: Value) -> Bool {
        if value["type"]?.stringValue == "null" { return true }
        if value["const"]?.isNull == true { return true }
        return value["enum"]?.arrayValue.map { !$0.isEmpty && $0.allSatisfy(\.isNull) } ?? false
    }

    private static func isLimit(_ value: Value) -> Bool {
        structure.allSatisfy { value[$0] == nil }
    }

    /// Returns the members that all choices share, combined with the members of one choice.
    private static func combined(_ base: Value.Object, _ choice: Value) -> Value {
        var result = base
        for (key, value) in choice.objectValue ?? [:] { result[key] = value }
        var members = base["properties"]?.objectValue ?? [:]
        for (name, member) in choice["properties"]?.objectValue ?? [:] { members[name] = member }
        let required = (base["required"]?.arrayValue ?? []) + (choice["required"]?.arrayValue ?? [])
        result["properties"] = .object(members)
        if !required.isEmpty { result["required"] = .array(required) }
        return .object(result)
    }

    /// Adds a shape; if the shape allows null, the whole union does.
    private mutating func add(_ value: Value, reference: String?) {
        guard var members = value.objectValue else {
            // A schema that is not an object, such as `true`, is kept unchanged.
            return append(value, reference)
        }
        let types = members["type"]?.arrayValue?.compactMap(\.stringValue)
        if types?.contains("null") == true || members["nullable"]?.boolValue == true {
            isNullable = true
            members["nullable"] = nil
        }
        if let types, types.count > 1 {
            members["type"] = .array(types.filter { $0 != "null" }.map { .string($0) })
        }
        append(.object(members), reference)
    }

    private mutating func append(_ value: Value, _ reference: String?) {
        shapes.append(
            Shape(key: reference ?? Self.key(of: value), value: value, reference: reference)
        )
    }

    /// The shapes; a shape of several types becomes one shape for each type.
    var separated: [Shape] {
        shapes.flatMap { shape -> [Shape] in
            let types = shape.value["type"]?.arrayValue?.compactMap(\.stringValue) ?? []
            guard types.count > 1, var members = shape.value.objectValue else { return [shape] }
            return types.map { type in
                members["type"] = .string(type)
                let value = Value.object(members)
                let key = shape.reference ?? Self.key(of: value)
                return Shape(key: key, value: value, reference: shape.reference)
            }
        }
    }

    /// Removes shapes that limit strings if another shape allows any string.
    private mutating func dropContained() {
        let limits = ["enum", "const", "format", "pattern", "minLength", "maxLength"]
        let isOpen = shapes.contains { shape in
            shape.value["type"]?.stringValue == "string"
                && limits.allSatisfy { shape.value[$0] == nil }
        }
        guard isOpen, shapes.count > 1 else { return }
        shapes.removeAll { shape in
            shape.value["type"]?.stringValue == "string"
                && limits.contains { shape.value[$0] != nil }
        }
    }

    private static func key(of schema: Value) -> String {
        let types = ComparedShape(schema).types.sorted()
        return types.isEmpty ? schema["title"]?.stringValue ?? "any" : types.joined(separator: " ")
    }

    // MARK: - Parts

    /// Returns a schema in which the parts of `allOf` are combined.
    private mutating func merged(
        _ schema: Value,
        in root: Value,
        after references: Set<String> = []
    ) -> Value {
        guard let list = schema["allOf"]?.arrayValue else { return schema }
        let limit = SchemaWalk.Limit.parts.rawValue
        var result = schema.objectValue ?? [:]
        result["allOf"] = nil
        var (members, required) = (Value.Object(), [Value]())
        for (index, part) in ([.object(result)] + list).enumerated() {
            var references = references
            // A schema that refers to itself adds no further parts.
            if let reference = part["$ref"]?.stringValue,
                !references.insert(reference).inserted
            {
                continue
            }
            guard parts < limit, references.count < Self.depthLimit else {
                isWhole = false
                break
            }
            if index > 0 { parts += 1 }
            let target = ComparedDocument.resolve(part, in: root)
            let part = merged(target, in: root, after: references)
            for (name, member) in part["properties"]?.objectValue ?? [:] { members[name] = member }
            required += part["required"]?.arrayValue ?? []
            for (key, value) in part.objectValue ?? [:] where result[key] == nil {
                result[key] = value
            }
        }
        if !members.isEmpty { result["properties"] = .object(members) }
        if !required.isEmpty { result["required"] = .array(required) }
        return .object(result)
    }
}
