// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Parses an XML document.
    static func xml(_ bytes: [UInt8], _ xml: XML) throws(CodingError) -> Document {
        let bytes = try XMLInput.utf8(bytes, xml)
        do throws(XMLProblem) {
            var tree = XMLTree(try XMLParser(xml, bytes))
            return try document(&tree, bytes)
        } catch {
            throw error.failure(xml.limits, in: bytes)
        }
    }

    /// Parses an element that was cut out of a document, with the namespaces that were declared
    /// around the element.
    static func xml(
        element: [UInt8],
        inheriting surroundings: XMLSurroundings,
        _ xml: XML
    ) throws(CodingError) -> Document {
        do throws(XMLProblem) {
            var parser = try XMLParser(xml, element)
            // The prefixes are appended after the element, where the parser does not read.
            parser.namespaces = surroundings.namespaces
            let bytes = element + surroundings.prefixes
            parser.namespaces.shift(by: element.count)
            var tree = XMLTree(parser)
            tree.open.isPreserving = surroundings.preservesSpace
            return try document(&tree, bytes)
        } catch {
            throw error.failure(xml.limits, in: element)
        }
    }

    private static func document(
        _ tree: inout XMLTree,
        _ bytes: [UInt8]
    ) throws(XMLProblem) -> Document {
        var bytes = bytes
        let nodes = NodeTree(capacity: min(bytes.count / 8, tree.parser.limits.nodes) + 32)
        do throws(XMLProblem) {
            while try tree.fill(nodes, bytes) == .doctype {
                bytes = tree.parser.doctype?.extended(bytes) ?? bytes
            }
        } catch {
            throw tree.parser.placed(error)
        }
        let name = tree.rootName
        let local = bytes[Int(name.local)..<Int(name.end)]
        let namespaces = tree.parser.namespaces.names
        return Document(
            bytes: bytes,
            side: tree.parser.side,
            nodes: nodes,
            notation: XMLNotation.self,
            namespaces: namespaces,
            rootName: Name(
                local: String(decoding: local, as: UTF8.self),
                namespace: namespaces[Int(name.namespace)]
            )
        )
    }
}

/// The context that an element cut out of a document inherits from the enclosing elements.
struct XMLSurroundings: Sendable {
    /// The namespaces; their prefixes are in `prefixes`.
    var namespaces: XMLNamespaces
    var prefixes: [UInt8] = []
    /// True if the enclosing elements preserve white space (`xml:space`).
    var preservesSpace = false
}

extension XMLTree {
    /// Reads to the end of the document or of the document type declaration.
    mutating func fill(_ nodes: NodeTree, _ bytes: [UInt8]) throws(Problem) -> Outcome {
        // One node for eight bytes is more than most documents need, but memory that is never
        // touched costs nothing.
        let expected = max(bytes.count / 8, nodes.count * 2) + 32
        let limit = max(parser.limits.nodes.addingReportingOverflow(16).partialValue, 16)
        var outcome = Outcome.full
        let isDone = try nodes.fill(expecting: expected, limit: limit) { room throws(Problem) in
            outcome = try ByteReader.lending(bytes) { source throws(Problem) in
                try read(source, into: &room)
            }
            return outcome != .full
        }
        guard isDone else { throw Problem(.nodes, parser.tokenStart) }
        return outcome
    }
}
