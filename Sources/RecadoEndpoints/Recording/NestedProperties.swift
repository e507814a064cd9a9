// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension [Schema.Property] {
    /// Adds a property where the path of its key leads: `fechas.nacimiento` is the property
    /// `nacimiento` of an object `fechas`, which it shares with other keys that begin so.
    ///
    /// - Parameters:
    ///   - property: The property, under the text of its key.
    ///   - names: The names on the way, `nil` for all elements of an array; none or
    ///     one for a key that is no path.
    mutating func add(_ property: Schema.Property, at names: [String?]) {
        guard names.count > 1, let name = names[0] else {
            var property = property
            // What is escaped in a key is not in documents.
            if names.count == 1, let name = names[0] { property.name = name }
            putWhole(property)
            return
        }
        put(property, name, names.dropFirst())
    }

    /// Puts a property in the place of what other keys have said of parts of it, if they have.
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
    /// The shape of a value that holds a property where a path leads.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - names: The rest of the path, which has at least one step.
    ///   - known: The shape as other keys have it; `nil` where this is the first.
    ///   - isOfElement: True behind a `*`, which passes over elements that are no objects.
    /// - Returns: The shape; of any value where a number may be an index or a name.
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
        // A key for the whole value says more.
        default: return known ?? .any
        }
        properties.put(property, name, names.dropFirst(), isOfElement: isOfElement)
        var object = Schema(.object(properties))
        // An optional whose path ends early, or at null, is `nil`.
        object.isNullable = properties.allSatisfy { !$0.isRequired }
        object.passesOverOtherKinds = isOfElement
        return object
    }

    /// The shape of a list from whose elements a property takes its own.
    private static func list(
        of property: Property,
        at names: ArraySlice<String?>,
        beside known: Schema?
    ) -> Schema {
        var element = property
        element.isRequired = false
        element.schema = if case .array(let part) = property.schema.kind { part } else { .any }
        let other: Schema? = if case .array(let part)? = known?.kind { part } else { nil }
        // A key for the whole value says more.
        if let known, other == nil || !known.passesOverOtherKinds { return known }
        let part =
            names.isEmpty
            ? element.schema : holding(element, at: names, beside: other, isOfElement: true)
        var list = Schema(.array(part))
        list.isNullable = !property.isRequired
        // `*` stands for the values of an object, too.
        list.passesOverOtherKinds = true
        return list
    }
}
