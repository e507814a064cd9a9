// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The shape of a schema: the parts of `allOf` are merged, and choices that only limit values are
/// dropped.
struct SchemaShape: Sendable {
    let place: DocumentPlace
    private(set) var kind = Kind.any
    private(set) var isNullable = false
    /// Sentences for comments about details that the Swift type does not express.
    private(set) var notes: [String] = []

    /// The kind of a shape.
    enum Kind: Sendable {
        case any
        /// The shape of another schema.
        case same(DocumentPlace)
        case boolean
        case integer
        case number
        case string(format: String?)
        case array(DocumentPlace?)
        case map(DocumentPlace?)
        case object(ObjectParts)
        case choices(type: String, [Value])
        case union([DocumentPlace], base: ObjectParts?)
    }

    /// True if the shape needs the declaration of a Swift type.
    var isDeclared: Bool {
        switch kind {
        case .object, .choices, .union: true
        default: false
        }
    }

    /// Reads a schema.
    init(_ place: DocumentPlace, _ documents: CountedDocuments) throws(OpenAPIError) {
        self.place = place
        try documents.budget.spend(schema: place)
        let types = Self.types(of: place)
        isNullable = types.contains("null") || place.isTrue("nullable")
        notes = Self.notes(of: place)
        let remaining = types.filter { $0 != "null" }
        if let values = Self.values(of: place) {
            let isText = remaining == ["string"]
            try readChoices(isText ? Self.texts(of: place) : values, remaining, documents)
        } else if let choices = place["oneOf"] ?? place["anyOf"] {
            try readUnion(choices.elements, remaining, documents)
        } else if place["allOf"] != nil {
            try readParts(documents)
        } else if remaining.count > 1 {
            readTypes(remaining)
        } else {
            try read(remaining.first ?? Self.guess(place), documents)
        }
    }

    private static func types(of place: DocumentPlace) -> [String] {
        if let type = place.text("type") { return [type] }
        // In YAML, `type: null` without quotes is the null value.
        if place.value["type"] == .null { return ["null"] }
        return (place["type"]?.elements ?? []).compactMap { $0.value.isNull ? "null" : $0.text }
    }

    /// Returns the likely type of a schema that states no type.
    private static func guess(_ place: DocumentPlace) -> String {
        if place["properties"] != nil || place["additionalProperties"] != nil { return "object" }
        if place["items"] != nil { return "array" }
        return ""
    }

    private static func values(of place: DocumentPlace) -> [Value]? {
        if let only = place.value["const"] { return [only] }
        return place.value["enum"]?.arrayValue
    }

    /// Returns the values of an enum of strings; numbers and Booleans are returned as they are
    /// spelled.
    private static func texts(of place: DocumentPlace) -> [Value] {
        let places = place["const"].map { [$0] } ?? place["enum"]?.elements ?? []
        return places.map { place in place.text.map { .string($0) } ?? place.value }
    }

    // MARK: - Kinds

    private mutating func read(
        _ type: String,
        _ documents: CountedDocuments
    ) throws(OpenAPIError) {
        switch type {
        case "boolean": kind = .boolean
        case "integer": kind = .integer
        case "number": kind = .number
        case "string": kind = .string(format: place.text("format"))
        case "array":
            if place["prefixItems"] != nil {
                notes.append("The elements have each a shape of its own.")
            }
            kind = .array(place["items"].flatMap { $0.value.objectValue == nil ? nil : $0 })
        case "object":
            var parts = ObjectParts()
            try parts.add(place, documents, depth: 0)
            kind = Self.object(parts)
        default: kind = .any
        }
    }

    /// Returns an object with known members, or a map if there are none.
    private static func object(_ parts: ObjectParts) -> Kind {
        guard parts.members.isEmpty else { return .object(parts) }
        return parts.isClosed ? .object(parts) : .map(parts.additional)
    }

    /// Reads a schema with several types as a union of them.
    private mutating func readTypes(_ types: [String]) {
        let members = place.value.objectValue ?? [:]
        let choices = types.map { type in
            var schema = members
            schema["type"] = .string(type)
            schema["nullable"] = nil
            return place.replaced(by: .object(schema))
        }
        kind = .union(choices, base: nil)
    }

    private mutating func readChoices(
        _ all: [Value],
        _ types: [String],
        _ documents: CountedDocuments
    ) throws(OpenAPIError) {
        if all.contains(where: \.isNull) { isNullable = true }
        var texts: Set<ExactText> = []
        var others: Set<Value> = []
        let values = all.filter { value in
            if case .string(let text) = value { return texts.insert(ExactText(text)).inserted }
            return !value.isNull && others.insert(value).inserted
        }
        if types == ["string"] || types.isEmpty, values.allSatisfy({ $0.stringValue != nil }),
            !values.isEmpty
        {
            kind = .choices(type: "String", values)
        } else if values.contains(where: { $0.stringValue != nil }) || values.isEmpty {
            let texts = values.map { $0.stringValue ?? "\($0)" }
            if types == ["string"], !texts.isEmpty {
                kind = .choices(type: "String", texts.map { .string($0) })
            } else {
                notes.append(
                    "One of \(values.prefix(50).map(\.description).joined(separator: ", "))."
                )
                try read(types.count == 1 ? types[0] : "", documents)
            }
        } else if values.allSatisfy({ $0.boolValue != nil }) {
            kind = values.count > 1 ? .boolean : .choices(type: "Bool", values)
        } else if values.allSatisfy({ $0.intValue != nil }) {
            kind = .choices(type: "Int", values)
        } else if values.allSatisfy({ $0.doubleValue != nil }) {
            kind = .choices(type: "Double", values)
        } else {
            notes.append("One of \(values.prefix(50).map(\.description).joined(separator: ", ")).")
        }
    }

    // MARK: - Unions

    private mutating func readUnion(
        _ all: [DocumentPlace],
        _ types: [String],
        _ documents: CountedDocuments
    ) throws(OpenAPIError) {
        var choices: [DocumentPlace] = []
        var hasOnlyLimits = true
        for choice in all {
            let target = try documents.resolve(choice)
            try documents.budget.spend(members: 1, at: choice)
            try documents.budget.spend(schema: target)
            if Self.isNull(target) {
                isNullable = true
                continue
            }
            if !Self.isLimit(target) { hasOnlyLimits = false }
            if target.isTrue("nullable") || Self.types(of: target).contains("null") {
                isNullable = true
            }
            choices.append(choice)
        }
        try decide(choices, hasOnlyLimits, types, documents)
    }

    /// Determines the kind of a schema with `oneOf` or `anyOf`.
    private mutating func decide(
        _ choices: [DocumentPlace],
        _ hasOnlyLimits: Bool,
        _ types: [String],
        _ documents: CountedDocuments
    ) throws(OpenAPIError) {
        var base = ObjectParts()
        try base.add(place, documents, depth: 0)
        if choices.isEmpty || (hasOnlyLimits && (!base.members.isEmpty || !types.isEmpty)) {
            if hasOnlyLimits, !choices.isEmpty {
                notes.append("Some members are needed together or in place of others.")
            }
            guard base.members.isEmpty else {
                kind = .object(base)
                return
            }
            return try read(types.first ?? "", documents)
        }
        if base.members.isEmpty, let format = try Self.commonText(of: choices, documents) {
            kind = .string(format: format.isEmpty ? nil : format)
            return
        }
        let open = try Self.openText(among: choices, documents)
        if let only = choices.count == 1 ? choices.first : open, base.members.isEmpty {
            kind = .same(only)
        } else {
            kind = .union(choices, base: base.members.isEmpty ? nil : base)
        }
    }

    private static func isNull(_ place: DocumentPlace) -> Bool {
        types(of: place) == ["null"] || values(of: place)?.allSatisfy(\.isNull) == true
    }

    /// True if a choice does not affect the shape.
    private static func isLimit(_ place: DocumentPlace) -> Bool {
        let words = [
            "type", "properties", "$ref", "items", "allOf", "oneOf", "anyOf", "enum", "const",
            "additionalProperties",
        ]
        return place.value.objectValue != nil && words.allSatisfy { place[$0] == nil }
    }

    /// Returns the common format of choices that are all strings without fixed values.
    ///
    /// The format is empty if the formats differ, and `nil` if some choice is not such a string.
    private static func commonText(
        of choices: [DocumentPlace],
        _ documents: CountedDocuments
    ) throws(OpenAPIError) -> String? {
        guard choices.count > 1 else { return nil }
        var formats: Set<String> = []
        for choice in choices {
            let target = try documents.resolve(choice)
            guard types(of: target) == ["string"], values(of: target) == nil else { return nil }
            formats.insert(target.text("format") ?? "")
        }
        return formats.count == 1 ? formats.first : ""
    }

    /// Returns the choice that allows any string, and thus all values of the other choices; `nil`
    /// if some choice is not a string, or if no choice allows any string.
    private static func openText(
        among choices: [DocumentPlace],
        _ documents: CountedDocuments
    ) throws(OpenAPIError) -> DocumentPlace? {
        var open: DocumentPlace?
        for choice in choices {
            let target = try documents.resolve(choice)
            guard types(of: target) == ["string"] else { return nil }
            if values(of: target) == nil, target["format"] == nil { open = choice }
        }
        return open
    }

    // MARK: - Parts

    private mutating func readParts(_ documents: CountedDocuments) throws(OpenAPIError) {
        var parts = ObjectParts()
        try parts.add(place, documents, depth: 0)
        if parts.isNullable { isNullable = true }
        let all = place["allOf"]?.elements ?? []
        let structural = ["properties", "additionalProperties", "items"]
        let isBare = structural.allSatisfy { place[$0] == nil }
        let meaningful = all.filter { !Self.isAnnotation($0) }
        if isBare, meaningful.count == 1, let only = meaningful.first, !parts.addsRequired {
            kind = .same(only)
        } else if let union = parts.unions.first {
            if parts.unions.count > 1 {
                notes.append("It is of further shapes, too, which are not told apart.")
            }
            let choices = union["oneOf"] ?? union["anyOf"]
            try readUnion(choices?.elements ?? [], ["object"], documents)
            if case .union(let choices, _) = kind, !parts.members.isEmpty {
                kind = .union(choices, base: parts)
            } else if case .same(let only) = kind, !parts.members.isEmpty {
                kind = .union([only], base: parts)
            } else if case .map = kind {
                kind = Self.object(parts)
            }
        } else if parts.members.isEmpty, let other = try Self.scalar(among: meaningful, documents) {
            kind = .same(other)
        } else {
            kind = Self.object(parts)
        }
    }

    /// Returns the first part that is not an object, such as a string.
    private static func scalar(
        among parts: [DocumentPlace],
        _ documents: CountedDocuments
    ) throws(OpenAPIError) -> DocumentPlace? {
        for part in parts {
            let shape = try SchemaShape(try documents.resolve(part), documents)
            switch shape.kind {
            case .any, .object, .map: continue
            default: return part
            }
        }
        return nil
    }

    /// True if a part has only annotations, such as a description.
    private static func isAnnotation(_ place: DocumentPlace) -> Bool {
        let words: Set<String> = [
            "description", "title", "nullable", "deprecated", "example", "default", "readOnly",
            "writeOnly", "examples", "externalDocs",
        ]
        return (place.value.objectValue ?? [:]).keys.allSatisfy {
            words.contains($0) || $0.hasPrefix("x-")
        }
    }
}
