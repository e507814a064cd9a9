// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A number in the grammar of JSON (RFC 8259 §6), scanned but not yet converted to a type.
struct ScannedNumber {
    /// True if the number has neither a fraction nor an exponent.
    var isInteger: Bool
    var isNegative = false
    /// True if the number has more digits than `digits` can hold; the value of `digits` is then
    /// meaningless.
    var isLong = false
    /// The digits as an integer, without the point.
    var digits: UInt64
    /// The power of ten by which `digits` is multiplied.
    var exponent: Int16
    /// The index of the number's first byte in the source.
    var start: Int

    /// Reads the number at an index, and advances the index past it.
    @inline(always)
    init?(_ source: ByteReader, _ at: inout Int) {
        start = at
        isNegative = source[at] == UInt8(ascii: "-")
        let first = isNegative ? at &+ 1 : at
        var next = first
        var value: UInt64 = 0
        let isZero = Self.readDigits(source, &next, &value)
        // RFC 8259 §6: at least one digit is required, and no zero may precede other digits.
        guard next != first, !isZero || next == first &+ 1 else { return nil }
        var count = next &- first
        var power = 0
        var byte = source[next]
        isInteger = byte != UInt8(ascii: ".")
        if !isInteger {
            next &+= 1
            let point = next
            _ = Self.readDigits(source, &next, &value)
            guard next != point else { return nil }
            power = point &- next
            count &-= power
            byte = source[next]
        }
        // Leading zeros are counted too, which may select the slower conversion but stays correct.
        isLong = count > 19
        if byte | 0x20 == UInt8(ascii: "e") {
            guard let written = Self.readExponent(source, next) else { return nil }
            next = written.next
            isInteger = false
            power &+= written.power
            isLong = isLong || power < -20_000 || power > 20_000
        }
        digits = value
        exponent = isLong ? 0 : Int16(truncatingIfNeeded: power)
        at = next
    }

    /// Reads digits and appends them to a value; returns true if the first digit is a zero.
    @inline(always)
    private static func readDigits(
        _ source: ByteReader,
        _ next: inout Int,
        _ value: inout UInt64
    ) -> Bool {
        var digits = source.word(at: next) ^ (0x30 &* SWAR.ones)
        let isZero = digits & 0xFF == 0
        var others = SWAR.nonDigits(digits)
        while others == 0 {
            value = value &* 100_000_000 &+ SWAR.number(digits)
            next &+= 8
            digits = source.word(at: next) ^ (0x30 &* SWAR.ones)
            others = SWAR.nonDigits(digits)
        }
        // The shift moves the digits to the high bytes, with zeros before them.
        let bit = UInt64(truncatingIfNeeded: others.trailingZeroBitCount)
        let count = Int(truncatingIfNeeded: bit >> 3)
        value = value &* power(count) &+ SWAR.number((digits &<< 8) &<< ~bit)
        next &+= count
        return isZero
    }

    /// Returns the power of ten for an exponent below eight.
    @inline(always)
    private static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        default: 10_000_000
        }
    }

    /// Reads an exponent (`e`, a sign and digits), and advances the index past it.
    static func readExponent(_ source: ByteReader, _ next: inout Int) -> Int? {
        guard let written = readExponent(source, next) else { return nil }
        next = written.next
        return written.power
    }

    /// Reads an exponent (`e`, a sign and digits), and limits a value that is beyond the range of
    /// any type.
    @inline(never)
    private static func readExponent(
        _ source: ByteReader,
        _ start: Int
    ) -> (power: Int, next: Int)? {
        var next = start &+ 1
        let isNegative = source[next] == UInt8(ascii: "-")
        if isNegative || source[next] == UInt8(ascii: "+") { next &+= 1 }
        var digit = source[next] &- 0x30
        guard digit <= 9 else { return nil }
        var value = 0
        while digit <= 9 {
            if value < 1_000_000_000 { value = value &* 10 &+ Int(digit) }
            next &+= 1
            digit = source[next] &- 0x30
        }
        return (isNegative ? 0 &- value : value, next)
    }
}

extension ScannedNumber {
    /// The tree node that stores the number.
    @inline(always)
    var node: NodeWords {
        var flags = isNegative ? Document.Node.Flags.negative : Document.Node.Flags()
        if isLong { flags.insert(.long) }
        return NodeWords(
            isInteger ? .integer : .number,
            flags,
            exponent: exponent,
            offset: start,
            payload: digits
        )
    }

    /// Creates the number that a tree node stores.
    @inline(always)
    init(_ node: Document.Node) {
        isInteger = node.kind == .integer
        isNegative = node.flags.contains(.negative)
        isLong = node.flags.contains(.long)
        digits = node.payload
        exponent = node.exponent
        start = Int(node.offset)
    }
}
