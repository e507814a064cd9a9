// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FormTree {
    /// Converts the tree to a document.
    package func document() -> Document { Document(self) }

    /// The nodes in document order, and the texts to which they refer.
    struct Layout {
        let nodes: NodeTree
        var side: [UInt8]

        init(_ tree: FormTree) {
            side = tree.texts
            nodes = NodeTree(capacity: tree.branches.count * 2)
        }

        /// Adds a branch and all branches below it; the recursion is as deep as the nesting of
        /// names.
        mutating func append(_ branch: Int, of tree: FormTree) {
            let index = nodes.count
            let content = tree.branches[branch]
            let offset = content.leaf.offset
            switch content.kind {
            case .leaf, .undecided:
                if let file = content.leaf.file {
                    appendFile(tree.files[file])
                } else {
                    appendText(content.leaf)
                }
                return
            case .object: nodes.append(Document.Node(.object, offset: offset, payload: 0))
            case .array: nodes.append(Document.Node(.array, offset: offset, payload: 0))
            case .repeated:
                nodes.append(Document.Node(.array, .repeated, offset: offset, payload: 0))
            }
            if content.kind == .array, let ordered = Self.ordered(content, tree) {
                for child in ordered { append(child, of: tree) }
            } else {
                appendChildren(content, of: tree)
            }
            nodes[index].payload = Document.Node.payload(length: nodes.count, high: content.count)
        }

        private mutating func appendChildren(_ content: Branch, of tree: FormTree) {
            var child = content.first
            while child > 0 {
                let branch = tree.branches[child]
                if content.kind == .object, case .key(let key) = branch.step {
                    appendKey(key, isWide: branch.isKeyWide)
                }
                append(child, of: tree)
                child = branch.next
            }
        }

        /// Returns the elements of `a[2]=…&a[0]=…` in the order of their indexes; `nil` if none has
        /// an index.
        ///
        /// An element of `a[]` gets the index after the greatest index so far, as in PHP.
        private static func ordered(_ branch: Branch, _ tree: FormTree) -> [Int]? {
            var ranked: [(rank: Int, branch: Int)] = []
            var hasIndexes = false
            var greatest = -1
            var child = branch.first
            while child > 0 {
                var rank = greatest + 1
                if case .index(let index) = tree.branches[child].step {
                    hasIndexes = true
                    rank = index
                }
                greatest = max(greatest, rank)
                ranked.append((rank, child))
                child = tree.branches[child].next
            }
            guard hasIndexes else { return nil }
            // Elements of equal rank keep their order, because later branches have higher numbers.
            return ranked.sorted { ($0.rank, $0.branch) < ($1.rank, $1.branch) }.map(\.branch)
        }

        private mutating func appendKey(_ key: Range<Int>, isWide: Bool) {
            let start = key.lowerBound
            let flags: Document.Node.Flags = isWide ? [.side, .wide] : .side
            let payload = ByteReader.lending(side) { KeyName.payload($0.slice(start, key.count)) }
            nodes.append(Document.Node(.key, flags, offset: start, payload: payload))
        }

        private mutating func appendText(_ leaf: Leaf) {
            let value = leaf.value ?? 0..<0
            var flags: Document.Node.Flags = leaf.isWide ? [.side, .wide] : .side
            if leaf.value == nil { flags.insert(.bare) }
            let payload = Document.Node.payload(length: value.count, high: leaf.offset)
            nodes.append(Document.Node(.text, flags, offset: value.lowerBound, payload: payload))
        }

        /// Adds a file as an object whose first member is the file's bytes, which are not copied.
        private mutating func appendFile(_ file: File) {
            let index = nodes.count
            let start = file.bytes.lowerBound
            nodes.append(Document.Node(.object, offset: start, payload: 0))
            appendKey(add("bytes"), isWide: false)
            let payload = UInt64(file.bytes.count)
            nodes.append(Document.Node(.bytes, offset: start, payload: payload))
            var count = 1
            for (name, text) in [("filename", file.filename), ("mediaType", file.mediaType)] {
                guard let text else { continue }
                appendKey(add(name), isWide: false)
                let isWide = text.utf8.contains { $0 >= 0x80 }
                appendText(Leaf(value: add(text), isWide: isWide, offset: start))
                count += 1
            }
            nodes[index].payload = Document.Node.payload(length: nodes.count, high: count)
        }

        /// Adds a text, followed by a zero byte.
        private mutating func add(_ text: String) -> Range<Int> {
            let start = side.count
            side.append(contentsOf: text.utf8)
            side.append(0)
            return start..<(side.count - 1)
        }
    }
}

extension Document {
    convenience init(_ tree: FormTree) {
        var layout = FormTree.Layout(tree)
        layout.append(0, of: tree)
        self.init(
            bytes: tree.source,
            side: layout.side,
            nodes: layout.nodes,
            notation: FormNotation.self
        )
    }
}
