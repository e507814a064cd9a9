// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// `UInt` and `UInt64` do not conform, because half of their values exceed a database's integers.

extension Int: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension Int64: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension Int32: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension Int16: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension Int8: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension UInt32: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension UInt16: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension UInt8: SQLConvertible {
    /// The number as an integer.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates a number from a stored integer.
    ///
    /// - Parameter sqlValue: An integer in range; `nil` is returned for any other value.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}
