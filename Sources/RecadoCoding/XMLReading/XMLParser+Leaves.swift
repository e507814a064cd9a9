// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    /// Reads the text and the end tag of an element, if the element contains nothing else.
    ///
    /// Returns `nil` for anything else, including errors; the token-based method then reads the
    /// element again and reports the error.
    @inline(__always)
    mutating func leaf(_ source: ByteReader, _ start: Int, _ name: Leaf) -> Text? {
        var seen: UInt64 = 0
        let at = source.run(start, &seen) { SWAR.textEnds($0) }
        let isWide = seen & SWAR.highs != 0
        guard let next = endOfLeaf(source, at, name), at &- start <= limits.textBytes else {
            guard source[at] == UInt8(ascii: "&") else { return nil }
            return leafWithReferences(source, start, (at, isWide), name)
        }
        if isWide, (try? source.check(start, at)) == nil { return nil }
        position = next
        return Text(start, at &- start, isWide: isWide)
    }

    /// The position of the name in the start tag of a possible leaf (an element that contains only
    /// a text).
    struct Leaf: BitwiseCopyable {
        let start: Int
        let length: Int
    }

    /// Returns the index after the leaf's end tag; `nil` if the tag at `at` is another one.
    @inline(__always)
    private func endOfLeaf(_ source: ByteReader, _ at: Int, _ name: Leaf) -> Int? {
        guard source.half(at: at) & 0xFFFF == 0x2F3C,
            source.isEqual(at &+ 2, name.start, name.length),
            source[at &+ 2 &+ name.length] == UInt8(ascii: ">")
        else { return nil }
        return at &+ name.length &+ 3
    }

    /// Continues to read a text from its first reference.
    @inline(never)
    private mutating func leafWithReferences(
        _ source: ByteReader,
        _ start: Int,
        _ first: (end: Int, isWide: Bool),
        _ name: Leaf
    ) -> Text? {
        if first.isWide, (try? source.check(start, first.end)) == nil { return nil }
        guard (try? unusualCharacters(source, first, start)) == true,
            let next = endOfLeaf(source, position, name)
        else { return nil }
        position = next
        return text
    }
}
