// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// Finds the value at a path without `*`.
    ///
    /// - Parameters:
    ///   - steps: The path.
    ///   - start: The node index of the value at which the path begins.
    ///   - role: In XML, the role of the value at the end of the path, such as attribute or child
    ///     element.
    /// - Returns: The node index of the value, or -1 if there is none.
    /// - Throws: `DecodingError` if the path leads through a value that has no members.
    func walk(
        _ steps: some RandomAccessCollection<CodingPath.Step>,
        from start: Int,
        as role: MemberRole = .member
    ) throws -> Int {
        let (index, barrier) = follow(steps, from: start, as: role)
        if barrier >= 0 { throw mismatch([String: Any].self, barrier) }
        return index
    }

    /// Returns the node index of the value at a path, and the node index of a value that blocks the
    /// path because it has no members; each is -1 if there is none.
    private func follow(
        _ steps: some RandomAccessCollection<CodingPath.Step>,
        from start: Int,
        as role: MemberRole = .member
    ) -> (index: Int, barrier: Int) {
        var index = start
        var rest = steps.count
        for step in steps {
            rest -= 1
            guard case .name(let name) = step, !isEmptyValue(index) else {
                return (-1, -1)
            }
            let parent = index
            if let position = step.index, let elements = elements(of: parent) {
                index = elements.index(at: position, in: self)
            } else {
                let isAttribute = rest == 0 && role == .attribute
                index = member(name, of: parent, as: isAttribute ? .attribute : .member)
                if index < 0, !notation.hasMembers(parent, in: self) { return (-1, parent) }
            }
            if index < 0 { return (-1, -1) }
        }
        return (index, -1)
    }

    /// True if a value is null or empty; a path that continues through it finds nothing, which is
    /// not an error.
    @inline(__always)
    private func isEmptyValue(_ index: Int) -> Bool {
        isNull(index) || (!node(index).isContainer && notation.isEmptyValue(index, in: self))
    }

    /// Returns the node indexes of the values at a path with `*`, in document order.
    ///
    /// Elements that lack the members after a `*` are skipped (RFC 9535 §2.3).
    ///
    /// - Throws: `DecodingError` if the value before the first `*` has no elements.
    func collect(_ path: CodingPath, from start: Int) throws -> [Int] {
        let star = path.steps.firstIndex(of: .every) ?? path.steps.endIndex
        let list = try walk(path.steps[..<star], from: start)
        guard list >= 0 else { return [] }
        guard notation.everything(below: list, in: self) != nil else {
            throw mismatch([Any].self, list)
        }
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
        let elements = notation.everything(below: index, in: self) ?? []
        for element in elements {
            if element >= 0 {
                collect(rest, from: element, into: &found)
            } else if rest.isEmpty {
                found.append(element)
            }
        }
        // In XML, a list with one element looks like a single member. If no element under the `*`
        // has the rest of the path, this value is taken as the only element.
        if notation.isMarkup, !rest.isEmpty, found.count == before, index > 0, elements != [~index]
        {
            collect(rest, from: index, into: &found)
        }
    }
}

extension Document {
    /// Creates a document whose root is a list of values of this document, over the same bytes.
    ///
    /// Positions in the source remain valid; in XML each value keeps its name.
    ///
    /// An inverted index (`~index`) denotes the text of the XML element at that index.
    func list(of found: [Int], at path: CodingPath) -> Document {
        let indexes = found.map { $0 < 0 ? ~$0 : $0 }
        let list = NodeTree(capacity: found.count * 4)
        let isMarkup = notation.isMarkup
        let root = isMarkup ? Node.Kind.object : .array
        list.append(Node(root, isMarkup ? .repeated : [], offset: 0, payload: 0))
        for (index, found) in zip(indexes, found) {
            if isMarkup {
                // The key is empty, like that of a run of characters in mixed content.
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
