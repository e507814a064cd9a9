// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

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
