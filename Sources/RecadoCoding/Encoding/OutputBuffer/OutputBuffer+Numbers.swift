// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension OutputBuffer {
    /// Appends an integer in decimal digits.
    @inline(__always)
    mutating func append(decimal value: Int64) {
        reserve(20)
        if value < 0 { put(UInt8(ascii: "-")) }
        putDigits(of: value.magnitude)
    }

    /// Appends an integer in decimal digits.
    @inline(__always)
    mutating func append(decimal value: UInt64) {
        reserve(20)
        putDigits(of: value)
    }

    /// Appends a finite number with the fewest digits that read back as the same number.
    ///
    /// Integers have no `.0`. Numbers with a few decimals, such as prices and coordinates, take a
    /// fast path: if the number equals `n / 10^k` and `n` has at most 15 digits, `n` without its
    /// trailing zeros gives the shortest digits. This is correct because two different decimals of
    /// at most 15 digits never have the same `Double`.
    mutating func append(_ value: Double) {
        let magnitude = value.magnitude
        if magnitude < 1e15, Double(UInt64(magnitude)) == magnitude {
            append(whole: value)
            return
        }
        if magnitude >= 1e-3, magnitude < 1e9 {
            let digits = UInt64(magnitude * 1e6 + 0.5)
            if Double(digits) / 1e6 == magnitude {
                append(digits, 1_000_000, places: 6, isNegative: value < 0)
                return
            }
            if magnitude < 1e3 {
                let digits = UInt64(magnitude * 1e12 + 0.5)
                if Double(digits) / 1e12 == magnitude {
                    append(digits, 1_000_000_000_000, places: 12, isNegative: value < 0)
                    return
                }
            }
        }
        append(shortest: value.description)
    }

    /// Appends a finite number with the fewest digits that read back as the same number.
    mutating func append(_ value: Float) {
        append(shortest: value.description)
    }

    private mutating func append(whole value: Double) {
        // Negative zero keeps its sign.
        if value.sign == .minus { append(UInt8(ascii: "-")) }
        append(decimal: UInt64(value.magnitude))
    }

    /// Appends the number `digits / scale` with a decimal point; inlined, so that the divisor is a
    /// constant.
    @inline(__always)
    private mutating func append(
        _ digits: UInt64,
        _ scale: UInt64,
        places: Int,
        isNegative: Bool
    ) {
        let whole = digits / scale
        reserve(32)
        if isNegative { put(UInt8(ascii: "-")) }
        putDigits(of: whole)
        put(UInt8(ascii: "."))
        var rest = digits &- whole &* scale
        var length = places
        while rest % 1_000 == 0, rest > 0 {
            rest /= 1_000
            length &-= 3
        }
        while rest % 10 == 0, rest > 0 {
            rest /= 10
            length &-= 1
        }
        var position = length
        let start = unsafe end
        while position >= 2 {
            position &-= 2
            unsafe Self.putPair(rest % 100, at: start + position)
            rest /= 100
        }
        if position == 1 { unsafe start[0] = 0x30 &+ UInt8(truncatingIfNeeded: rest) }
        advance(by: length)
    }

    private mutating func append(shortest text: String) {
        unsafe text.withUTF8Bytes { bytes in
            let isWhole =
                unsafe bytes.count > 2 && bytes[bytes.count - 2] == UInt8(ascii: ".")
                && bytes[bytes.count - 1] == UInt8(ascii: "0")
            unsafe append(UnsafeBufferPointer(rebasing: bytes.dropLast(isWhole ? 2 : 0)))
        }
    }

    /// Writes a number in decimal digits; memory for 20 digits must have been reserved.
    @inline(__always)
    mutating func putDigits(of value: UInt64) {
        if value < 10 {
            put(0x30 &+ UInt8(truncatingIfNeeded: value))
        } else {
            putManyDigits(of: value)
        }
    }

    @inline(never)
    private mutating func putManyDigits(of value: UInt64) {
        let length = Self.digitCount(value)
        let start = unsafe end
        var position = length
        var rest = value
        while rest >= 100 {
            position &-= 2
            unsafe Self.putPair(rest % 100, at: start + position)
            rest /= 100
        }
        if rest >= 10 {
            unsafe Self.putPair(rest, at: start)
        } else {
            unsafe start[0] = 0x30 &+ UInt8(truncatingIfNeeded: rest)
        }
        advance(by: length)
    }

    /// Writes a number below 100 as two digits; memory for both must have been reserved.
    @inline(__always)
    mutating func putPair(_ value: Int) {
        unsafe Self.putPair(UInt64(truncatingIfNeeded: value), at: end)
        advance(by: 2)
    }

    @inline(__always)
    private static func putPair(_ value: UInt64, at place: UnsafeMutablePointer<UInt8>) {
        let pair = unsafe pairs.utf8Start + Int(truncatingIfNeeded: value &* 2)
        unsafe place[0] = pair[0]
        unsafe place[1] = pair[1]
    }

    /// A table of the numbers from 00 to 99 as pairs of digits.
    @inline(__always)
    private static var pairs: StaticString {
        """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
    }

    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1
        var rest = value
        while rest >= 100_000_000 {
            rest /= 100_000_000
            count &+= 8
        }
        if rest >= 10_000 {
            rest /= 10_000
            count &+= 4
        }
        if rest >= 100 { return count &+ (rest >= 1000 ? 3 : 2) }
        return count &+ (rest >= 10 ? 1 : 0)
    }
}
