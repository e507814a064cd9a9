// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The nodes of a document and the texts that they name, for as long as
/// the call that lends them lasts.
@safe
struct NodeView {
    typealias Node = Document.Node

    private let base: UnsafePointer<Node>
    let count: Int
    /// The source of the document.
    let bytes: ByteReader
    /// The texts that do not stand in the source as they are.
    let side: ByteReader

    @inline(__always)
    init(_ base: UnsafePointer<Node>, _ count: Int, _ bytes: ByteReader, _ side: ByteReader) {
        unsafe self.base = base
        self.count = count
        (self.bytes, self.side) = (bytes, side)
    }

    /// The node at an index, which comes from the document itself.
    @inline(__always)
    func node(_ index: Int) -> Node { unsafe base[index] }

    /// The index behind the subtree of a node.
    @inline(__always)
    func end(of index: Int) -> Int { node(index).end(at: index) }

    /// All bytes that the offset of a node counts in.
    @inline(__always)
    func source(of node: Node) -> ByteReader { node.flags.contains(.side) ? side : bytes }

    /// The bytes of a key, a text or a string, with its escapes as they stand.
    @inline(__always)
    func slice(of node: Node) -> ByteReader {
        source(of: node).part(at: Int(node.offset), node.length)
    }

    /// The text of a key, a text or a string.
    @inline(__always)
    func text(of node: Node) -> String {
        let bytes = slice(of: node)
        guard !node.flags.contains(.escaped) else { return Unescaper.text(bytes) }
        // Parsers have checked that it is UTF-8.
        return bytes.text(isASCII: !node.flags.contains(.wide))
    }
}
