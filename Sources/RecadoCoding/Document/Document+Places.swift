// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension Document {
    /// A step in the path from the root to a node.
    enum Step: Sendable {
        case key(String)
        case index(Int)
    }

    /// Returns the path from the root to a node.
    func path(to target: Int) -> [Step] {
        let places = places
        var steps: [Step] = []
        var index = target
        while let (parent, position) = places.place(of: index) {
            if nodes[parent].kind == .object {
                let key = nodes[index].kind == .key ? index : index - 1
                steps.append(.key(keyText(key)))
            } else {
                steps.append(.index(position))
            }
            index = parent
        }
        return steps.reversed()
    }

    /// The parents of all nodes, computed when a path is first requested.
    private var places: NodePlaces {
        located.withLock { located in
            let places = located.places ?? NodePlaces(nodes)
            located.places = places
            return places
        }
    }

    /// Returns the text of a key; caches the text of a long key, because many errors may need it.
    private func keyText(_ key: Int) -> String {
        guard nodes[key].length > 64 else { return text(of: nodes[key]) }
        return located.withLock { located in
            let text = located.longKeys[key] ?? text(of: nodes[key])
            located.longKeys[key] = text
            return text
        }
    }

    /// Returns the JSON Pointer of a node.
    func pointer(to index: Int) -> String { pointer(to: index, path(to: index)) }

    /// Returns the JSON Pointer of a node, or of a value below it, given its path from the root.
    func pointer(to index: Int, _ steps: [Step]) -> String {
        guard let origin, let first = position(inRoot: index) else { return Self.pointer(steps) }
        return origin.document.pointer(to: origin.indexes[first])
            + Self.pointer(Array(steps.dropFirst()))
    }

    /// Returns the position, among the root's children, of a node or of the child that contains it;
    /// `nil` for the root itself.
    private func position(inRoot target: Int) -> Int? {
        let places = places
        var index = target
        while let (parent, position) = places.place(of: index) {
            if parent == 0 { return position }
            index = parent
        }
        return nil
    }

    /// Returns the JSON Pointer of a path that starts at a node, even if the path leads to no
    /// value.
    func pointer(to index: Int, behind steps: [CodingPath.Step]) -> String {
        pointer(to: index) + Self.pointer(steps.map { .key($0.text) })
    }

    /// Converts a path to a JSON Pointer (RFC 6901 §3).
    static func pointer(_ steps: [Step]) -> String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .index(let index): text += "/\(index)"
            case .key(let key): text += "/" + JSONPointer.token(key)
            }
        }
    }

    /// Returns the position of a node in the source; `nil` if it has none.
    func place(of index: Int) -> CodingError.Location? {
        guard let offset = sourceOffset(of: index), !bytes.isEmpty else { return nil }
        return place(at: offset)
    }

    /// Returns the line and column of an offset in the source.
    ///
    /// If this document is a list of values from another document, the result has only the offset,
    /// because the other document counts the lines.
    func place(at offset: Int) -> CodingError.Location {
        guard origin == nil else { return CodingError.Location(offset: offset) }
        return located.withLock { located in
            if located.position.offset > offset { located.position = LinePosition() }
            located.position.advance(to: offset, in: bytes)
            return Self.place(at: located.position, in: bytes)
        }
    }

    /// Returns the offset of a node in the source; `nil` if it has none.
    func sourceOffset(of index: Int) -> Int? {
        guard index >= 0, index < nodes.count else { return nil }
        let node = nodes[index]
        switch node.kind {
        case .key where node.flags.contains(.side): return sourceOffset(of: index + 1)
        // In JSON:API, the only nodes of this kind are the identities of resources. They are
        // strings in the source, so their position is that of the quotation mark before them.
        case .text: return notation.isUntyped ? node.count : max(Int(node.offset) - 1, 0)
        case .key where node.length == 0: return sourceOffset(of: index + 1)
        case .key, .string: return max(Int(node.offset) - 1, 0)
        default: return Int(node.offset)
        }
    }

    /// Returns the line, the column and a snippet for an offset.
    static func place(at offset: Int, in bytes: [UInt8]) -> CodingError.Location {
        var position = LinePosition()
        position.advance(to: offset, in: bytes)
        return place(at: position, in: bytes)
    }

    private static func place(
        at position: LinePosition,
        in bytes: [UInt8]
    ) -> CodingError.Location {
        CodingError.Location(
            offset: position.offset,
            line: position.line,
            column: position.column,
            snippet: snippet(at: position.offset, lineStart: position.lineStart, in: bytes)
        )
    }

    /// Returns up to 32 characters on each side of an offset, with a caret below it.
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
