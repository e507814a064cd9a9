// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Compares and hashes JSON strings by their texts, whether or not they are written with escapes.
extension NodeView {
    /// Returns the bytes of a short string as one word; `nil` if it has escapes or more than eight
    /// bytes.
    @inline(__always)
    private func word(_ node: Node) -> UInt64? {
        guard node.length <= 8, !node.flags.contains(.escaped) else { return nil }
        let word = source(of: node).word(at: Int(node.offset))
        // Shifting by 64 bits yields zero.
        return word & ~(UInt64.max << UInt64(truncatingIfNeeded: node.length &* 8))
    }

    /// True if a key has a name.
    @inline(__always)
    func isKey(_ index: Int, _ token: MemberToken) -> Bool {
        let key = node(index)
        guard key.payload == token.payload else { return false }
        return key.length <= 4 || slice(of: key).hasSameTail(as: token.bytes)
    }

    /// Adds the length and the bytes of a string to a hasher; a short string is added as a word.
    @inline(__always)
    func hash(_ index: Int, into hasher: inout Hasher) {
        let node = node(index)
        if let word = word(node) {
            hasher.combine(node.length)
            hasher.combine(word)
            return
        }
        withText(node) { text in
            hasher.combine(text.count)
            if text.count <= 8 {
                hasher.combine(text.word(at: 0))
            } else {
                text.hash(into: &hasher)
            }
        }
    }

    /// True if two strings are the same text, whether they have escapes or not.
    func hasSameText(_ one: Int, _ other: Int) -> Bool {
        let (node, second) = (node(one), node(other))
        if let word = word(node), let otherWord = self.word(second) {
            return word == otherWord && node.length == second.length
        }
        return withText(node) { one in withText(second) { one == $0 } }
    }

    @inline(__always)
    private func withText<Result>(_ node: Node, _ body: (ByteReader) -> Result) -> Result {
        let raw = slice(of: node)
        guard node.flags.contains(.escaped) else { return body(raw) }
        return ByteReader.lending(Unescaper.bytes(raw), body)
    }
}
