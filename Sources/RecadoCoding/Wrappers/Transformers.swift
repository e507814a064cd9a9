// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Transformers for single properties, regardless of the format's strategies.
public enum Transformers: Sendable {
    /// A date as the seconds since 1970-01-01 00:00 UTC.
    public enum SecondsSince1970: ValueTransformer, Sendable {
        /// Converts seconds to a date.
        ///
        /// - Parameter coded: The seconds.
        /// - Returns: The date.
        public static func decode(_ coded: Double) -> Date { Date(timeIntervalSince1970: coded) }

        /// Converts a date to seconds.
        ///
        /// - Parameter value: The date.
        /// - Returns: The seconds.
        public static func encode(_ value: Date) -> Double { value.timeIntervalSince1970 }
    }

    /// A date as the whole milliseconds since 1970-01-01 00:00 UTC.
    public enum MillisecondsSince1970: ValueTransformer, Sendable {
        /// Converts milliseconds to a date.
        ///
        /// - Parameter coded: The milliseconds.
        /// - Returns: The date.
        public static func decode(_ coded: Int64) -> Date {
            Date(timeIntervalSince1970: Double(coded) / 1000)
        }

        /// Converts a date to milliseconds.
        ///
        /// - Parameter value: The date.
        /// - Returns: The milliseconds, rounded.
        /// - Throws: TransformerError for a date whose milliseconds do not fit in 64 bits.
        public static func encode(_ value: Date) throws(TransformerError) -> Int64 {
            guard let whole = Int64(exactly: (value.timeIntervalSince1970 * 1000).rounded()) else {
                throw TransformerError("expected a date that 64 bits of milliseconds reach")
            }
            return whole
        }
    }

    /// A day such as `2026-07-14`; the date is midnight UTC.
    public enum Day: DateTextTransformer, Sendable {
        /// The strategy for a day without a time.
        public static var strategy: DateStrategy { .day }
    }

    /// A date and time in the form of SQL, in UTC: `2026-07-14 09:30:00`.
    public enum SQLTimestamp: DateTextTransformer, Sendable {
        /// The strategy for SQL timestamps.
        public static var strategy: DateStrategy { .sql }
    }

    /// A date in the form of HTTP header fields: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public enum HTTPDate: DateTextTransformer, Sendable {
        /// The strategy for dates of RFC 9110.
        public static var strategy: DateStrategy { .http }
    }

    /// A number that is a text in the document, such as `"12"`.
    public enum NumberInText<Number: LosslessStringConvertible & Sendable>: ValueTransformer,
        Sendable
    {
        /// Converts a text to a number.
        ///
        /// - Parameter coded: The text.
        /// - Returns: The number.
        /// - Throws: TransformerError if the text is not a number of the type.
        public static func decode(_ coded: String) throws(TransformerError) -> Number {
            guard let number = Number(coded) else {
                throw TransformerError("expected the text of a number of type \(Number.self)")
            }
            return number
        }

        /// Converts a number to a text.
        ///
        /// - Parameter value: The number.
        /// - Returns: The text.
        public static func encode(_ value: Number) -> String { value.description }
    }

    /// A Boolean that is 1 or 0 in the document.
    public enum NumericBoolean: ValueTransformer, Sendable {
        /// Converts a number to a boolean.
        ///
        /// - Parameter coded: The number.
        /// - Returns: The boolean.
        /// - Throws: TransformerError for any number but 0 and 1.
        public static func decode(_ coded: Int) throws(TransformerError) -> Bool {
            guard coded == 0 || coded == 1 else { throw TransformerError("expected 0 or 1") }
            return coded == 1
        }

        /// Converts a boolean to a number.
        ///
        /// - Parameter value: The boolean.
        /// - Returns: 1 or 0.
        public static func encode(_ value: Bool) -> Int { value ? 1 : 0 }
    }
}

/// A transformer that reads and writes dates as texts by a date strategy.
public protocol DateTextTransformer: ValueTransformer where Coded == String, Value == Date {
    /// The date strategy; it must not be one that writes numbers.
    static var strategy: DateStrategy { get }
}

extension DateTextTransformer {
    /// Converts a text to a date.
    ///
    /// - Parameter coded: The text.
    /// - Returns: The date.
    /// - Throws: TransformerError if the text is not a date.
    public static func decode(_ coded: String) throws -> Date {
        guard let date = try strategy.date(coded) else {
            throw TransformerError(strategy.expectation)
        }
        return date
    }

    /// Converts a date to a text.
    ///
    /// - Parameter value: The date.
    /// - Returns: The text.
    /// - Throws: TransformerError for a date that the strategy cannot express.
    public static func encode(_ value: Date) throws -> String {
        switch try strategy.scalar(value) {
        case .text(let text): return text
        case .date(let moment): return moment.description
        case .signed(let number): return String(number)
        case .double(let number): return number.description
        case .null, .bool, .unsigned, .float, .number: throw TransformerError("expected a date")
        }
    }
}

/// The reason why a transformer refuses a value.
public struct TransformerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the expected value, in one line that does not quote the refused value.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: A description of the expected value, in one line that does not
    ///   quote the refused value.
    public init(_ description: String) { self.description = description }
}
