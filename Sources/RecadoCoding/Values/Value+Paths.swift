// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value that a path leads to, or `nil` if it leads nowhere; setting makes what is missing.
    ///
    /// ```swift
    /// answer[path: "films.0.title"]        // "Solaris"
    /// answer[path: "films.*.title"]        // ["Solaris", "Stalker"]
    /// answer[path: "meta.page"] = 2        // makes `meta`, if there is none
    /// ```
    ///
    /// Setting follows members and existing elements; an index right behind the last element adds one. Where
    /// the way is barred by a scalar, by a gap or by `*`, nothing changes. Setting `nil` removes a
    /// member or an element.
    ///
    /// - Parameter path: Names and indexes with dots between them.
    public subscript(path path: CodingPath) -> Value? {
        get { value(at: path.steps[...]) }
        set { _ = set(newValue, at: path.steps[...]) }
    }

    private func value(at steps: ArraySlice<CodingPath.Step>) -> Value? {
        guard let step = steps.first else { return self }
        let rest = steps.dropFirst()
        switch (step, self) {
        case (.every, .array(let elements)):
            return .array(elements.compactMap { $0.value(at: rest) })
        case (.every, .object(let object)):
            return .array(object.compactMap { $0.value.value(at: rest) })
        case (.name(let name), .object(let object)):
            return object[name]?.value(at: rest)
        case (.name, .array):
            return step.index.flatMap { self[$0] }?.value(at: rest)
        default:
            return nil
        }
    }

    /// Sets a value, and says whether it could be done.
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

    private static func set(
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
    /// For names that are also properties of `Value`, and those that are no identifiers, use the subscript.
    ///
    /// - Parameter name: The name.
    public subscript(dynamicMember name: String) -> Value? {
        get { self[name] }
        set { self[name] = newValue }
    }
}
