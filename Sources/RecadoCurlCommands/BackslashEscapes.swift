// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Reads text with the backslash escapes of C, which occur in `$'…'` and in formats of `printf`.
struct BackslashEscapes {
    private let bytes: ArraySlice<UInt8>
    /// The index of the next byte to read.
    private(set) var index: Int
    private var output: [UInt8] = []

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Reads text up to a terminating byte, and consumes that byte; returns `nil` if it is missing.
    mutating func text(until end: UInt8) -> [UInt8]? {
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == end { return output }
            if byte == UInt8(ascii: "\\") { takeEscape() } else { output.append(byte) }
        }
        return nil
    }

    /// Returns the output of `printf` for the whole text; `nil` if the format needs arguments.
    mutating func printed() -> [UInt8]? {
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\"): takeEscape()
            case UInt8(ascii: "%"):
                guard index < bytes.endIndex, bytes[index] == byte else { return nil }
                index += 1
                output.append(byte)
            default: output.append(byte)
            }
        }
        return output
    }

    private mutating func takeEscape() {
        guard index < bytes.endIndex else { return output.append(UInt8(ascii: "\\")) }
        let byte = bytes[index]
        if let plain = Self.plain[byte] {
            index += 1
            return output.append(plain)
        }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            output.append(UInt8(truncatingIfNeeded: number(radix: 8, upTo: 3) ?? 0))
        case UInt8(ascii: "x"):
            index += 1
            output.append(UInt8(truncatingIfNeeded: number(radix: 16, upTo: 2) ?? 0))
        case UInt8(ascii: "u"):
            index += 1
            takeScalar(number(radix: 16, upTo: 4) ?? 0)
        case UInt8(ascii: "U"):
            index += 1
            takeScalar(number(radix: 16, upTo: 8) ?? 0)
        default: output.append(UInt8(ascii: "\\"))
        }
    }

    /// Adds a scalar; browsers write scalars above U+FFFF as two `\u` escapes (a surrogate pair).
    private mutating func takeScalar(_ first: UInt32) {
        var value = first
        if (0xD800..<0xDC00).contains(first), bytes[index...].starts(with: "\\u".utf8) {
            let start = index
            index += 2
            let second = number(radix: 16, upTo: 4) ?? 0
            if (0xDC00..<0xE000).contains(second) {
                value = 0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)
            } else {
                index = start
            }
        }
        output += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
    }

    private mutating func number(radix: UInt32, upTo count: Int) -> UInt32? {
        var value: UInt32?
        for _ in 0..<count {
            guard index < bytes.endIndex,
                let digit = bytes[index].hexadecimalValue,
                digit < radix
            else { break }
            value = (value ?? 0) &* radix &+ UInt32(digit)
            index += 1
        }
        return value
    }

    private static let plain: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "e"): 0x1B,
        UInt8(ascii: "E"): 0x1B, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "'"): UInt8(ascii: "'"),
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "?"): UInt8(ascii: "?"),
    ]
}
