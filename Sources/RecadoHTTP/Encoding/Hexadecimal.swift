// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Bytes as hexadecimal digits.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits for each byte, in small letters.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let output = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: output, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, in letters of either case; `nil` for any other byte.
    package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self &- 0x30
        case 0x41...0x46: self &- 0x37
        case 0x61...0x66: self &- 0x57
        default: nil
        }
    }
}
