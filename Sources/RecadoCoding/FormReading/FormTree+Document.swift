// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FormTree {
    /// The tree as a document.
    func document() -> Document { Document(self) }

    /// The nodes in document order and the texts they refer to.
    struct Layout {
        var nodes: [Document.Node] = []
        var side: [UInt8] = []

        /// Adds a branch and all below it; the recursion is as deep as names nest.
        mutating func append(_ branch: Int, of tree: FormTree) {
            let index = nodes.count
            let content = tree.branches[branch]
            switch content.kind {
            case .leaf, .undecided:
                if let file = content.file { appendFile(file) } else { appendText(content) }
                return
            case .object:
                nodes.append(Document.Node(.object, offset: content.offset, payload: 0))
            case .array:
                nodes.append(Document.Node(.array, offset: content.offset, payload: 0))
            case .repeated:
                nodes.append(Document.Node(.array, .repeated, offset: content.offset, payload: 0))
            }
            for member in Self.ordered(content) {
                if case .key(let key) = member.step { appendKey(key) }
                append(member.branch, of: tree)
            }
            nodes[index].payload = Document.Node.payload(
                length: nodes.count,
                high: UInt32(truncatingIfNeeded: content.members.count)
            )
        }

        /// The elements of `a[2]=…&a[0]=…` in the order of their indexes; those of `a[]` as they came.
        private static func ordered(
            _ branch: Branch
        ) -> [(step: FormName.Step, branch: Int)] {
            guard branch.kind == .array else { return branch.members }
            func rank(_ step: FormName.Step) -> Int {
                if case .index(let index) = step { index } else { Int.max }
            }
            let ranked = branch.members.enumerated().sorted {
                (rank($0.element.step), $0.offset) < (rank($1.element.step), $1.offset)
            }
            return ranked.map(\.element)
        }

        private mutating func appendKey(_ key: ArraySlice<UInt8>) {
            let start = key.startIndex
            var prefix: UInt32 = 0
            for place in 0..<min(4, key.count) {
                prefix |= UInt32(key[start + place]) << UInt32(place * 8)
            }
            nodes.append(
                Document.Node(
                    .key,
                    Self.flags(of: key),
                    offset: side.count,
                    payload: Document.Node.payload(length: key.count, high: prefix)
                )
            )
            add(key)
        }

        private mutating func appendText(_ leaf: Branch) {
            let value = leaf.value ?? []
            var flags = Self.flags(of: value[...])
            if leaf.value == nil { flags.insert(.bare) }
            nodes.append(
                Document.Node(
                    .text,
                    flags,
                    offset: side.count,
                    payload: Document.Node.payload(
                        length: value.count,
                        high: UInt32(truncatingIfNeeded: leaf.offset)
                    )
                )
            )
            add(value[...])
        }

        /// A file is an object whose first member is its bytes, which stay where they are.
        private mutating func appendFile(_ file: File) {
            let index = nodes.count
            let start = file.bytes.lowerBound
            nodes.append(Document.Node(.object, offset: start, payload: 0))
            appendKey(Array("bytes".utf8)[...])
            nodes.append(
                Document.Node(
                    .bytes,
                    offset: start,
                    payload: Document.Node.payload(length: file.bytes.count, high: 0)
                )
            )
            var count = 1
            for (name, text) in [("filename", file.filename), ("mediaType", file.mediaType)] {
                guard let text else { continue }
                var leaf = Branch(kind: .leaf)
                leaf.value = Array(text.utf8)
                leaf.offset = start
                appendKey(Array(name.utf8)[...])
                appendText(leaf)
                count += 1
            }
            nodes[index].payload = Document.Node.payload(
                length: nodes.count,
                high: UInt32(truncatingIfNeeded: count)
            )
        }

        private static func flags(of bytes: ArraySlice<UInt8>) -> Document.Node.Flags {
            bytes.allSatisfy { $0 < 0x80 } ? .side : [.side, .wide]
        }

        /// A zero ends each text, so that a number in one does not run on into the next.
        private mutating func add(_ bytes: ArraySlice<UInt8>) {
            side.append(contentsOf: bytes)
            side.append(0)
        }
    }
}

extension Document {
    convenience init(_ tree: FormTree) {
        var layout = FormTree.Layout()
        layout.append(0, of: tree)
        self.init(bytes: tree.source, side: layout.side, nodes: layout.nodes, notation: .form)
    }
}
