// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension [Schema.Property] {
    /// Adds a property at the path in its key: `fechas.nacimiento` becomes the property
    /// `nacimiento` of an object `fechas`, which keys with the same prefix share.
    ///
    /// - Parameters:
    ///   - property: The property, under the text of its key.
    ///   - names: The names along the path, `nil` for all elements of an array; none or one for a
    ///     key that is not a path.
    mutating func add(_ property: Schema.Property, at names: [String?]) {
        guard names.count > 1, let name = names[0] else {
            var property = property
            // A declared key escapes its dots; in documents it has no escapes.
            if names.count == 1, let name = names[0] { property.name = name }
            putWhole(property)
            return
        }
        put(property, name, names.dropFirst())
    }

    /// Adds a property; it replaces a property of the same name that other keys have described in
    /// part.
    private mutating func putWhole(_ property: Schema.Property) {
        guard let place = firstIndex(where: { $0.name == property.name }) else {
            append(property)
            return
        }
        var property = property
        property.isRequired = property.isRequired || self[place].isRequired
        self[place] = property
    }

    fileprivate mutating func put(
        _ property: Schema.Property,
        _ name: String,
        _ rest: ArraySlice<String?>,
        isOfElement: Bool = false
    ) {
        if rest.isEmpty {
            var leaf = property
            leaf.name = name
            putWhole(leaf)
            return
        }
        let place = firstIndex { $0.name == name }
        let known = place.map { self[$0] }
        var parent = known ?? Schema.Property(name, .any, isRequired: false)
        parent.schema = Schema.holding(
            property,
            at: rest,
            beside: known?.schema,
            isOfElement: isOfElement
        )
        parent.isRequired = parent.isRequired || property.isRequired
        if let place { self[place] = parent } else { append(parent) }
    }
}

extension Schema {
    /// Returns the schema of a value that contains a property at a path.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - names: The rest of the path, which has at least one step.
    ///   - known: The schema according to other keys; `nil` if this key is the first.
    ///   - isOfElement: True if the value is an element that a `*` in the path selects; elements
    ///     that are not objects are then ignored.
    /// - Returns: The schema. If the next step is a number, which may be an index or a name, the
    ///   result is `known`, or else the schema of any value.
    fileprivate static func holding(
        _ property: Property,
        at names: ArraySlice<String?>,
        beside known: Schema?,
        isOfElement: Bool = false
    ) -> Schema {
        guard let name = names.first ?? nil else {
            return list(of: property, at: names.dropFirst(), beside: known)
        }
        guard Int(name) == nil else { return known ?? .any }
        var properties: [Property] = []
        switch known?.kind {
        case .object(let others): properties = others
        case nil: break
        // A key for the whole value takes precedence over keys for its parts.
        default: return known ?? .any
        }
        properties.put(property, name, names.dropFirst(), isOfElement: isOfElement)
        var object = Schema(.object(properties))
        // An optional property is `nil` if an object on its path is missing or null, so the object
        // may be null if it has no required property.
        object.isNullable = properties.allSatisfy { !$0.isRequired }
        object.acceptsOtherKinds = isOfElement
        return object
    }

    /// Returns the schema of the list whose elements a `*` in a path selects.
    ///
    /// The schema is derived from the property, which is an array with one value for each selected
    /// element.
    private static func list(
        of property: Property,
        at names: ArraySlice<String?>,
        beside known: Schema?
    ) -> Schema {
        var element = property
        element.isRequired = false
        element.schema = if case .array(let part) = property.schema.kind { part } else { .any }
        let other: Schema? = if case .array(let part)? = known?.kind { part } else { nil }
        // A key for the whole value takes precedence over keys for its parts.
        if let known, other == nil || !known.acceptsOtherKinds { return known }
        let part =
            names.isEmpty
            ? element.schema : holding(element, at: names, beside: other, isOfElement: true)
        var list = Schema(.array(part))
        list.isNullable = !property.isRequired
        // `*` also matches the values of an object.
        list.acceptsOtherKinds = true
        return list
    }
}
