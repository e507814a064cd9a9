// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value at a path, or `nil` if there is none; setting creates missing members.
    ///
    /// ```swift
    /// answer[path: "films.0.title"]        // "Solaris"
    /// answer[path: "films.*.title"]        // ["Solaris", "Stalker"]
    /// answer[path: "meta.page"] = 2        // makes `meta`, if there is none
    /// ```
    ///
    /// Setting follows members and existing elements; the index after the last element appends a
    /// new element.
    /// If the path leads through a scalar, a missing element or `*`, nothing changes. Setting `nil`
    /// removes a member or an element.
    ///
    /// - Parameter path: Names and indexes separated by dots.
    public subscript(path path: CodingPath) -> Value? {
        get { path.isProjection ? projection(path) : value(at: path.steps) }
        set { _ = set(newValue, at: path.steps[...]) }
    }

    /// Returns the value at the end of a path without `*`, or `nil` if there is none.
    private func value(at steps: some Sequence<CodingPath.Step>) -> Value? {
        var value = self
        for step in steps {
            guard case .name(let name) = step else { return nil }
            let next: Value? =
                if case .array = value { step.index.flatMap { value[$0] } } else { value[name] }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// Appends the values that a path with `*` denotes; elements without the rest of the path are
    /// skipped (RFC 9535 §2.3).
    private func collect(_ steps: ArraySlice<CodingPath.Step>, into found: inout [Value]) {
        let star = steps.firstIndex(of: .every) ?? steps.endIndex
        guard let value = value(at: steps[..<star]) else { return }
        guard star < steps.endIndex else { return found.append(value) }
        let rest = steps[(star + 1)...]
        switch value {
        case .array(let elements): for element in elements { element.collect(rest, into: &found) }
        case .object(let object): for member in object { member.value.collect(rest, into: &found) }
        case .null, .bool, .number, .string: break
        }
    }

    /// Returns the list that a path with `*` denotes, or `nil` if there is no array or object at
    /// the first `*`.
    private func projection(_ path: CodingPath) -> Value? {
        switch value(at: path.steps.prefix { $0 != .every }) {
        case .array, .object: break
        case .null, .bool, .number, .string, nil: return nil
        }
        var found: [Value] = []
        collect(path.steps[...], into: &found)
        return .array(found)
    }

    /// Sets a value; returns false if the path cannot be followed.
    private mutating func set(_ value: Value?, at steps: ArraySlice<CodingPath.Step>) -> Bool {
        guard let step = steps.first else {
            self = value ?? .null
            return true
        }
        guard case .name(let name) = step else { return false }
        let rest = steps.dropFirst()
        switch self {
        case .array(var elements):
            guard let index = step.index, index <= elements.count else { return false }
            // The array is taken out of `self`, so that it changes in place.
            self = .null
            defer { self = .array(elements) }
            return Self.set(value, in: &elements, at: index, rest)
        case .object(var object):
            self = .null
            defer { self = .object(object) }
            return Self.set(value, in: &object, at: name, rest)
        case .null:
            guard value != nil else { return true }
            var object = Object()
            guard Self.set(value, in: &object, at: name, rest) else { return false }
            self = .object(object)
            return true
        case .bool, .number, .string:
            return false
        }
    }

    /// Sets or removes an element of an array, or a value within it.
    static func set(
        _ value: Value?,
        in elements: inout [Value],
        at index: Int,
        _ rest: ArraySlice<CodingPath.Step>
    ) -> Bool {
        if rest.isEmpty, value == nil {
            if index < elements.count { elements.remove(at: index) }
            return true
        }
        if index < elements.count { return elements[index].set(value, at: rest) }
        var element = Value.null
        guard element.set(value, at: rest) else { return false }
        elements.append(element)
        return true
    }

    private static func set(
        _ value: Value?,
        in object: inout Object,
        at name: String,
        _ rest: ArraySlice<CodingPath.Step>
    ) -> Bool {
        if rest.isEmpty {
            object[name] = value
            return true
        }
        var member = object[name] ?? .null
        guard member.set(value, at: rest) else { return false }
        if object[name] != nil || member != .null { object[name] = member }
        return true
    }
}

// MARK: - Members by their names in code

extension Value {
    /// The member of an object with the name of a property: `answer.films?[0]?.title`.
    ///
    /// Use the subscript for names that are also properties of `Value`, and for names that are not
    /// identifiers.
    ///
    /// - Parameter name: The name.
    public subscript(dynamicMember name: String) -> Value? {
        get { self[name] }
        set { self[name] = newValue }
    }
}
