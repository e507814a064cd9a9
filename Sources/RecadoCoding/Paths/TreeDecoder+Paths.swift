// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// The index of the value that a path without `*` leads to, or -1 if it is missing.
    ///
    /// - Parameters:
    ///   - steps: The path.
    ///   - start: The index of the value where it begins.
    ///   - role: What the value at the end is, in XML.
    /// - Returns: The index of the value, or -1.
    /// - Throws: `DecodingError` if the way leads through a value that has no members.
    func walk(
        _ steps: some RandomAccessCollection<CodingPath.Step>,
        from start: Int,
        as role: MemberRole = .member
    ) throws -> Int {
        let (index, barrier) = follow(steps, from: start, as: role)
        if barrier >= 0 { throw mismatch([String: Any].self, barrier) }
        return index
    }

    /// The index of the value that a path leads to, or -1, and the index of what bars the way, or -1.
    private func follow(
        _ steps: some RandomAccessCollection<CodingPath.Step>,
        from start: Int,
        as role: MemberRole = .member
    ) -> (index: Int, barrier: Int) {
        var index = start
        var rest = steps.count
        for step in steps {
            rest -= 1
            guard case .name(let name) = step, !isBarren(index) else { return (-1, -1) }
            let parent = index
            if let position = step.index, mayHoldElements(parent) {
                index = element(position, of: parent)
            } else {
                index = member(name, of: parent, as: rest == 0 ? role : .member)
                if index < 0, !hasMembers(parent) { return (-1, parent) }
            }
            if index < 0 { return (-1, -1) }
        }
        return (index, -1)
    }

    /// Whether a value has nothing inside and is no offence on the way either: null, or a field left empty.
    private func isBarren(_ index: Int) -> Bool {
        let node = node(index)
        return isNull(index) || (isUntyped && node.kind == .text && node.length == 0 && !isXML)
    }

    /// Whether an index names a part of a value; forms and XML write a list of one like its element.
    private func mayHoldElements(_ index: Int) -> Bool {
        let kind = node(index).kind
        return kind == .array || isXML || (isUntyped && kind == .text)
    }

    private func member(_ name: String, of object: Int, as role: MemberRole) -> Int {
        let role = role == .attribute ? role : .member
        return ByteReader.lending(name) { find($0, in: object, as: role) }
    }

    /// Whether a value is of the kind that has members; an element with text alone is, if that is blank.
    private func hasMembers(_ index: Int) -> Bool {
        let node = node(index)
        return node.kind == .object || (isXML && trimmed(text(of: node)).isEmpty)
    }

    /// The index of an element, or -1.
    private func element(_ position: Int, of list: Int) -> Int {
        if isXML {
            let isChild = holdsList(list)
            var index = isChild ? firstChild(of: list) : list
            for _ in 0..<position where index > 0 { index = next(after: index, isChild: isChild) }
            return index == 0 && !(position == 0 && list == 0 && !isChild) ? -1 : index
        }
        guard node(list).kind == .array else { return position == 0 ? list : -1 }
        guard position < node(list).count else { return -1 }
        var index = list &+ 1
        for _ in 0..<position { index = end(of: index) }
        return index
    }

    /// The values that a path with `*` leads to, in document order.
    ///
    /// What has no such member behind a `*` is passed over (RFC 9535 §2.3).
    ///
    /// - Throws: `DecodingError` if what stands before the first `*` has no elements.
    func collect(_ path: CodingPath, from start: Int) throws -> [Int] {
        let star = path.steps.firstIndex(of: .every) ?? path.steps.endIndex
        let list = try walk(path.steps[..<star], from: start)
        guard list >= 0 else { return [] }
        guard elements(of: list) != nil else { throw mismatch([Any].self, list) }
        var found: [Int] = []
        collect(path.steps[star...], from: list, into: &found)
        return found
    }

    private func collect(
        _ steps: ArraySlice<CodingPath.Step>,
        from start: Int,
        into found: inout [Int]
    ) {
        let star = steps.firstIndex(of: .every) ?? steps.endIndex
        let (index, _) = follow(steps[..<star], from: start)
        guard index >= 0 else { return }
        guard star < steps.endIndex else {
            found.append(index)
            return
        }
        let rest = steps[(star + 1)...]
        let before = found.count
        let elements = elements(of: index) ?? []
        for element in elements {
            if element >= 0 {
                collect(rest, from: element, into: &found)
            } else if rest.isEmpty {
                found.append(element)
            }
        }
        // A list of one element of XML looks like a member: then it is that element.
        if isXML, !rest.isEmpty, found.count == before, index > 0, elements != [~index] {
            collect(rest, from: index, into: &found)
        }
    }

    /// The elements of an array, the values of an object, the content of an XML element; `nil` for others.
    ///
    /// An element of XML that has nothing but text is that text to itself: its index stands inverted.
    private func elements(of list: Int) -> [Int]? {
        let node = node(list)
        var elements: [Int] = []
        if isXML, list > 0, !holdsList(list), next(after: list, isChild: false) != 0 {
            // A name that is repeated is a list.
            var index = list
            while index != 0 {
                elements.append(index)
                index = next(after: index, isChild: false)
            }
            return elements
        }
        switch node.kind {
        case .array:
            var index = list &+ 1
            while index < node.end {
                elements.append(index)
                index = end(of: index)
            }
        case .object:
            var index = list &+ 1
            while index < node.end {
                let key = self.node(index)
                if !key.isShadowed, !key.flags.contains(.attribute) { elements.append(index &+ 1) }
                index = end(of: index &+ 1)
            }
        case .null:
            break
        case .text where isXML:
            if node.length > 0 { elements.append(~list) }
        case .text where isUntyped:
            // A form writes a list of one like its element.
            if node.length > 0, list > 0 { elements.append(list) }
        default:
            return nil
        }
        return elements
    }
}

extension Document {
    /// A document whose root is a list of some values of this one, with the same bytes.
    ///
    /// Places in the source stay what they are; in XML each value keeps its name.
    ///
    /// The index of a text that stands for the content of its element is inverted.
    func list(of found: [Int], at path: CodingPath) -> Document {
        let indexes = found.map { $0 < 0 ? ~$0 : $0 }
        let list = NodeTree(capacity: found.count * 4)
        list.append(
            notation == .xml
                ? Node(.object, .repeated, offset: 0, payload: 0)
                : Node(.array, offset: 0, payload: 0)
        )
        for (index, found) in zip(indexes, found) {
            if notation == .xml {
                // Like the key of a run of characters.
                let text = Node(.key, offset: nodes[index].count, payload: 0)
                var key = found < 0 || index == 0 ? text : nodes[index - 1]
                key.flags.remove([.more, .last, .attribute])
                if index == indexes.last { key.flags.insert(.last) }
                list.append(key)
            }
            appendSubtree(index, to: list)
        }
        list[0].payload = Node.payload(
            length: list.count,
            high: UInt32(truncatingIfNeeded: indexes.count)
        )
        return Document(
            bytes: bytes,
            side: side,
            nodes: list,
            notation: notation,
            namespaces: namespaces,
            rootName: rootName,
            origin: Origin(document: self, indexes: indexes),
            isContent: path.steps.last == .every
        )
    }

    private func appendSubtree(_ index: Int, to list: NodeTree) {
        let delta = list.count - index
        for position in index..<end(of: index) {
            var node = nodes[position]
            if node.isContainer {
                let end = UInt32(truncatingIfNeeded: node.end + delta)
                node.payload = node.payload & 0xFFFF_FFFF_0000_0000 | UInt64(end)
            }
            list.append(node)
        }
    }
}
