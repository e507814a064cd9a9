// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    // MARK: - Lists

    /// The value behind another in the list that an array reads, or 0.
    ///
    /// - Parameters:
    ///   - index: The index of an element of the list.
    ///   - isChild: Whether the list is that of all children, or of the siblings of one name.
    /// - Returns: The index of the next element, or 0.
    func next(after index: Int, isChild: Bool) -> Int {
        guard index > 0 else { return 0 }
        let key = node(index &- 1)
        guard !key.flags.contains(.last), isChild || key.flags.contains(.more) else { return 0 }
        if !isChild, let known = knownSibling(of: index &- 1) { return known }
        var next = end(of: index)
        var skipped = 0
        while true {
            let other = node(next)
            if isChild ? isChildName(other) : isSame(other, key) { return next &+ 1 }
            if other.flags.contains(.last) { return 0 }
            next = end(of: next &+ 1)
            skipped &+= 1
            if !isChild, skipped == Self.nearSiblings {
                indexSiblings(from: index &- 1)
                return knownSibling(of: index &- 1) ?? 0
            }
        }
    }

    /// How many others are looked at for the next sibling of a name, before all of them are indexed.
    private static let nearSiblings = 64

    private func knownSibling(of key: Int) -> Int? {
        guard !state.siblings.isEmpty else { return nil }
        let next = state.siblings[UInt32(truncatingIfNeeded: key)]
        return next.map { Int($0) &+ 1 }
    }

    /// Finds the next of the same name for a key and all behind it in its element.
    ///
    /// Otherwise lists of many names that take turns would each be searched from end to end.
    @inline(never)
    private func indexSiblings(from key: Int) {
        var latest: [SiblingName: Int] = [:]
        var index = key
        while true {
            let node = node(index)
            let name = SiblingName(
                namespace: node.exponent,
                isAttribute: node.flags.contains(.attribute),
                local: slice(of: node)
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

    @inline(__always)
    private func isSame(_ one: Document.Node, _ other: Document.Node) -> Bool {
        guard one.exponent == other.exponent,
            one.flags.contains(.attribute) == other.flags.contains(.attribute)
        else { return false }
        return matches(one, other.payload, slice(of: other))
    }

    /// Whether a key is that of a child; characters are one where the whole content is wanted.
    @inline(__always)
    private func isChildName(_ key: Document.Node) -> Bool {
        !key.flags.contains(.attribute) && (key.length > 0 || holdsContent)
    }

    /// The first child element, or 0.
    func firstChild(of element: Int) -> Int {
        let object = node(element)
        guard object.kind == .object else { return 0 }
        var index = element &+ 1
        while index < object.end {
            if isChildName(node(index)) { return index &+ 1 }
            index = end(of: index &+ 1)
        }
        return 0
    }

    /// Whether an array reads the children of an element, not the element and its siblings.
    ///
    /// So it is for the root, for what Rails marks as an array, and for an element of an array itself.
    func holdsList(_ index: Int) -> Bool {
        if index == 0 || node(index).flags.contains(.repeated) { return true }
        return state.item == index
    }

    /// Takes note of the element of a list that is read next.
    @inline(__always)
    func enter(item index: Int) { state.item = index }

    /// Whether a value brings its own name, as the content of an element does.
    func isContent(_ index: Int) -> Bool {
        guard holdsContent, index > 0 else { return false }
        return state.item == index
    }
}

/// The name of a key, under the hash of the standard library, which is seeded per process.
private struct SiblingName: Hashable {
    let namespace: Int16
    let isAttribute: Bool
    let local: ByteReader

    static func == (one: SiblingName, other: SiblingName) -> Bool {
        one.namespace == other.namespace && one.isAttribute == other.isAttribute
            && one.local.isEqual(to: other.local)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(namespace)
        local.hash(into: &hasher)
    }
}
