// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The parts of a shape that are compared; a shape is a schema, or one choice of its `oneOf` or
/// `anyOf`.
struct ComparedShape: Sendable {
    /// The allowed types of values, except null; empty if any type is allowed.
    let types: Set<String>
    let isNullable: Bool
    let value: Value

    init(_ value: Value, isNullable: Bool = false) {
        self.value = value
        var types = Set(value["type"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        if let type = value["type"]?.stringValue { types.insert(type) }
        // `nullable` comes from OpenAPI 3.0.
        self.isNullable =
            isNullable || types.contains("null") || value["nullable"]?.boolValue == true
        types.remove("null")
        if types.isEmpty {
            if value["properties"] != nil { types = ["object"] }
            if value["items"] != nil { types = ["array"] }
        }
        self.types = types
    }

    /// The only allowed values, as texts; `nil` if any value is allowed.
    var choices: Set<String>? {
        if let only = value["const"] { return [only.description] }
        return value["enum"]?.arrayValue.flatMap { values in
            let found = Set(values.filter { !$0.isNull }.map(\.description))
            // A Boolean whose two values are both listed is not limited.
            return types == ["boolean"] && found.count == 2 ? nil : found
        }
    }

    func number(_ keys: String...) -> Double? {
        for key in keys { if let number = value[key]?.doubleValue { return number } }
        return nil
    }

    /// The members of an object, in their order.
    var members: Value.Object { value["properties"]?.objectValue ?? [:] }

    var required: Set<String> {
        Set(value["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }

    /// True if members that the schema does not list are refused.
    var isClosed: Bool { value["additionalProperties"]?.boolValue == false }
}

/// Two versions of a shape, and their location.
struct SchemaPair: Sendable {
    /// The direction in which values of the shape are sent.
    enum Direction: Sendable, Hashable { case input, output }

    let old: ComparedShape
    let new: ComparedShape
    let direction: Direction
    /// The location of the shape: the operation, the input or the status, and the path to the
    /// shape.
    let place: String
    /// The number of shapes that contain this one.
    let depth: Int
    /// The keys of the union's shapes that the new version does not have.
    var removedChoices: [String] = []
    var addedChoices: [String] = []
}
