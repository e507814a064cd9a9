// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The form of a `Date` in a document.
///
/// Text forms cover the Gregorian calendar in the years 0000 to 9999; the whole text is checked on
/// reading. Use a ValueTransformer for the form of a single property.
public struct DateStrategy: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case text(DateText.Format)
        case seconds
        case milliseconds
        case http
        case custom(
            read: @Sendable (String) throws -> Date,
            write: @Sendable (Date) throws -> String
        )
    }

    /// The number of fractional digits with which seconds are written; on reading, any number is
    /// accepted.
    public enum Fraction: Sendable, Hashable {
        /// No digits; the time is rounded down to the second.
        case none
        /// Three digits, or none if they are all zero.
        case automatic
        /// Always three digits.
        case milliseconds
        /// Always six digits.
        case microseconds
    }

    /// RFC 3339 in UTC: `2026-07-14T09:30:00Z`, with three digits of a fraction if there is one.
    ///
    /// On reading, any offset is accepted, and a fraction of any length.
    public static let rfc3339 = DateStrategy(
        kind: .text(.init(fraction: .automatic, offset: .written(0)))
    )

    /// RFC 3339 (§5.6), with a chosen fraction and offset.
    ///
    /// - Parameters:
    ///   - fraction: The number of fractional digits that are written.
    ///   - utcOffset: The offset in which times are written, in minutes east of UTC, from -1439 to
    ///     1439; 0 is written as `Z`.
    /// - Returns: The strategy, which reads any fraction and any offset.
    public static func rfc3339(
        fraction: Fraction = .automatic,
        utcOffset: Int = 0
    ) -> DateStrategy {
        DateStrategy(kind: .text(.init(fraction: fraction, offset: .written(clamped(utcOffset)))))
    }

    /// A date and time without an offset: `2026-07-14T09:30:00`.
    ///
    /// - Parameters:
    ///   - fraction: The number of fractional digits that are written.
    ///   - utcOffset: The offset that such times have, in minutes east of UTC, from -1439 to 1439.
    /// - Returns: The strategy. On reading, an offset in the text takes precedence.
    public static func local(
        fraction: Fraction = .automatic,
        utcOffset: Int = 0
    ) -> DateStrategy {
        DateStrategy(kind: .text(.init(fraction: fraction, offset: .assumed(clamped(utcOffset)))))
    }

    /// A day: `2026-07-14`, read as midnight UTC and written without the time.
    public static let day = DateStrategy(kind: .text(.init(fraction: .none, offset: .day)))

    /// The form of SQL, in UTC: `2026-07-14 09:30:00`; on reading, an offset in the text takes
    /// precedence.
    public static let sql = DateStrategy(
        kind: .text(.init(fraction: .automatic, offset: .assumed(0), separator: " "))
    )

    /// The form that Rails writes in JSON: `2026-07-14T09:30:00.000Z`.
    ///
    /// The forms that Rails writes elsewhere are read as well: `2026-07-14 09:30:00 UTC`,
    /// `… +0200`, and the form in XML.
    public static let rails = DateStrategy(
        kind: .text(.init(fraction: .milliseconds, offset: .written(0), isLenient: true))
    )

    /// The seconds since 1970-01-01 00:00 UTC, as a number; a fraction is read and written.
    public static let secondsSince1970 = DateStrategy(kind: .seconds)

    /// The milliseconds since 1970-01-01 00:00 UTC, as a whole number.
    public static let millisecondsSince1970 = DateStrategy(kind: .milliseconds)

    /// The form of HTTP header fields (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// The two obsolete forms are read as well; a fraction is dropped on writing.
    public static let http = DateStrategy(kind: .http)

    /// Creates a strategy for a custom form.
    ///
    /// - Parameters:
    ///   - read: Converts a text into a date; an error becomes the `underlying` error of a
    ///     CodingError.
    ///   - write: Converts a date into a text.
    /// - Returns: The strategy.
    public static func custom(
        read: @escaping @Sendable (String) throws -> Date,
        write: @escaping @Sendable (Date) throws -> String
    ) -> DateStrategy {
        DateStrategy(kind: .custom(read: read, write: write))
    }

    private static func clamped(_ minutes: Int) -> Int16 {
        Int16(truncatingIfNeeded: min(max(minutes, -1439), 1439))
    }
}
