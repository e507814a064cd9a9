// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A day and optionally a time, from a text in one of the ISO 8601 notations.
///
/// Examples are `2026-07-14`, `2026-07-14T09:30:00Z`, `2026-07-14 09:30:00.250 +0200`: all parts
/// are checked against the calendar, and the notation of the time is recorded.
struct DateText {
    /// The days since 1970-01-01 and the seconds of that day, without the offset applied.
    let days: Int
    let second: Int
    /// The fraction of the second, from 0 to less than 1; digits beyond the ninth are dropped.
    let fraction: Double
    let time: Time
    /// The seconds east of UTC, or `nil` if the text has no offset.
    let offset: Int?
    /// True if the second is a leap second, which ends a day of UTC.
    let isLeap: Bool

    /// The notation of the time and its offset, if the text has a time.
    enum Time {
        case absent
        /// A time in the notation of RFC 3339.
        case internet
        /// A time with an offset such as ` UTC` or `+0200`.
        case loose
    }

    /// The form in which dates are written, and the forms that are accepted on reading.
    struct Format: Sendable {
        var fraction: DateStrategy.Fraction
        var offset: Offset
        var separator: Unicode.Scalar = "T"
        var isLenient = false
    }

    enum Offset: Sendable {
        /// Times are written with this offset, in minutes east of UTC; on reading, an offset is
        /// required.
        case written(Int16)
        /// Times are written without an offset; a time that is read without an offset is assumed to
        /// have this offset, in minutes east of UTC.
        case assumed(Int16)
        /// Only the day is written.
        case day
    }

    /// Parses a text; `nil` if any part of it is not valid.
    init?(_ text: String) {
        guard let parts = ByteReader.lending(text, { DateText($0) }) else { return nil }
        self = parts
    }

    private init?(_ text: ByteReader) {
        var reader = Reader(text: text)
        guard let days = reader.day() else { return nil }
        self.days = days
        if reader.isAtEnd {
            (second, fraction, time, offset, isLeap) = (0, 0, .absent, nil, false)
            return
        }
        guard let second = reader.time(), let fraction = reader.fraction() else { return nil }
        (self.second, self.fraction, isLeap) = (second, fraction, reader.isLeap)
        if reader.isAtEnd {
            (time, offset) = (.internet, nil)
            return
        }
        guard let (offset, isLoose) = reader.offset(), reader.isAtEnd else { return nil }
        (self.offset, time) = (offset, isLoose ? .loose : .internet)
    }

    /// Returns the seconds since 1970-01-01 00:00 UTC, or `nil` if the format does not accept the
    /// text.
    func seconds(_ format: Format) -> (whole: Int, fraction: Double)? {
        guard let moment = moment(format) else { return nil }
        // RFC 3339 §5.7: leap seconds are inserted at the end of a day of UTC.
        if isLeap, !moment.whole.isMultiple(of: 86_400) { return nil }
        return moment
    }

    private func moment(_ format: Format) -> (whole: Int, fraction: Double)? {
        switch (time, format.offset) {
        case (.absent, .day): return (days * 86_400, 0)
        case (.absent, _), (.internet, .day), (.loose, .day): return nil
        case (.loose, _) where !format.isLenient: return nil
        case (.internet, .written(_)), (.loose, .written(_)):
            // By RFC 3339 §4.3, a time without an offset has no defined meaning.
            guard let offset = offset ?? (format.isLenient ? 0 : nil) else { return nil }
            return (days * 86_400 + second - offset, fraction)
        case (.internet, .assumed(let minutes)), (.loose, .assumed(let minutes)):
            return (days * 86_400 + second - (offset ?? Int(minutes) * 60), fraction)
        }
    }
}

extension DateText {
    /// Reads the parts of the text; each method advances past its part.
    private struct Reader {
        let text: ByteReader
        var at = 0
        /// True if the second that was read is a leap second.
        var isLeap = false

        var isAtEnd: Bool { at == text.count }

        /// Reads two digits as a number.
        private mutating func pair() -> Int? {
            let (one, two) = (text[at] &- 0x30, text[at + 1] &- 0x30)
            guard one <= 9, two <= 9 else { return nil }
            at += 2
            return Int(one) * 10 + Int(two)
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard text[at] == UInt8(ascii: character), at < text.count else { return false }
            at += 1
            return true
        }

        /// Reads a day such as `2026-07-14` and returns the days since 1970-01-01.
        mutating func day() -> Int? {
            guard let century = pair(), let year = pair(), take("-"),
                let month = pair(), take("-"), let day = pair(), (1...12).contains(month),
                day >= 1, day <= CivilDate.days(inMonth: month, of: century * 100 + year)
            else { return nil }
            return CivilDate(year: century * 100 + year, month: month, day: day).daysSince1970
        }

        /// Reads a time such as `T09:30:00` and returns its seconds; a leap second counts as the
        /// following second.
        mutating func time() -> Int? {
            guard take("T") || take("t") || take(" "), let hour = pair(), take(":"),
                let minute = pair(), take(":"), let second = pair(),
                hour < 24, minute < 60, second <= 60
            else { return nil }
            isLeap = second == 60
            return hour * 3600 + minute * 60 + second
        }

        /// Reads a fraction such as `.250`; returns 0 if there is none.
        mutating func fraction() -> Double? {
            guard take(".") || take(",") else { return 0 }
            let first = at
            var digits = 0
            var scale = 1
            while text[at] &- 0x30 <= 9 {
                if at - first < 9 {
                    digits = digits * 10 + Int(text[at] &- 0x30)
                    scale *= 10
                }
                at += 1
            }
            return at > first ? Double(digits) / Double(scale) : nil
        }

        /// Reads an offset such as `Z` or `+02:00`, or a loose form such as ` UTC` or ` +0200`;
        /// returns its seconds.
        mutating func offset() -> (seconds: Int, isLoose: Bool)? {
            if take("Z") || take("z") { return (0, false) }
            let isApart = take(" ")
            if isApart, take("U") { return take("T") && take("C") ? (0, true) : nil }
            let isNegative = text[at] == UInt8(ascii: "-")
            guard isNegative || text[at] == UInt8(ascii: "+") else { return nil }
            at += 1
            guard let hours = pair() else { return nil }
            let hasColon = take(":")
            guard let minutes = pair(), hours < 24, minutes < 60 else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return (isNegative ? -seconds : seconds, isApart || !hasColon)
        }
    }
}
