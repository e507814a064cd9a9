// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An exact decimal number: an integer of up to 128 bits, enough for any 38 digits, times a power
/// of ten.
struct ExactDecimal {
    let isNegative: Bool
    /// The digits without trailing zeros.
    let digits: UInt128
    let exponent: Int

    /// Reads a number in the grammar of JSON; `nil` if it has too many digits.
    init?(_ source: ByteReader, at start: Int) {
        var next = start
        isNegative = source[next] == UInt8(ascii: "-")
        if isNegative || source[next] == UInt8(ascii: "+") { next += 1 }
        var value: UInt128 = 0
        var power = 0
        var zeros = 0
        var isFraction = false
        while true {
            let byte = source[next]
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if byte == 0x30 {
                if value != 0 { zeros += 1 }
                if isFraction { power -= 1 }
            } else if byte &- 0x30 <= 9 {
                for _ in 0..<zeros { guard Self.append(0, to: &value) else { return nil } }
                zeros = 0
                guard Self.append(byte &- 0x30, to: &value) else { return nil }
                if isFraction { power -= 1 }
            } else {
                break
            }
            next += 1
        }
        if source[next] | 0x20 == UInt8(ascii: "e") {
            guard let written = ScannedNumber.readExponent(source, &next) else { return nil }
            power += written
        }
        digits = value
        exponent = value == 0 ? 0 : power + zeros
    }

    private static func append(_ digit: UInt8, to value: inout UInt128) -> Bool {
        let tenfold = value.multipliedReportingOverflow(by: 10)
        let sum = tenfold.partialValue.addingReportingOverflow(UInt128(digit))
        value = sum.partialValue
        return !tenfold.overflow && !sum.overflow
    }

    /// Returns the number as an integer, or `nil` if it has a fraction or does not fit.
    func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        guard exponent >= 0, exponent < 40 else { return nil }
        var magnitude = digits
        for _ in 0..<exponent { guard Self.append(0, to: &magnitude) else { return nil } }
        guard isNegative, magnitude != 0 else { return Integer(exactly: magnitude) }
        guard magnitude <= UInt128(1) << 127 else { return nil }
        return Integer(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
    }

    /// True if the number is an integer.
    var isInteger: Bool { exponent >= 0 }

    /// The number as Foundation's decimal, or `nil` if its exponent is out of range.
    var decimal: Decimal? {
        guard digits != 0 else { return Decimal(0) }
        guard (-128...127).contains(exponent) else { return nil }
        let high = Decimal(UInt64(truncatingIfNeeded: digits >> 64))
        let low = Decimal(UInt64(truncatingIfNeeded: digits))
        let significand = high == 0 ? low : high * Self.twoTo64 + low
        return Decimal(
            sign: isNegative ? .minus : .plus,
            exponent: exponent,
            significand: significand
        )
    }

    private static let twoTo64 = Decimal(UInt64.max) + 1
}
