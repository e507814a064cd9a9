// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of members to which a name in an element may refer.
enum ElementMember {
    /// A child, or else an attribute.
    case child
    case attribute
}

extension TreeDecoder {
    /// The number of passed names beyond which a search counts as long; after some long searches an
    /// index is used.
    private static let fewNames = 32

    /// The index of the value of the first member of a name and kind in an element, or -1.
    @inline(__always)
    func find(_ name: NameInXML, in element: Int, _ kind: ElementMember) -> Int {
        let object = node(element)
        guard object.kind == .object else { return -1 }
        let slot = slot(of: element)
        let namespace = name.namespace.map { self.namespace($0) }
        if slot.value.searches > 2 {
            return indexed(name, namespace, element, kind, slot)
        }
        var attribute = 0
        var passed = 0
        var index = element &+ 1
        while index < object.end {
            let key = node(index)
            if matches(key, name.payload, name.local),
                namespace == nil || namespace == Int(key.exponent)
            {
                let isAttribute = key.flags.contains(.attribute)
                if isAttribute == (kind == .attribute) { break }
                if isAttribute, attribute == 0 { attribute = index }
            }
            index = end(of: index &+ 1)
            passed &+= 1
        }
        if passed > Self.fewNames { slot.value.searches &+= 1 }
        if index < object.end { return found(index, slot) }
        return attribute == 0 ? -1 : found(attribute, slot)
    }

    /// Searches the index of an element with many names that is searched repeatedly.
    @inline(never)
    private func indexed(
        _ name: NameInXML,
        _ namespace: Int?,
        _ element: Int,
        _ kind: ElementMember,
        _ slot: KeySlotReference
    ) -> Int {
        let index = nameIndex(of: element)
        let isAttribute = kind == .attribute
        let first =
            index.find(name, namespace, isAttribute: isAttribute, in: self)
            ?? (isAttribute ? nil : index.find(name, namespace, isAttribute: true, in: self))
        return first.map { found($0, slot) } ?? -1
    }

    private func nameIndex(of element: Int) -> XMLNameIndex {
        let key = UInt32(truncatingIfNeeded: element)
        if let index = state.names[key] { return index }
        let index = XMLNameIndex(of: element, in: self)
        state.names[key] = index
        return index
    }

    /// The number of a namespace in the document, or -1 if no element is in it.
    private func namespace(_ uri: String) -> Int {
        document.namespaces.number(of: uri) ?? -1
    }
}
