// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A client's preference, from 0 to 1 in thousandths (RFC 9110 §12.4.2).
public struct Quality: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The quality in thousandths, 0 to 1000; 0 means “not acceptable”.
    public let thousandths: Int

    /// The highest quality, 1, which applies if a field states no quality.
    public static let full = Quality(thousandths: 1000)
    /// The quality 0, for something that is not acceptable.
    public static let none = Quality(thousandths: 0)

    /// Creates a quality; a number outside 0 to 1000 becomes the nearer of these limits.
    public init(thousandths: Int) {
        self.thousandths = min(max(thousandths, 0), 1000)
    }

    /// Reads a quality: `0` or `1`, or a fraction of up to three digits; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == 0x30 || first == 0x31, bytes.count <= 5 else {
            return nil
        }
        guard bytes.count == 1 || bytes[1] == UInt8(ascii: ".") else { return nil }
        var (thousandths, unit) = (first == 0x31 ? 1000 : 0, 100)
        for byte in bytes.dropFirst(2) {
            guard (0x30...0x39).contains(byte) else { return nil }
            thousandths += Int(byte - 0x30) * unit
            unit /= 10
        }
        guard thousandths <= 1000 else { return nil }
        self.thousandths = thousandths
    }

    /// Orders qualities from the least to the most preferred.
    public static func < (one: Quality, other: Quality) -> Bool {
        one.thousandths < other.thousandths
    }

    /// The quality with as few digits as it needs: `0.85`.
    public var description: String {
        if thousandths == 1000 { return "1" }
        if thousandths == 0 { return "0" }
        var digits = String(String(1000 + thousandths).dropFirst())
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        return "0." + digits
    }
}
