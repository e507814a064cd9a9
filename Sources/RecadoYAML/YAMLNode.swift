// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A value, and the same value in which every scalar is a text.
struct YAMLNode {
    let value: Value
    /// The value with its scalars as they were written; `nil` if it equals ``value`` or was not
    /// requested.
    let written: Value?

    /// Creates a scalar, and keeps the given text unless the value is that text.
    init(_ value: Value, writtenAs text: String?) {
        self.value = value
        written = text.flatMap { value.stringValue == nil ? .string($0) : nil }
    }

    init(_ elements: [YAMLNode]) {
        value = .array(elements.map(\.value))
        let isSame = elements.allSatisfy { $0.written == nil }
        written = isSame ? nil : .array(elements.map { $0.written ?? $0.value })
    }

    init(_ members: [(String, YAMLNode)]) {
        value = .object(Value.Object(members.map { ($0, $1.value) }))
        let isSame = members.allSatisfy { $1.written == nil }
        written =
            isSame ? nil : .object(Value.Object(members.map { ($0, $1.written ?? $1.value) }))
    }

    /// The members that another mapping merges from this one.
    var merged: [(String, YAMLNode)] {
        (value.objectValue ?? [:]).map { name, value in
            (name, YAMLNode(value: value, written: written?[name]))
        }
    }

    /// The elements of a list, or the value itself.
    var elements: [YAMLNode] {
        guard let elements = value.arrayValue else { return [self] }
        return elements.enumerated().map { index, value in
            YAMLNode(value: value, written: written?[index])
        }
    }

    private init(value: Value, written: Value?) {
        self.value = value
        self.written = written
    }
}
