// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension DecodingContext {
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
        var index = start
        var rest = steps.count
        for step in steps {
            rest -= 1
            guard case .name(let name) = step, !isNull(index) else { return -1 }
            let node = node(index)
            if let position = step.index, node.kind == .array || isXML {
                index = element(position, of: index)
            } else if node.kind == .object || isXML {
                var name = name
                index = name.withUTF8 {
                    unsafe find($0, in: index, as: rest == 0 && role == .attribute ? role : .member)
                }
            } else {
                throw mismatch([String: Any].self, index)
            }
            if index < 0 { return -1 }
        }
        return index
    }

    /// The index of an element, or -1.
    private func element(_ position: Int, of list: Int) -> Int {
        if isXML {
            let isChild = holdsList(list)
            var index = isChild ? firstChild(of: list) : list
            for _ in 0..<position where index > 0 { index = next(after: index, isChild: isChild) }
            return index == 0 && !(position == 0 && list == 0 && !isChild) ? -1 : index
        }
        guard position < node(list).count else { return -1 }
        var index = list &+ 1
        for _ in 0..<position { index = end(of: index) }
        return index
    }

    /// The values that a path with `*` leads to, in document order.
    func collect(_ path: CodingPath, from start: Int) throws -> [Int] {
        var found: [Int] = []
        try collect(path.steps[...], from: start, into: &found)
        return found
    }

    private func collect(
        _ steps: ArraySlice<CodingPath.Step>,
        from start: Int,
        into found: inout [Int]
    ) throws {
        let star = steps.firstIndex(of: .every) ?? steps.endIndex
        let index = try walk(steps[..<star], from: start)
        guard index >= 0 else { return }
        guard star < steps.endIndex else {
            found.append(index)
            return
        }
        let rest = steps[(star + 1)...]
        for element in try elements(of: index) {
            if element >= 0 {
                try collect(rest, from: element, into: &found)
            } else if rest.isEmpty {
                found.append(element)
            }
        }
    }

    /// The elements of an array, the values of an object, the content of an XML element.
    ///
    /// An element that has nothing but text is that text to itself: its index stands inverted.
    private func elements(of list: Int) throws -> [Int] {
        let node = node(list)
        var elements: [Int] = []
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
        default:
            throw mismatch([Any].self, list)
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
        var list: [Node] = []
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
                key.flags.remove([.more, .last])
                if index == indexes.last { key.flags.insert(.last) }
                list.append(key)
            }
            appendSubtree(index, to: &list)
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

    private func appendSubtree(_ index: Int, to list: inout [Node]) {
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
