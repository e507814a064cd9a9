// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A collection that is read from a large JSON text part by part.
///
/// The text is parsed and checked as a whole first. Then the nodes of each part are given back once its
/// elements are read, so that the nodes and the values do not take their full room at the same time.
protocol PartReading {
    /// Reads the collection, or returns `nil` if it must be read in the general way.
    ///
    /// What is wrong with the text, the general way finds again and names; no element has been read then.
    ///
    /// - Throws: ``CodingFailure`` for an element that cannot be read.
    static func read(
        partsOf bytes: [UInt8],
        _ json: JSON,
        room: Int
    ) throws(CodingFailure) -> Self?
}

extension JSON {
    /// The bytes from which on an array is read part by part: less would take no memory to speak of.
    static let partedBytes = 1 << 20

    /// Decodes a large array, or returns `nil` if the text or the type is for the general way.
    ///
    /// The room of a part is a number of nodes.
    func decodeParts<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        room: Int = JSONParser.partCount
    ) throws(CodingFailure) -> T? {
        guard let parted = type as? any PartReading.Type else { return nil }
        return try parted.read(partsOf: bytes, self, room: room) as? T
    }
}

extension Array: PartReading where Element: Decodable {
    static func read(
        partsOf bytes: [UInt8],
        _ json: JSON,
        room: Int
    ) throws(CodingFailure) -> [Element]? {
        // Arrays of these have a way of their own, which is faster.
        guard Element.self != Int.self, Element.self != Double.self, Element.self != String.self,
            let text = try? Transcoding.utf8(bytes), text.count <= Document.maximumBytes,
            var left = parts(of: text, json, room: room)
        else { return nil }
        let total = left.parts.reduce(0) { $0 + $1.nodes[0].count }
        // The standard library (6.3) writes the count into the empty array that all threads share.
        if total == 0 { return [] }
        guard hasRoom(for: total, of: text.count) else { return nil }
        return try unsafe [Element](unsafeUninitializedCapacity: total) {
            values,
            count throws(CodingFailure) in
            // The count is right after each step, and so if the next one throws.
            while let part = left.parts.popLast() {
                let document = Document(
                    bytes: text,
                    side: left.side,
                    nodes: part.nodes,
                    notation: .json,
                    firstElement: part.first
                )
                try document.reading(json.choices, from: 0) { context in
                    let end = context.end(of: 0)
                    var next = 1
                    while next < end, count < values.count {
                        let element = try context.value(Element.self, next)
                        unsafe values.initializeElement(at: count, to: element)
                        count += 1
                        next = context.end(of: next)
                    }
                }
            }
        }
    }

    /// The parts of a text, the last one first, and its unescaped keys.
    private static func parts(
        of text: [UInt8],
        _ json: JSON,
        room: Int
    ) -> (parts: [JSONParser.Part], side: [UInt8])? {
        unsafe text.withUnsafeBufferPointer { buffer in
            let source = unsafe Source(buffer)
            let hasMark = source.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
            var parser = JSONParser(source, json, from: hasMark ? 3 : 0)
            guard source[parser.position] == UInt8(ascii: "["),
                let parts = try? parser.parts(room: room)
            else { return nil }
            return (parts.reversed(), parser.side)
        }
    }
}
