// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DateText.Format {
    /// The UTC offset of written times, in minutes east.
    var minutesEast: Int16 {
        switch offset {
        case .written(let minutes), .assumed(let minutes): minutes
        case .day: 0
        }
    }
}

extension DateStrategy {
    /// True if dates are numbers.
    var isNumeric: Bool {
        switch kind {
        case .seconds, .milliseconds: true
        case .text, .http, .custom: false
        }
    }

    /// Returns the date that a number denotes.
    func date(_ number: Double) -> Date {
        if case .milliseconds = kind { return Date(timeIntervalSince1970: number / 1000) }
        return Date(timeIntervalSince1970: number)
    }

    /// Returns the date that a text denotes, or `nil` if it is not a date in this form.
    func date(_ text: String) throws -> Date? {
        switch kind {
        case .text(let format):
            guard let (whole, fraction) = DateText(text)?.seconds(format) else { return nil }
            // Foundation stores seconds since 2001; adding the fraction to that count keeps most of
            // its digits.
            return Date(
                timeIntervalSinceReferenceDate: Double(whole - Self.referenceSecond) + fraction
            )
        case .http:
            let now = HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970))
            return HTTPDate(text, now: now).map {
                Date(timeIntervalSince1970: Double($0.secondsSince1970))
            }
        case .custom(let read, _):
            return try read(text)
        case .seconds, .milliseconds:
            return Double(text).map { date($0) }
        }
    }

    /// 2001-01-01, counted in seconds from 1970-01-01.
    private static let referenceSecond = 978_307_200

    /// The expected text of a date, for messages.
    var expectation: String {
        switch kind {
        case .text(let format):
            switch format.offset {
            case .written: "expected a date and time of RFC 3339"
            case .assumed: "expected a date and time"
            case .day: "expected a day such as 2026-07-14"
            }
        case .http: "expected a date of RFC 9110"
        case .seconds, .milliseconds: "expected a number of seconds or milliseconds"
        case .custom: "expected a date"
        }
    }

    /// Returns the scalar that represents a date.
    func scalar(_ date: Date) throws -> Scalar {
        let seconds = date.timeIntervalSince1970
        switch kind {
        case .text(let format):
            guard let moment = Timestamp(secondsSince1970: seconds, format) else {
                throw Self.outside
            }
            return .date(moment)
        case .seconds:
            if let whole = Int64(exactly: seconds) { return .signed(whole) }
            return try Scalar.double(seconds).checked(.refuse)
        case .milliseconds:
            guard let whole = Int64(exactly: (seconds * 1000).rounded()) else { throw Self.outside }
            return .signed(whole)
        case .http:
            guard let whole = Int64(exactly: seconds.rounded(.down)),
                HTTPDate(secondsSince1970: whole).secondsSince1970 == whole
            else { throw Self.outside }
            return .text(HTTPDate(secondsSince1970: whole).description)
        case .custom(_, let write):
            return .text(try write(date))
        }
    }

    private static let outside = Scalar.WritingError(
        reason: "the date is outside the years 0000 to 9999"
    )
}
