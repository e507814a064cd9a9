// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a field in a header or trailer section (RFC 9110 §5.1).
///
/// Names are compared without regard to case; `rawName` keeps the spelling for the wire. Registered
/// names are static members, others are written as literals:
///
/// ```swift
/// let fields: Fields = [.accept: "application/json", "X-Api-Key": key]
/// ```
public struct FieldName: Sendable, Hashable, CustomStringConvertible {
    /// The name in its original spelling.
    public let rawName: String

    /// Creates a name that is known only at run time; other names are written as literals.
    ///
    /// - Parameter name: A token of RFC 9110 §5.6.2; `nil` is returned for anything else.
    public init?(_ name: String) {
        guard Token.isValid(name) else { return nil }
        rawName = name
    }

    /// Creates a name that is known to be a token.
    @inlinable package init(known name: String) {
        rawName = name
    }

    /// The name in its original spelling.
    public var description: String { rawName }

    /// True if two names are equal without regard to case.
    public static func == (one: FieldName, other: FieldName) -> Bool {
        let (one, other) = (one.rawName.utf8, other.rawName.utf8)
        return one.count == other.count
            && zip(one, other).allSatisfy { $0.lowercased == $1.lowercased }
    }

    /// Hashes the name without regard to case.
    public func hash(into hasher: inout Hasher) {
        for byte in rawName.utf8 { hasher.combine(byte.lowercased) }
    }
}

extension FieldName: ExpressibleByStringLiteral {
    /// Creates a name from a literal.
    ///
    /// A literal that is not a token becomes ``invalid``, so that a typing error neither stops the
    /// program nor corrupts a message. `Service.check()` reports such a literal in a declaration.
    ///
    /// - Parameter name: A token of RFC 9110 §5.6.2.
    public init(stringLiteral name: String) {
        self = FieldName(name) ?? .invalid
    }

    /// The name that replaces a literal that is not a token: `Invalid-Field-Name`.
    @inlinable public static var invalid: FieldName { FieldName(known: "Invalid-Field-Name") }
}

extension UInt8 {
    /// The byte in lowercase, if it is an uppercase ASCII letter.
    @inline(__always)
    package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
