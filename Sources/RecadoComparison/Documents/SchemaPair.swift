// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A shape as far as it is compared.
struct ComparedShape: Sendable {
    /// The types there may be, without null; none for any.
    let types: Set<String>
    let isNullable: Bool
    let value: Value

    init(_ value: Value, isNullable: Bool = false) {
        self.value = value
        var types = Set(value["type"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        if let type = value["type"]?.stringValue { types.insert(type) }
        // `nullable` is that of OpenAPI 3.0.
        self.isNullable =
            isNullable || types.contains("null") || value["nullable"]?.boolValue == true
        types.remove("null")
        if types.isEmpty {
            if value["properties"] != nil { types = ["object"] }
            if value["items"] != nil { types = ["array"] }
        }
        self.types = types
    }

    /// The only values there are, as texts to compare and to show; `nil` where there are others.
    var choices: Set<String>? {
        if let only = value["const"] { return [only.description] }
        return value["enum"]?.arrayValue.flatMap { values in
            let found = Set(values.filter { !$0.isNull }.map(\.description))
            // Both truth values are all that there are.
            return types == ["boolean"] && found.count == 2 ? nil : found
        }
    }

    func number(_ keys: String...) -> Double? {
        for key in keys { if let number = value[key]?.doubleValue { return number } }
        return nil
    }

    /// The members, in their order.
    var members: Value.Object { value["properties"]?.objectValue ?? [:] }

    var required: Set<String> {
        Set(value["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }

    /// Whether members that are not listed are refused.
    var isClosed: Bool { value["additionalProperties"]?.boolValue == false }
}

/// Two versions of a shape, and where it stands.
struct SchemaPair: Sendable {
    /// Which way values of it go.
    enum Direction: Sendable, Hashable { case input, output }

    let old: ComparedShape
    let new: ComparedShape
    let direction: Direction
    /// The operation, the input or the status, and the way to the shape.
    let place: String
    /// The number of shapes around it.
    let depth: Int
    /// Shapes of a union that are not in the other version: what they are called.
    var removedChoices: [String] = []
    var addedChoices: [String] = []
}
