// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Parses an XML document.
    static func xml(_ bytes: [UInt8], _ xml: XML) throws(CodingFailure) -> Document {
        let bytes = try XMLInput.utf8(bytes, xml)
        do throws(XMLProblem) {
            let parser = try unsafe bytes.withUnsafeBufferPointer { buffer throws(XMLProblem) in
                try unsafe XMLParser(xml, Source(buffer))
            }
            var tree = XMLTree(parser)
            return try document(&tree, bytes)
        } catch {
            throw error.failure(xml.limits, in: bytes)
        }
    }

    private static func document(
        _ tree: inout XMLTree,
        _ bytes: [UInt8]
    ) throws(XMLProblem) -> Document {
        var bytes = bytes
        var nodes: [Node] = []
        do throws(XMLProblem) {
            while try tree.fill(&nodes, bytes) == .doctype {
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
            notation: .xml,
            namespaces: namespaces,
            rootName: Name(
                local: String(decoding: local, as: UTF8.self),
                namespace: namespaces[Int(name.namespace)]
            )
        )
    }
}

extension XMLTree {
    /// Reads to the end of the document or of its declarations, with more room each time it runs out.
    mutating func fill(
        _ nodes: inout [Node],
        _ bytes: [UInt8]
    ) throws(Problem) -> Outcome {
        // One node for eight bytes is more than most documents need; what is not used costs nothing.
        let limit = max(parser.limits.nodes.addingReportingOverflow(16).partialValue, 16)
        var capacity = min(max(bytes.count / 8, nodes.count * 2) + 32, limit)
        while true {
            var outcome = Outcome.full
            var problem: Problem?
            let filled = nodes
            nodes = unsafe [Node](unsafeUninitializedCapacity: capacity) { room, count in
                if !filled.isEmpty { _ = unsafe room.initialize(fromContentsOf: filled) }
                do throws(Problem) {
                    outcome = try unsafe bytes.withUnsafeBufferPointer { buffer throws(Problem) in
                        try unsafe read(Source(buffer), into: room)
                    }
                    count = self.count
                } catch {
                    problem = error
                }
            }
            if let problem { throw problem }
            if outcome != .full { return outcome }
            guard capacity < limit else { throw Problem(.nodes, parser.tokenStart) }
            capacity = min(capacity * 2, limit)
        }
    }
}
