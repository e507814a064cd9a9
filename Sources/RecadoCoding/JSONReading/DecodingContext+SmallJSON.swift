// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension DecodingContext {
    /// Whether a text is short enough that its nodes mostly fit into the room of a context.
    @inline(__always)
    static func isSmall(_ bytes: [UInt8]) -> Bool { bytes.count <= State.roomCount * 8 }

    /// Parses a small JSON text into the room of the context.
    ///
    /// - Returns: Whether it is well-formed and fits; if not, it is for the general way to say why.
    func read(_ parser: inout JSONParser) -> Bool {
        let room = unsafe state.pointee.room
        do throws(JSONParser.Problem) {
            guard try unsafe parser.run(into: room) == .done,
                parser.count <= parser.limits.nodes
            else { return false }
            if !parser.largeObjects.isEmpty {
                let tree = unsafe JSONParser.Tree(nodes: room, count: parser.count)
                try parser.settleLargeObjects(tree)
            }
            return true
        } catch {
            return false
        }
    }

    /// Runs a decode call over the document that was read last into the room of the context.
    @inline(__always)
    func run<Result>(
        _ source: UnsafeBufferPointer<UInt8>,
        _ parser: JSONParser,
        _ choices: DecodingChoices,
        _ body: (DecodingContext) throws(CodingFailure) -> Result
    ) throws(CodingFailure) -> Result {
        try unsafe parser.side.withUnsafeBufferPointer { side throws(CodingFailure) -> Result in
            let room = unsafe state.pointee.room
            if let base = room.baseAddress { unsafe state.pointee.nodes = UnsafePointer(base) }
            if let base = source.baseAddress { unsafe state.pointee.bytes = base }
            if let base = side.baseAddress { unsafe state.pointee.side = base }
            unsafe state.pointee.nodeCount = parser.count
            unsafe state.pointee.byteCount = source.count
            unsafe state.pointee.sideCount = side.count
            unsafe state.pointee.notation = .json
            unsafe state.pointee.holdsContent = false
            begin(choices)
            defer { finish() }
            return try body(self)
        }
    }

    /// The document; made here if the call runs over a small text.
    var document: Document? {
        if let document = unsafe state.pointee.document { return document }
        guard generation & 1 == 1 else { return nil }
        let made = unsafe Document(
            bytes: Array(UnsafeBufferPointer(start: state.pointee.bytes, count: byteCount)),
            side: Array(UnsafeBufferPointer(start: state.pointee.side, count: sideCount)),
            nodes: Array(UnsafeBufferPointer(start: state.pointee.nodes, count: nodeCount)),
            notation: .json
        )
        unsafe state.pointee.document = made
        return made
    }

    private var nodeCount: Int { unsafe state.pointee.nodeCount }
    var byteCount: Int { unsafe state.pointee.byteCount }
    private var sideCount: Int { unsafe state.pointee.sideCount }
}

extension JSON {
    /// Decodes a small text, without a document and the memory that one takes.
    @inline(__always)
    func decodeSmall<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8]
    ) throws(CodingFailure) -> T {
        let bytes = try Transcoding.utf8(bytes)
        // Not by way of a `Result`, whose metadata the runtime would have to look up for each type.
        return try unsafe bytes.withUnsafeBufferPointer { buffer throws(CodingFailure) -> T in
            let source = unsafe Source(buffer)
            // RFC 8259 §8.1 lets a parser ignore a byte order mark.
            let hasMark = source.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
            var parser = JSONParser(source, self, from: hasMark ? 3 : 0)
            let context = DecodingContext.take()
            guard context.read(&parser) else {
                context.giveBack()
                return try document(from: bytes).decode(type, choices)
            }
            return try unsafe context.run(buffer, parser, choices) {
                context throws(CodingFailure) -> T in
                do {
                    return try context.value(type, 0)
                } catch {
                    throw context.document?.failure(error, from: 0, failed: context.failed)
                        ?? CodingFailure(.invalidValue, "the value was refused")
                }
            }
        }
    }
}
