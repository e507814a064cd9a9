// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLNotation {
    /// Returns the children of an element, or the element and its siblings with the same name.
    ///
    /// The children are used for the root, for an array in the notation of Rails, and for an
    /// element of a list.
    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces? {
        let node = decoder.node(list)
        guard list == 0 || isItem || node.flags.contains(.repeated) else {
            return ElementPlaces(from: list, .siblings)
        }
        guard node.kind == .object else { return ElementPlaces(from: 0, .children) }
        var key = list &+ 1
        while key < node.end {
            if isChild(decoder.node(key), in: decoder) {
                return ElementPlaces(from: key &+ 1, .children, count: node.count)
            }
            key = decoder.end(of: key &+ 1)
        }
        return ElementPlaces(from: 0, .children)
    }

    /// Returns the node indexes that `*` denotes: the element and its siblings with the same name,
    /// or else the mixed content of the element.
    static func everything(below element: Int, in decoder: TreeDecoder) -> [Int]? {
        if let list = decoder.elements(of: element), list.order == .siblings {
            let elements = list.indexes(in: decoder)
            if elements.count > 1 { return elements }
        }
        let node = decoder.node(element)
        if node.kind == .object { return decoder.values(of: element) }
        return node.length > 0 && node.kind == .text ? [~element] : []
    }

    /// Returns the node index of the element that follows another in a list, or 0 if there is none.
    static func next(
        after index: Int,
        _ order: ElementPlaces.Order,
        in decoder: TreeDecoder
    ) -> Int {
        let key = decoder.node(index &- 1)
        let isSibling = order == .siblings
        guard !key.flags.contains(.last), !isSibling || key.flags.contains(.more) else { return 0 }
        if isSibling, let known = decoder.knownSibling(of: index &- 1) { return known }
        var next = decoder.end(of: index)
        var skipped = 0
        while true {
            let other = decoder.node(next)
            if isSibling ? isSame(other, key, decoder) : isChild(other, in: decoder) {
                return next &+ 1
            }
            if other.flags.contains(.last) { return 0 }
            next = decoder.end(of: next &+ 1)
            skipped &+= 1
            if isSibling, skipped == nearSiblings {
                decoder.indexSiblings(from: index &- 1)
                return decoder.knownSibling(of: index &- 1) ?? 0
            }
        }
    }

    /// The number of elements that a search for the next sibling passes before all siblings are
    /// indexed.
    private static let nearSiblings = 64

    @inline(__always)
    private static func isSame(
        _ one: Document.Node,
        _ other: Document.Node,
        _ decoder: TreeDecoder
    ) -> Bool {
        guard one.exponent == other.exponent,
            one.flags.contains(.attribute) == other.flags.contains(.attribute)
        else { return false }
        return decoder.matches(one, other.payload, decoder.slice(of: other))
    }

    /// True if a key belongs to a child element; a run of characters also counts as a child if the
    /// document is a list of mixed content.
    @inline(__always)
    private static func isChild(_ key: Document.Node, in decoder: TreeDecoder) -> Bool {
        !key.flags.contains(.attribute) && (key.length > 0 || decoder.holdsContent)
    }
}

extension TreeDecoder {
    /// Returns the next key with the same name, if the siblings have been indexed.
    fileprivate func knownSibling(of key: Int) -> Int? {
        guard !state.siblings.isEmpty else { return nil }
        let next = state.siblings[UInt32(truncatingIfNeeded: key)]
        return next.map { Int($0) &+ 1 }
    }

    /// Records the next key with the same name for each key of an element from a given key on.
    ///
    /// Without this record, if the elements of many lists alternate, reading one list would search
    /// through the elements of all lists.
    @inline(never)
    fileprivate func indexSiblings(from key: Int) {
        var latest: [ElementName: Int] = [:]
        var index = key
        while true {
            let node = node(index)
            let name = ElementName(
                local: slice(of: node),
                namespace: Int(node.exponent),
                isAttribute: node.flags.contains(.attribute)
            )
            if let earlier = latest.removeValue(forKey: name) {
                let place = UInt32(truncatingIfNeeded: earlier)
                state.siblings[place] = UInt32(truncatingIfNeeded: index)
            }
            if node.flags.contains(.more) { latest[name] = index }
            if node.flags.contains(.last) { return }
            index = end(of: index &+ 1)
        }
    }

    /// True if a value is a part of mixed content, and so has its own name.
    func isContent(_ index: Int) -> Bool {
        guard holdsContent, index > 0 else { return false }
        return state.item == index
    }
}
