// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Parses a JSON text.
    static func json(_ bytes: [UInt8], _ json: JSON) throws(CodingFailure) -> Document {
        let parts = try JSONParts(bytes, json)
        return Document(
            bytes: parts.bytes,
            side: parts.side,
            nodes: parts.nodes,
            notation: .json
        )
    }

    /// What a document is made of that has been parsed from JSON.
    struct JSONParts {
        let bytes: [UInt8]
        let side: [UInt8]
        var nodes: [Node]

        /// Parses a JSON text.
        init(_ bytes: [UInt8], _ json: JSON) throws(CodingFailure) {
            guard bytes.count <= min(json.limits.bytes, maximumBytes) else {
                let reason = JSONParser.Reason.bytes
                throw CodingFailure(reason.code, reason.message(json.limits))
            }
            let bytes = try Transcoding.utf8(bytes)
            self.bytes = bytes
            do {
                (nodes, side) = try Self.parsed(bytes, json)
            } catch {
                throw CodingFailure(
                    error.reason.code,
                    error.reason.message(json.limits),
                    place: place(at: error.offset, in: bytes)
                )
            }
        }

        private static func parsed(
            _ bytes: [UInt8],
            _ json: JSON
        ) throws(JSONParser.Problem) -> (nodes: [Node], side: [UInt8]) {
            try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONParser.Problem) in
                let source = unsafe Source(buffer)
                // RFC 8259 §8.1 lets a parser ignore a byte order mark.
                let hasMark = source.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
                var parser = JSONParser(source, json, from: hasMark ? 3 : 0)
                let nodes = try parser.tree()
                return (nodes, parser.side)
            }
        }
    }
}

extension JSONParser {
    /// Reads the whole text, with more room each time it runs out.
    mutating func tree() throws(Problem) -> [Document.Node] {
        // The limit bounds what documents of other shapes need.
        let most = limits.nodes.addingReportingOverflow(2)
        let limit = most.overflow ? Int.max : max(most.partialValue, 2)
        var nodes: [Document.Node] = []
        var capacity = min(expectedCount, limit)
        while true {
            var isDone = false
            var problem: Problem?
            let filled = nodes
            nodes = unsafe [Document.Node](unsafeUninitializedCapacity: capacity) { room, count in
                if !filled.isEmpty { _ = unsafe room.initialize(fromContentsOf: filled) }
                do throws(Problem) {
                    isDone = try unsafe run(into: room) == .done
                    count = self.count
                    if !largeObjects.isEmpty, isDone {
                        try unsafe settleLargeObjects(Tree(nodes: room, count: count))
                    }
                } catch {
                    problem = error
                }
            }
            if let problem { throw problem }
            if isDone { return nodes }
            guard capacity < limit else { throw Problem(.nodes, position) }
            capacity = min(capacity * 2, limit)
        }
    }

    /// The nodes that most documents of the size need: one for eight bytes, and for four in a small
    /// document, which should be read without a second allocation.
    private var expectedCount: Int {
        let count = lexer.source.count
        return (count <= 4_096 ? count / 4 : count / 8) + 16
    }
}
