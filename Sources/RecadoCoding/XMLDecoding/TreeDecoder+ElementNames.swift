// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// The number of names beyond which a search in an element counts as long; after three long
    /// searches, a hash table of the element's names is created.
    private static let fewNames = 32

    /// Returns the node index of the first child with a name, or else of the attribute; if
    /// `isAttribute` is true, only the attribute is searched.
    ///
    /// Returns -1 if there is none.
    @inline(__always)
    func find(_ name: NameInXML, in element: Int, isAttribute: Bool = false) -> Int {
        let object = node(element)
        guard object.kind == .object else { return -1 }
        let slot = slot(of: element)
        let namespace = name.namespace.map { document.namespaces.number(of: $0) ?? -1 }
        if slot.value.searches > 2 {
            return indexed(name, namespace, element, isAttribute, slot)
        }
        var attribute = 0
        var passed = 0
        var index = element &+ 1
        while index < object.end {
            let key = node(index)
            if matches(key, name.payload, name.local),
                namespace == nil || namespace == Int(key.exponent)
            {
                if key.flags.contains(.attribute) == isAttribute { break }
                if !isAttribute, attribute == 0 { attribute = index }
            }
            index = end(of: index &+ 1)
            passed &+= 1
        }
        if passed > Self.fewNames { slot.value.searches &+= 1 }
        if index < object.end { return found(index, slot) }
        return attribute == 0 ? -1 : found(attribute, slot)
    }

    /// Looks a name up in the hash table of an element with many names.
    @inline(never)
    private func indexed(
        _ name: NameInXML,
        _ namespace: Int?,
        _ element: Int,
        _ isAttribute: Bool,
        _ slot: KeySlotReference
    ) -> Int {
        let names = names(of: element)
        func first(_ isAttribute: Bool) -> Int? {
            names[ElementName(local: name.local, namespace: namespace, isAttribute: isAttribute)]
        }
        let index = first(isAttribute) ?? (isAttribute ? nil : first(true))
        return index.map { found($0, slot) } ?? -1
    }

    /// Returns a hash table of the first attribute and the first child with each name in an
    /// element.
    ///
    /// Each name is entered with its namespace and once more without, because models look up both.
    private func names(of element: Int) -> [ElementName: Int] {
        let place = UInt32(truncatingIfNeeded: element)
        if let names = state.names[place] { return names }
        var names: [ElementName: Int] = [:]
        let end = node(element).end
        var index = element &+ 1
        while index < end {
            let key = node(index)
            let (local, isAttribute) = (slice(of: key), key.flags.contains(.attribute))
            for namespace in [nil, Int(key.exponent)] {
                let name = ElementName(local: local, namespace: namespace, isAttribute: isAttribute)
                if names[name] == nil { names[name] = index }
            }
            index = self.end(of: index &+ 1)
        }
        state.names[place] = names
        return names
    }
}
