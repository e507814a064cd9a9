// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value as a database stores it.
public enum SQLValue: Sendable, Hashable {
    /// No value.
    case null
    /// A signed integer of 64 bits.
    case integer(Int64)
    /// A binary floating-point number of 64 bits; SQLite stores not-a-number as null.
    case real(Double)
    /// A text in UTF-8.
    case text(String)
    /// Bytes as they are.
    case blob([UInt8])

    /// The kind of the value, for messages that must not show the value itself.
    public var kind: String {
        switch self {
        case .null: "null"
        case .integer: "an integer"
        case .real: "a real number"
        case .text: "a text"
        case .blob: "bytes"
        }
    }
}
