// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A view of the nodes of a document and their texts; it is valid only while the memory of both
/// exists.
@safe
struct NodeView {
    typealias Node = Document.Node

    private let base: UnsafePointer<Node>
    let count: Int
    /// The source of the document.
    let bytes: ByteReader
    /// The texts that differ from the source.
    let side: ByteReader

    @inline(__always)
    init(_ base: UnsafePointer<Node>, _ count: Int, _ bytes: ByteReader, _ side: ByteReader) {
        unsafe self.base = base
        self.count = count
        (self.bytes, self.side) = (bytes, side)
    }

    /// Returns the node at an index, which is not checked and must come from the document itself.
    @inline(__always)
    func node(_ index: Int) -> Node { unsafe base[index] }

    /// Returns the index after the subtree of a node.
    @inline(__always)
    func end(of index: Int) -> Int { node(index).end(at: index) }

    /// Returns the bytes to which the offset of a node refers.
    @inline(__always)
    func source(of node: Node) -> ByteReader { node.flags.contains(.side) ? side : bytes }

    /// Returns the bytes of a key, a text or a string, with escapes unchanged.
    @inline(__always)
    func slice(of node: Node) -> ByteReader {
        source(of: node).part(at: Int(node.offset), node.length)
    }

    /// Returns the text of a node whose kind is `key`, `text` or `string`.
    @inline(__always)
    func text(of node: Node) -> String {
        let bytes = slice(of: node)
        guard !node.flags.contains(.escaped) else { return Unescaper.text(bytes) }
        // Parsers have checked that the bytes are UTF-8.
        return bytes.text(isASCII: !node.flags.contains(.wide))
    }
}
