// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The period of daylight saving time, by the rules of 2026.
enum DaylightRule: String, Sendable {
    /// From the last Sunday of March to the last Sunday of October.
    case europe = "eu"
    /// From the second Sunday of March to the first Sunday of November.
    case northAmerica = "us"
    /// From the first Sunday of October to the first Sunday of April.
    case australia = "au"
    /// From the last Sunday of September to the first Sunday of April.
    case newZealand = "nz"
    /// From the first Sunday of September on or after the 2nd to the first Sunday of April on or
    /// after the 2nd.
    case chile = "cl"
    /// From the last Friday of April to the last Thursday of October.
    case egypt = "eg"
    /// From the Friday before the last Sunday of March to the last Sunday of October.
    case israel = "il"

    /// The beginning or the end of the period: a day of a year, and a second of that day.
    private struct Change {
        let month: Int
        /// The day of the week; 0 is Sunday.
        let weekday: Int
        /// The earliest day of the month that the weekday may fall on; `nil` means the last such
        /// weekday of the month.
        var from: Int? = nil
        /// The number of days from that weekday to the change.
        var days = 0
        /// The second of the day, in UTC or in standard time.
        let second: Int
        var isUTC = false

        func time(in year: Int, winterOffset: Int) -> Int {
            // The search for the weekday begins at `from`, or seven days before the next month.
            let date =
                from.flatMap { HTTPDate(year: year, month: month, day: $0) }
                ?? HTTPDate(year: year, month: month + 1, day: 1).map {
                    HTTPDate(secondsSince1970: $0.secondsSince1970 - 7 * 86_400)
                }
            guard let date else { return 0 }
            let wait = (weekday - date.weekday + 7) % 7
            return (date.daysSince1970 + wait + days) * 86_400 + second - (isUTC ? 0 : winterOffset)
        }
    }

    private var changes: (begin: Change, end: Change) {
        switch self {
        case .europe:
            (
                Change(month: 3, weekday: 0, second: 3600, isUTC: true),
                Change(month: 10, weekday: 0, second: 3600, isUTC: true)
            )
        case .northAmerica:
            (
                Change(month: 3, weekday: 0, from: 8, second: 7200),
                Change(month: 11, weekday: 0, from: 1, second: 3600)
            )
        case .australia:
            (
                Change(month: 10, weekday: 0, from: 1, second: 7200),
                Change(month: 4, weekday: 0, from: 1, second: 7200)
            )
        case .newZealand:
            (
                Change(month: 9, weekday: 0, second: 7200),
                Change(month: 4, weekday: 0, from: 1, second: 7200)
            )
        case .chile:
            (
                Change(month: 9, weekday: 0, from: 2, second: 0),
                Change(month: 4, weekday: 0, from: 2, second: -3600)
            )
        case .egypt:
            (
                Change(month: 4, weekday: 5, second: 0),
                Change(month: 10, weekday: 4, second: 82_800)
            )
        case .israel:
            (
                Change(month: 3, weekday: 0, days: -2, second: 7200),
                Change(month: 10, weekday: 0, second: 3600)
            )
        }
    }

    /// True if daylight saving time applies at a Unix time.
    func isSummer(at time: Int, winterOffset: Int) -> Bool {
        let local = time + winterOffset
        let year = HTTPDate(secondsSince1970: Int64(local)).year
        let begin = changes.begin.time(in: year, winterOffset: winterOffset)
        let end = changes.end.time(in: year, winterOffset: winterOffset)
        // In the southern hemisphere, the period includes the turn of the year.
        return begin < end ? begin <= time && time < end : time < end || begin <= time
    }
}
