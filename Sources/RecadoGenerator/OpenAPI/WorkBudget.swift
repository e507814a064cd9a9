// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Counts the cost of reading a description, and enforces the limits.
///
/// The target of a reference is read for each use, so a short description may cause a lot of work.
final class WorkBudget {
    /// The number of bytes that count for each value in addition to its text.
    private static let valueSize = 16
    /// The depth at which the counting of nested values stops.
    private static let depthLimit = 512

    private let limits: SwiftDeclarations.Limits
    private var members = 0
    private var text = 0

    init(_ limits: SwiftDeclarations.Limits) { self.limits = limits }

    /// Counts members, values or choices.
    func spend(members count: Int, at place: DocumentPlace) throws(OpenAPIError) {
        guard count <= limits.members - members else {
            let words = "the description comes to more than \(limits.members) members"
            throw OpenAPIError(words, at: place)
        }
        members += count
    }

    /// Counts the bytes of a text.
    func spend(text count: Int, at place: DocumentPlace) throws(OpenAPIError) {
        guard count <= limits.text - text else {
            let words = "the description comes to more than \(limits.text) bytes of text"
            throw OpenAPIError(words, at: place)
        }
        text += count
    }

    /// Counts a value with its whole content.
    func spend(whole value: Value, at place: DocumentPlace) throws(OpenAPIError) {
        try spend(value, at: place, 0)
    }

    private func spend(
        _ value: Value,
        at place: DocumentPlace,
        _ depth: Int
    ) throws(OpenAPIError) {
        try spend(text: Self.valueSize, at: place)
        guard depth < Self.depthLimit else { return }
        switch value {
        case .string(let text): try spend(text: text.utf8.count, at: place)
        case .array(let elements):
            for element in elements { try spend(element, at: place, depth + 1) }
        case .object(let members):
            for (name, member) in members {
                try spend(text: name.utf8.count, at: place)
                try spend(member, at: place, depth + 1)
            }
        case .null, .bool, .number: break
        }
    }

    /// Counts the members of an object schema, and their names.
    func spend(object place: DocumentPlace) throws(OpenAPIError) {
        let properties = place.value["properties"]?.objectValue ?? [:]
        try spend(members: properties.count, at: place)
        for name in properties.keys { try spend(text: name.utf8.count, at: place) }
        if let required = place.value["required"] { try spend(whole: required, at: place) }
    }

    /// Counts the keywords of a schema, without the schemas that it contains.
    func spend(schema place: DocumentPlace) throws(OpenAPIError) {
        for (name, member) in place.value.objectValue ?? [:] {
            switch member {
            case .object:
                try spend(text: name.utf8.count + Self.valueSize, at: place)
                if name == "const" { try spend(whole: member, at: place) }
            case .array(let elements):
                if name == "enum" { try spend(members: elements.count, at: place) }
                guard name != "enum", elements.contains(where: { $0.objectValue != nil }) else {
                    try spend(whole: member, at: place)
                    continue
                }
                try spend(text: elements.count &* Self.valueSize, at: place)
            default:
                try spend(text: name.utf8.count, at: place)
                try spend(whole: member, at: place)
            }
        }
    }
}
