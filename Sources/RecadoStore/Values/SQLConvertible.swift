// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type whose values can be bound to a statement and read from a row.
///
/// These types conform: the standard integer types whose values fit in a signed 64-bit integer;
/// `Double`; `Bool`; `String`; `[UInt8]`; and optionals of all these types. An enum whose raw value
/// has one of these types only needs to declare the conformance:
///
/// ```swift
/// enum Rating: String, SQLConvertible { case general, adult }
/// ```
public protocol SQLConvertible: Sendable {
    /// The value to bind.
    var sqlValue: SQLValue { get }

    /// Creates an instance from a stored value.
    ///
    /// - Parameter sqlValue: The value in the database; `nil` is returned if it does not fit.
    init?(sqlValue: SQLValue)
}

extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
    /// The raw value as a database value.
    @inlinable public var sqlValue: SQLValue { rawValue.sqlValue }

    /// Creates an instance from a stored raw value.
    ///
    /// - Parameter sqlValue: A raw value of the type; `nil` is returned for any other.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
}

extension SQLValue: SQLConvertible {
    /// The value itself.
    @inlinable public var sqlValue: SQLValue { self }

    /// Creates a copy of a value, so that a column of any kind can be read as an ``SQLValue``.
    ///
    /// - Parameter sqlValue: Any value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        self = sqlValue
    }
}
