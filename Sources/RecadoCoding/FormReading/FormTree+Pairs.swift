// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension FormTree {
    /// A decoded name and value, as ranges of the tree's texts.
    struct Pair {
        var name: Range<Int>
        /// The value, or `nil` if there was no `=`.
        var value: Range<Int>?
        /// The offset of the pair in the source.
        var offset: Int
        /// True if the name has bytes outside ASCII.
        var isNameWide = false
        var isValueWide = false
    }

    /// Decodes the pairs of the source into the tree's texts.
    ///
    /// Decoding stops one pair after the limit; that extra pair makes the tree refuse the form.
    mutating func readPairs() -> [Pair] {
        var pairs: [Pair] = []
        // Most forms have at most this many pairs, so the array need not grow.
        pairs.reserveCapacity(Self.usualPairs)
        let most = limits.pairs
        // Each name and value is followed by a zero byte in place of `=` or `&`. The last pair has
        // no `&`, so two extra bytes are reserved.
        texts = unsafe [UInt8](unsafeUninitializedCapacity: source.count + 2) { room, count in
            unsafe source.withUnsafeBufferPointer { bytes in
                var decoder = unsafe PairDecoder(bytes, room)
                while pairs.count <= most, let pair = decoder.next() { pairs.append(pair) }
                count = decoder.count
            }
        }
        return pairs
    }
}

/// Decodes the pairs of a form, one after the other.
@safe
private struct PairDecoder {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let source: ByteReader
    /// The memory for the decoded texts, each followed by a zero byte; they take at most one byte
    /// more than the source.
    ///
    /// The zero byte makes a number scanner stop at the end of the text.
    private let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ room: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
        unsafe source = ByteReader(bytes)
        unsafe self.room = room
    }

    mutating func next() -> FormTree.Pair? {
        while source[position] == UInt8(ascii: "&") { position += 1 }
        guard position < source.count else { return nil }
        var pair = FormTree.Pair(name: 0..<0, offset: position)
        (pair.name, pair.isNameWide) = text(endsAtEquals: true)
        if source[position] == UInt8(ascii: "=") {
            position += 1
            let (value, isWide) = text(endsAtEquals: false)
            pair.value = value
            pair.isValueWide = isWide
        }
        return pair
    }

    /// Decodes a name or a value; the position is then at the byte that ends it.
    private mutating func text(endsAtEquals: Bool) -> (Range<Int>, isWide: Bool) {
        let start = count
        var seen: UInt8 = 0
        while position < source.count {
            var byte = source[position]
            if byte == UInt8(ascii: "&") || (endsAtEquals && byte == UInt8(ascii: "=")) { break }
            if byte == UInt8(ascii: "+") {
                byte = 0x20
            } else if byte == UInt8(ascii: "%"),
                let escaped = unsafe PercentEncoding.escape(in: bytes.span, at: position)
            {
                byte = escaped
                position &+= 2
            }
            position &+= 1
            seen |= byte
            unsafe room[count] = byte
            count &+= 1
        }
        let end = count
        unsafe room[count] = 0
        count &+= 1
        return (start..<end, seen >= 0x80)
    }
}
