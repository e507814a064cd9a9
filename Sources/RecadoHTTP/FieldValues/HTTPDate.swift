// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A point in time, to the second, as header fields express it (RFC 9110 §5.6.7).
///
/// ```swift
/// HTTPDate(secondsSince1970: 784_111_777).description    // Sun, 06 Nov 1994 08:49:37 GMT
/// ```
public struct HTTPDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
    public let secondsSince1970: Int64

    /// The seconds of the years 1 to 9999, the years that four digits can express.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Creates a date.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01 00:00:00 UTC. A value outside the years 1 to
    ///   9999, which no field can express, becomes the nearest value within them.
    public init(secondsSince1970 seconds: Int64) {
        secondsSince1970 = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Creates a date from its parts in UTC; `nil` when there is no such date.
    ///
    /// - Parameters:
    ///   - year: The year, from 1 to 9999.
    ///   - month: The month, from 1.
    ///   - day: The day of the month, from 1.
    ///   - hour: The hour, from 0 to 23.
    ///   - minute: The minute, from 0 to 59.
    ///   - second: The second, from 0 to 60: a leap second counts as the second after it.
    public init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0
    ) {
        guard (1...9999).contains(year),
            (1...12).contains(month),
            (1...CivilDate.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour),
            (0...59).contains(minute),
            // RFC 9110 §5.6.7 allows 60 for a leap second, which counts as the second after it.
            (0...60).contains(second)
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        self.init(secondsSince1970: Int64(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    /// The days since 1970-01-01, rounded down.
    public var daysSince1970: Int { Int(secondsSince1970.flooredDivision(by: 86_400)) }

    /// The year in UTC.
    public var year: Int { CivilDate(daysSince1970: daysSince1970).year }

    /// The month in UTC, from 1.
    public var month: Int { CivilDate(daysSince1970: daysSince1970).month }

    /// The day of the month in UTC, from 1.
    public var day: Int { CivilDate(daysSince1970: daysSince1970).day }

    /// The day of the week in UTC, from 0 for Sunday to 6 for Saturday.
    public var weekday: Int { CivilDate.weekday(daysSince1970: daysSince1970) }

    /// Orders dates from earliest to latest.
    public static func < (one: HTTPDate, other: HTTPDate) -> Bool {
        one.secondsSince1970 < other.secondsSince1970
    }

    /// The date in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let days = daysSince1970
        let second = Int(secondsSince1970) - days * 86_400
        let date = CivilDate(daysSince1970: days)
        let weekday = Self.weekdays[CivilDate.weekday(daysSince1970: days)].prefix(3)
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }
        return "\(weekday), \(Self.digits(date.day, 2)) \(Self.months[date.month - 1]) "
            + "\(Self.digits(date.year, 4)) \(time.joined(separator: ":")) GMT"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// The days of the week, from Sunday.
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    /// The short names of the months.
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
