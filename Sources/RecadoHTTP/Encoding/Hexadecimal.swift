// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts bytes to hexadecimal digits, and digits to bytes.
public enum Hexadecimal: Sendable {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the digits of bytes: two lowercase digits for each byte.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The digits.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes that pairs of hexadecimal digits represent.
    ///
    /// - Parameter text: The digits, in uppercase or lowercase.
    /// - Returns: The bytes; `nil` if the text does not consist of pairs of digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalValue,
                let low = digits[index + 1].hexadecimalValue
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, in uppercase or lowercase; `nil` for any other
    /// byte.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self &- 0x30
        case 0x41...0x46: self &- 0x37
        case 0x61...0x66: self &- 0x57
        default: nil
        }
    }
}
