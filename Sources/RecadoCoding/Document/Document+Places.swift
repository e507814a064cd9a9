// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// A step on the way from the root to a node.
    enum Step: Sendable {
        case key(String)
        case index(Int)
    }

    /// The way from the root to a node.
    ///
    /// Nothing of it is kept while decoding: it is found again when an error or a model asks.
    func path(to target: Int) -> [Step] {
        var steps: [Step] = []
        var current = 0
        while current != target, nodes[current].isContainer, target < nodes[current].end {
            let isObject = nodes[current].kind == .object
            var index = current + 1
            var position = current == 0 ? firstElement : 0
            var next: Int?
            while index < nodes[current].end, next == nil {
                let value = isObject ? index + 1 : index
                let end = end(of: value)
                if target < end {
                    steps.append(isObject ? .key(text(of: nodes[index])) : .index(position))
                    next = value
                }
                index = end
                position += 1
            }
            guard let next, next <= target else { break }
            current = next
        }
        return steps
    }

    /// The place of a node as a JSON Pointer.
    func pointer(to index: Int) -> String { pointer(to: index, path(to: index)) }

    /// The place of a node, or of something below it, whose steps from the root are known.
    func pointer(to index: Int, _ steps: [Step]) -> String {
        guard let origin, let first = origin.position(of: index, in: self) else {
            return Self.pointer(steps)
        }
        return origin.document.pointer(to: origin.indexes[first])
            + Self.pointer(Array(steps.dropFirst()))
    }

    /// The place of something that a path leads to from a node, whether it is there or not.
    func pointer(to index: Int, behind steps: [CodingPath.Step]) -> String {
        pointer(to: index) + Self.pointer(steps.map { .key($0.text) })
    }

    /// A way as a JSON Pointer (RFC 6901 §3).
    static func pointer(_ steps: [Step]) -> String {
        var text = ""
        for step in steps {
            text += "/"
            switch step {
            case .index(let index): text += String(index)
            case .key(let key): text += JSONPointer.token(key)
            }
        }
        return text
    }

    /// The place of a node in the source, if it has one.
    func place(of index: Int) -> CodingFailure.Place? {
        guard let offset = sourceOffset(of: index), !bytes.isEmpty else { return nil }
        return Self.place(at: offset, in: bytes)
    }

    /// The offset of a node in the source, if it has one.
    func sourceOffset(of index: Int) -> Int? {
        guard nodes.indices.contains(index) else { return nil }
        let node = nodes[index]
        switch node.kind {
        case .key where node.flags.contains(.side): return sourceOffset(of: index + 1)
        // The identity of a resource, which is a string.
        case .text where notation == .json: return max(Int(node.offset) - 1, 0)
        case .text where node.flags.contains(.side) || notation == .xml: return node.count
        case .key where node.length == 0: return sourceOffset(of: index + 1)
        case .key, .string: return max(Int(node.offset) - 1, 0)
        default: return Int(node.offset)
        }
    }

    /// The line, the column and the surroundings of an offset.
    static func place(at offset: Int, in bytes: [UInt8]) -> CodingFailure.Place {
        let offset = min(max(offset, 0), bytes.count)
        var line = 1
        var start = 0
        for index in 0..<offset {
            // A line ends with LF, CR or both.
            let byte = bytes[index]
            let isEnd =
                byte == 0x0A
                || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
            if isEnd {
                line += 1
                start = index + 1
            }
        }
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return CodingFailure.Place(
            offset: offset,
            line: line,
            column: column,
            snippet: snippet(at: offset, lineStart: start, in: bytes)
        )
    }

    /// Up to 32 characters on each side of an offset, and a caret below it.
    private static func snippet(at offset: Int, lineStart: Int, in bytes: [UInt8]) -> String {
        var first = max(lineStart, offset - 32)
        while first > lineStart, bytes[first] & 0xC0 == 0x80 { first -= 1 }
        var last = offset
        while last < bytes.count, last < offset + 32, bytes[last] != 0x0A, bytes[last] != 0x0D {
            last += 1
        }
        while last < bytes.count, last > offset, bytes[last] & 0xC0 == 0x80 { last -= 1 }
        func visible(_ part: ArraySlice<UInt8>) -> String {
            var text = String.UnicodeScalarView()
            for scalar in String(decoding: part, as: UTF8.self).unicodeScalars {
                text.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
            }
            return String(text)
        }
        let before = visible(bytes[first..<offset])
        let blank = String(repeating: " ", count: before.unicodeScalars.count)
        return before + visible(bytes[offset..<last]) + "\n" + blank + "^"
    }
}

extension Document.Origin {
    /// The position of the value that holds a node of a list.
    func position(of index: Int, in list: Document) -> Int? {
        let width = list.notation == .xml ? 2 : 1
        var start = 1
        for position in indexes.indices {
            let end = list.end(of: start + width - 1)
            if index >= start, index < end { return position }
            start = end
        }
        return nil
    }
}
