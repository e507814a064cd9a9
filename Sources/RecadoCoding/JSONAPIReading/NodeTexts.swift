// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The nodes of a document and the bytes of their texts, for as long as they are lent.
@safe
struct NodeTexts {
    private let nodes: UnsafePointer<Document.Node>
    private let bytes: Source
    private let side: Source

    init(_ nodes: UnsafePointer<Document.Node>, _ bytes: Source, _ side: Source) {
        unsafe self.nodes = nodes
        (self.bytes, self.side) = (bytes, side)
    }

    @inline(__always)
    func node(_ index: Int) -> Document.Node { unsafe nodes[index] }

    /// The bytes of a key or a string, with its escapes as they stand.
    @inline(__always)
    func slice(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = node(index)
        return unsafe source(node).slice(Int(node.offset), node.length)
    }

    @inline(__always)
    private func source(_ node: Document.Node) -> Source {
        node.flags.contains(.side) ? side : bytes
    }

    /// The bytes of a string of at most eight in one word, if it has no escapes.
    @inline(__always)
    private func word(_ node: Document.Node) -> UInt64? {
        guard node.length <= 8, !node.flags.contains(.escaped) else { return nil }
        let word = source(node).word(at: Int(node.offset))
        // A shift by all bits gives zero.
        return word & ~(UInt64.max << UInt64(truncatingIfNeeded: node.length &* 8))
    }

    /// Whether a key has a name.
    @inline(__always)
    func isKey(_ index: Int, _ token: MemberToken) -> Bool {
        guard node(index).payload == token.payload else { return false }
        return unsafe token.payload & 0xFFFF_FFFF <= 4 || isSame(slice(index), token.bytes)
    }

    /// Adds the length and the bytes of a string to a hasher; short ones as a word.
    @inline(__always)
    func hash(_ index: Int, into hasher: inout Hasher) {
        let node = node(index)
        if let word = word(node) {
            hasher.combine(node.length)
            hasher.combine(word)
            return
        }
        unsafe withText(index) { text in
            hasher.combine(text.count)
            if text.count <= 8 {
                hasher.combine(unsafe Source(text).word(at: 0))
            } else {
                unsafe hasher.combine(bytes: UnsafeRawBufferPointer(text))
            }
        }
    }

    /// The text of a key or a string.
    func text(of index: Int) -> String {
        unsafe withText(index) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether two strings are the same text, however they are written.
    func hasSameText(_ one: Int, _ other: Int) -> Bool {
        let (node, second) = (node(one), node(other))
        if let word = word(node), let otherWord = self.word(second) {
            return word == otherWord && node.length == second.length
        }
        return unsafe withText(one) { one in unsafe withText(other) { unsafe isSame(one, $0) } }
    }

    @inline(__always)
    private func isSame(
        _ one: UnsafeBufferPointer<UInt8>,
        _ other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard one.count == other.count else { return false }
        let (one, other) = unsafe (Source(one), Source(other))
        var index = 0
        while index < one.count {
            if one.word(at: index) != other.word(at: index) { return false }
            index += 8
        }
        return true
    }

    @inline(__always)
    private func withText<Result>(
        _ index: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let raw = unsafe slice(index)
        guard node(index).flags.contains(.escaped) else { return unsafe body(raw) }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { room in
            var writer = unsafe Unescaper(target: room)
            unsafe writer.write(Source(raw))
            return unsafe body(UnsafeBufferPointer(rebasing: room[..<writer.count]))
        }
    }
}
