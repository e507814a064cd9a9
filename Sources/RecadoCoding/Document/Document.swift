// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// A parsed document of any format: a flat tree of nodes over the bytes that it owns.
///
/// The nodes are in document order:
///
/// ```
/// {"a": [1, 2], "b": "x"}  →  object  key(a)  array  1  2  key(b)  string(x)
/// ```
///
/// Decoding, error positions, cursors and generic values are shared by all formats. A document
/// never changes after parsing. A source may not exceed 2 GiB, because offsets have 32 bits.
package final class Document: Sendable {
    /// The source in UTF-8.
    package let bytes: [UInt8]
    /// Texts that differ from the source: unescaped keys, decoded form fields.
    let side: [UInt8]
    /// The tree; the root is its first node, and there is always one.
    let nodes: NodeTree
    /// The format from which the document was read.
    let notation: any Notation.Type
    /// The namespaces to which XML keys refer by number.
    let namespaces: NamespaceNames
    /// The name of the root element, if this is an XML document.
    let rootName: Name?
    /// The document from which the elements of the root come, if this document is a list of values
    /// from another document.
    let origin: Origin?
    /// True if the root is the list of the parts of an XML element's mixed content, in which each
    /// part has its own name.
    let isContent: Bool
    /// The resources, if this is a document of JSON:API.
    let resources: ResourceTable?
    /// Cached data for the positions of errors.
    let located = Mutex(Located())

    /// A name in a namespace.
    package struct Name: Sendable, Hashable {
        /// The name without its prefix.
        package let local: String
        /// The namespace, empty for none.
        package let namespace: String

        package init(local: String, namespace: String) {
            self.local = local
            self.namespace = namespace
        }

        /// True if two names have the same bytes (Namespaces in XML 1.0 §2.3).
        package static func == (one: Name, other: Name) -> Bool {
            one.local.hasSameBytes(as: other.local)
                && one.namespace.hasSameBytes(as: other.namespace)
        }

        /// Hashes the bytes.
        package func hash(into hasher: inout Hasher) {
            local.hashBytes(into: &hasher)
            namespace.hashBytes(into: &hasher)
        }
    }

    /// The largest size of a source in bytes; lengths have 31 bits.
    package static let maximumBytes = Int(Int32.max)

    init(
        bytes: [UInt8],
        side: [UInt8],
        nodes: NodeTree,
        notation: any Notation.Type,
        namespaces: NamespaceNames = NamespaceNames(),
        rootName: Name? = nil,
        origin: Origin? = nil,
        isContent: Bool = false,
        resources: ResourceTable? = nil
    ) {
        self.bytes = bytes
        self.side = side
        if nodes.count == 0 { nodes.append(Node(.null, offset: 0, payload: 0)) }
        self.nodes = nodes
        self.notation = notation
        self.namespaces = namespaces
        self.rootName = rootName
        self.origin = origin
        self.isContent = isContent
        self.resources = resources
    }

    /// The document from which a list's values come, and their indexes there.
    struct Origin: Sendable {
        let document: Document
        let indexes: [Int]
    }

    /// Returns the index after the subtree of a node.
    func end(of index: Int) -> Int { nodes.end(of: index) }

    /// Returns the bytes of a key, a text or a string, with escapes unchanged.
    func slice(of node: Node) -> ArraySlice<UInt8> {
        let start = Int(node.offset)
        return node.flags.contains(.side)
            ? side[start..<(start + node.length)] : bytes[start..<(start + node.length)]
    }

    /// Returns the text of a key, a text or a string.
    func text(of node: Node) -> String {
        let raw = slice(of: node)
        guard node.flags.contains(.escaped) else { return String(decoding: raw, as: UTF8.self) }
        return ByteReader.lending(Array(raw)) { Unescaper.text($0) }
    }

    /// Returns the text of a number in the source.
    func numberText(of node: Node) -> String {
        let start = Int(node.offset)
        var end = start
        while end < bytes.count, JSONParser.isNumberByte(bytes[end]) { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
