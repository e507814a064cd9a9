// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The members of an object schema, including the members of all parts of `allOf`.
struct ObjectParts: Sendable {
    /// The maximum nesting depth of schemas; deeper nesting is refused, because it may be a cycle.
    private static let depthLimit = 32
    /// The maximum number of parts of an object schema.
    private static let partLimit = 200

    private(set) var members: [(name: String, schema: DocumentPlace)] = []
    private(set) var required: Set<ExactText> = []
    /// The schema of members that the object does not list; `nil` if there is none.
    private(set) var additional: DocumentPlace?
    /// True if the object schema refuses members that it does not list.
    private(set) var isClosed = false
    /// True if the schema explicitly allows members that it does not list.
    private(set) var isOpen = false
    private(set) var isNullable = false
    /// The parts that are unions (`oneOf` or `anyOf`).
    private(set) var unions: [DocumentPlace] = []
    /// True if the schema has its own `required`, which may name members of the parts.
    private(set) var addsRequired = false
    private(set) var about = ""
    private(set) var discriminator: DocumentPlace?
    private var positions: [ExactText: Int] = [:]
    private var parts = 0

    /// Adds a schema and all parts of its `allOf`.
    mutating func add(
        _ place: DocumentPlace,
        _ documents: CountedDocuments,
        depth: Int
    ) throws(OpenAPIError) {
        guard depth < Self.depthLimit, parts < Self.partLimit else {
            throw OpenAPIError("the schema is made of more than \(Self.partLimit) parts", at: place)
        }
        parts += 1
        let place = try documents.resolve(place)
        try documents.budget.spend(object: place)
        let list = place["allOf"]?.elements ?? []
        for part in list { try add(part, documents, depth: depth + 1) }
        if depth > 0, place["oneOf"] != nil || place["anyOf"] != nil { unions.append(place) }
        if depth == 0, !list.isEmpty, place["oneOf"] != nil || place["anyOf"] != nil {
            unions.append(place)
        }
        for (name, schema) in place["properties"]?.members ?? [] { set(schema, for: name) }
        let names = place.texts("required")
        if depth == 0, !names.isEmpty, !list.isEmpty { addsRequired = true }
        required.formUnion(names.map { ExactText($0) })
        if depth == 0, place.isTrue("nullable") { isNullable = true }
        if depth == 1, list.isEmpty, place.isTrue("nullable") { isNullable = true }
        if about.isEmpty { about = place.text("description") ?? "" }
        discriminator = discriminator ?? place["discriminator"]
        readAdditional(place)
    }

    private mutating func readAdditional(_ place: DocumentPlace) {
        if let schema = place["additionalProperties"]
            ?? place["patternProperties"]?.members.first?.place
        {
            if schema.value.objectValue?.isEmpty == false {
                additional = schema
            } else if schema.value.boolValue == false {
                isClosed = true
            } else {
                isOpen = true
            }
        }
    }

    private mutating func set(_ schema: DocumentPlace, for name: String) {
        if let position = positions[ExactText(name)] {
            members[position].schema = schema
        } else {
            positions[ExactText(name)] = members.count
            members.append((name, schema))
        }
    }

    /// Adds the members of other parts; they replace members with equal names.
    mutating func merge(_ other: ObjectParts) {
        for (name, schema) in other.members { set(schema, for: name) }
        required.formUnion(other.required)
        additional = additional ?? other.additional
    }
}
