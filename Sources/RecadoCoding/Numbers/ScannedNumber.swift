// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A number in the grammar of JSON (RFC 8259 §6), seen but not yet made into a type.
struct ScannedNumber {
    /// Whether it has neither a fraction nor an exponent.
    var isInteger: Bool
    var isNegative = false
    /// Whether there are more digits than `digits` holds, which then means nothing.
    var isLong = false
    /// The digits as an integer, without the point.
    var digits: UInt64
    /// The power of ten by which the digits are to be multiplied.
    var exponent: Int16
    /// The index of the first byte.
    var start: Int

    /// Reads the number that starts at an index and moves the index behind it.
    @inline(__always)
    init?(_ source: Source, _ at: inout Int) {
        start = at
        var next = at
        if source[next] == UInt8(ascii: "-") {
            isNegative = true
            next &+= 1
        }
        let first = next
        var value: UInt64 = 0
        var digit = source[next] &- 0x30
        if digit == 0 {
            next &+= 1
            guard source[next] &- 0x30 > 9 else { return nil }
        } else {
            guard digit <= 9 else { return nil }
            repeat {
                value = value &* 10 &+ UInt64(digit)
                next &+= 1
                digit = source[next] &- 0x30
            } while digit <= 9
        }
        digits = value
        isInteger = true
        exponent = 0
        let byte = source[next]
        if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
            guard readRest(source, &next, digits: next &- first) else { return nil }
        } else {
            isLong = next &- first > 19
        }
        at = next
    }

    /// Reads the fraction and the exponent.
    @inline(__always)
    private mutating func readRest(_ source: Source, _ next: inout Int, digits count: Int) -> Bool {
        isInteger = false
        var count = count
        var power = 0
        if source[next] == UInt8(ascii: ".") {
            next &+= 1
            let first = next
            while Lanes.areDigits(source.word(at: next)) {
                digits = digits &* 100_000_000 &+ Lanes.digits(source.word(at: next))
                next &+= 8
            }
            var digit = source[next] &- 0x30
            while digit <= 9 {
                digits = digits &* 10 &+ UInt64(digit)
                next &+= 1
                digit = source[next] &- 0x30
            }
            guard next > first else { return false }
            power = first &- next
            count &+= next &- first
        }
        if source[next] | 0x20 == UInt8(ascii: "e") {
            guard let written = Self.readExponent(source, &next) else { return false }
            power &+= written
        }
        // Leading zeros count as digits: the slow way does no harm.
        isLong = count > 19 || power < -20_000 || power > 20_000
        exponent = isLong ? 0 : Int16(truncatingIfNeeded: power)
        return true
    }

    /// Reads `e`, a sign and digits; exponents too large for any type stay merely large.
    static func readExponent(_ source: Source, _ next: inout Int) -> Int? {
        next &+= 1
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
        return isNegative ? 0 &- value : value
    }
}

extension ScannedNumber {
    /// The node that keeps the number.
    @inline(__always)
    var node: Document.Node {
        var flags: Document.Node.Flags = isNegative ? .negative : []
        if isLong { flags.insert(.long) }
        return Document.Node(
            isInteger ? .integer : .number,
            flags,
            exponent: exponent,
            offset: start,
            payload: digits
        )
    }

    /// The number that a node keeps.
    @inline(__always)
    init(_ node: Document.Node) {
        isInteger = node.kind == .integer
        isNegative = node.flags.contains(.negative)
        isLong = node.flags.contains(.long)
        digits = node.payload
        exponent = node.exponent
        start = Int(node.offset)
    }
}
