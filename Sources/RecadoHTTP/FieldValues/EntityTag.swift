// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A validator that distinguishes one representation of a resource from another (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// The text between the quotes.
    public let value: String
    /// True if the tag identifies equivalent content rather than the same bytes.
    public let isWeak: Bool

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - value: The text between the quotes, of visible characters without `"`; `nil` is returned
    ///     for anything else.
    ///   - isWeak: True if the tag identifies equivalent content rather than the same bytes.
    public init?(value: String, isWeak: Bool = false) {
        guard value.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.value = value
        self.isWeak = isWeak
    }

    /// Reads the value of an ETag field: `"x"` or `W/"x"`.
    public init?(_ text: some StringProtocol) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        self.init(reading: &scanner)
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
    }

    /// Reads one tag of a list.
    init?(reading scanner: inout FieldScanner) {
        // “W” is case-sensitive, and a backslash is not an escape between these quotes.
        let isWeak = scanner.consume("W")
        guard !isWeak || scanner.consume("/"), scanner.consume("\"") else { return nil }
        value = String(decoding: scanner.take(while: Self.isAllowed), as: UTF8.self)
        self.isWeak = isWeak
        guard scanner.consume("\"") else { return nil }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x22 && byte != 0x7F
    }

    /// True if both tags identify the same bytes: they are equal and neither is weak (RFC 9110
    /// §8.8.3.2).
    public func isStronglyEqual(to other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && value == other.value
    }

    /// True if both tags identify equivalent content (RFC 9110 §8.8.3.2).
    public func isWeaklyEqual(to other: EntityTag) -> Bool { value == other.value }

    /// The tag as it is written: `W/"x"`.
    public var description: String { "\(isWeak ? "W/" : "")\"\(value)\"" }
}
