// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Double: SQLConvertible {
    /// The number as a real number.
    @inlinable public var sqlValue: SQLValue { .real(self) }

    /// Creates a number from a stored real number, or from an integer that it can hold exactly.
    ///
    /// - Parameter sqlValue: A number; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .real(let number): self = number
        case .integer(let number): self.init(exactly: number)
        default: return nil
        }
    }
}

extension Bool: SQLConvertible {
    /// One for true, zero for false.
    @inlinable public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    /// Creates a Boolean from a stored one or zero.
    ///
    /// - Parameter sqlValue: The integer 0 or 1; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension String: SQLConvertible {
    /// The string, as text.
    @inlinable public var sqlValue: SQLValue { .text(self) }

    /// Creates a string from stored text.
    ///
    /// - Parameter sqlValue: Text; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension Array: SQLConvertible where Element == UInt8 {
    /// The array, as a blob.
    @inlinable public var sqlValue: SQLValue { .blob(self) }

    /// Creates an array from stored bytes.
    ///
    /// - Parameter sqlValue: Bytes; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .blob(let bytes) = sqlValue else { return nil }
        self = bytes
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    /// The wrapped value, or null.
    @inlinable public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    /// Creates an optional from a stored value; null becomes `nil`.
    ///
    /// - Parameter sqlValue: Null or a value that fits; `nil` is returned for any other.
    @inlinable
    public init?(sqlValue: SQLValue) {
        if case .null = sqlValue {
            self = Wrapped?.none
            return
        }
        guard let wrapped = Wrapped(sqlValue: sqlValue) else { return nil }
        self = wrapped
    }
}
