// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// A number that keeps its notation: `1.0` is not written as `1`, nor `1e2` as `100`.
    ///
    /// Two numbers are equal if they have the same value, as `1`, `1.0` and `1e0` do. A 64-bit
    /// integer has its exact value; any other number has the value of its nearest `Double`. But if
    /// such a number has more than 17 significant digits, or is out of the range of `Double`, it
    /// equals only a number with the same text.
    public struct Number: Sendable, Hashable {
        package let storage: Storage

        package enum Storage: Sendable, Hashable {
            case signed(Int64)
            /// An integer above `Int64.max`.
            case unsigned(UInt64)
            case floating(Double)
            /// A number in the grammar of JSON, as it was written.
            case literal(String)
        }

        package init(storage: Storage) {
            self.storage = storage
        }

        /// Creates a number from an integer.
        ///
        /// - Parameter value: The integer; one of more than 64 bits is stored as text.
        public init(_ value: some BinaryInteger) {
            if let value = Int64(exactly: value) {
                storage = .signed(value)
            } else if let value = UInt64(exactly: value) {
                storage = .unsigned(value)
            } else {
                storage = .literal(String(value))
            }
        }

        /// Creates a number from a floating-point number.
        ///
        /// - Parameter value: A finite number; `nil` is returned for infinities and NaN.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            // From 2^53 on, the shortest text of a floating-point number may denote a different
            // integer.
            if value.magnitude >= 0x1p53, let integer = Int64(exactly: value) {
                storage = .signed(integer)
            } else if value.magnitude >= 0x1p53, let integer = UInt64(exactly: value) {
                storage = .unsigned(integer)
            } else {
                storage = .floating(value)
            }
        }

        /// Returns the number as an integer of a type, or `nil` if it has a fraction or does not
        /// fit.
        ///
        /// - Parameter type: The integer type.
        /// - Returns: The integer of the same value.
        public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
            switch storage {
            case .signed(let value): Integer(exactly: value)
            case .unsigned(let value): Integer(exactly: value)
            case .floating(let value): Integer(exactly: value)
            case .literal(let text): Integer(text) ?? Self.exact(text)?.exactly(type)
            }
        }

        /// The nearest floating-point number; infinite if the number is too large for `Double`.
        public var double: Double {
            switch storage {
            case .signed(let value): Double(value)
            case .unsigned(let value): Double(value)
            case .floating(let value): value
            case .literal(let text): Double(text) ?? .nan
            }
        }

        /// True if two numbers are equal, as described for ``Value/Number``.
        public static func == (one: Number, other: Number) -> Bool {
            one.canonical == other.canonical
        }

        /// Adds the value to a hasher.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(canonical)
        }

        /// The storage in a canonical form, so that equal numbers have equal storage.
        private var canonical: Storage {
            let storage = reduced
            guard case .floating(let value) = storage else { return storage }
            if let value = Int64(exactly: value) { return .signed(value) }
            if let value = UInt64(exactly: value) { return .unsigned(value) }
            return storage
        }

        /// The storage without the notation: an integer or a `Double`, if one of them holds the
        /// number.
        var reduced: Storage {
            guard case .literal(let text) = storage, let exact = Self.exact(text) else {
                return storage
            }
            // Negative zero needs a floating-point number.
            if exact.digits != 0 {
                if let value = exact.exactly(Int64.self) { return .signed(value) }
                if let value = exact.exactly(UInt64.self) { return .unsigned(value) }
            }
            // A `Double` has at most 17 significant digits; a number with more keeps its text.
            guard exact.digits < 100_000_000_000_000_000, let value = Double(text), value.isFinite,
                value != 0 || exact.digits == 0
            else { return storage }
            return .floating(value)
        }

        /// Returns the exact number that a text denotes, or `nil` if it has too many digits.
        private static func exact(_ text: String) -> ExactDecimal? {
            ByteReader.lending(text) { ExactDecimal($0, at: 0) }
        }
    }
}

extension Value.Number: CustomStringConvertible {
    /// The text of the number as in JSON.
    public var description: String {
        switch storage {
        case .signed(let value): return String(value)
        case .unsigned(let value): return String(value)
        case .floating(let value):
            let text = value.description
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        case .literal(let text): return text
        }
    }
}
