// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Parses a JSON text.
    static func json(_ bytes: [UInt8], _ json: JSON) throws(CodingError) -> Document {
        try json.checkSize(bytes.count)
        let bytes = try Transcoding.utf8(bytes)
        let nodes = NodeTree(capacity: NodeTree.expectedNodes(bytes.count))
        let side = try ByteReader.lending(bytes) { text throws(CodingError) in
            try nodes.read(text, json)
        }
        return Document(bytes: bytes, side: side, nodes: nodes, notation: JSONNotation.self)
    }
}

extension NodeTree {
    /// Estimates the number of nodes of a JSON text: one per eight bytes, or one per four bytes in
    /// a small text.
    fileprivate static func expectedNodes(_ bytes: Int) -> Int {
        (bytes <= 4_096 ? bytes / 4 : bytes / 8) + 16
    }

    /// Reads a whole JSON text.
    ///
    /// - Returns: The keys whose text differs from the source.
    func read(_ text: ByteReader, _ json: JSON) throws(CodingError) -> [UInt8] {
        // A text may be longer in UTF-8 than it was in UTF-16.
        try json.checkSize(text.count)
        // RFC 8259 §8.1 lets a parser ignore a byte order mark.
        let hasMark = text.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
        var parser = JSONParser(text, json, from: hasMark ? 3 : 0)
        let most = json.limits.nodes.addingReportingOverflow(2)
        let limit = most.overflow ? Int.max : max(most.partialValue, 2)
        do throws(JSONParser.Problem) {
            let isDone = try fill(expecting: Self.expectedNodes(text.count), limit: limit) {
                room throws(JSONParser.Problem) in try parser.run(into: &room)
            }
            // The last step of the parser may have exceeded the limit by one node.
            guard isDone, count <= json.limits.nodes else {
                throw JSONParser.Problem(.nodes, parser.position)
            }
        } catch {
            throw CodingError(
                error.reason.code,
                error.reason.message(json.limits),
                place: Document.place(at: error.offset, in: text.array)
            )
        }
        return parser.side
    }
}

extension JSON {
    /// Throws if a text has too many bytes.
    func checkSize(_ bytes: Int) throws(CodingError) {
        guard bytes > min(limits.bytes, Document.maximumBytes) else { return }
        let reason = JSONParser.Reason.bytes
        throw CodingError(reason.code, reason.message(limits))
    }
}
