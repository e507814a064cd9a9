// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value as a database stores it.
public enum SQLValue: Sendable, Hashable {
    /// An SQL null.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A 64-bit binary floating-point number; SQLite stores a NaN as null.
    case real(Double)
    /// Text in UTF-8.
    case text(String)
    /// A blob.
    case blob([UInt8])

    /// The kind of the value, for messages that must not reveal the value itself.
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
