// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Ticks of a tenth of a second, in which deadlines are kept.
enum Ticks {
    static let perSecond = 10

    /// A tick that never comes.
    static let never = Int.max

    /// The present, on the clock that nobody sets.
    static var now: Int {
        let time = Self.time(CLOCK_MONOTONIC_COARSE)
        return time.tv_sec * perSecond + time.tv_nsec / 100_000_000
    }

    /// The ticks in a duration, at least one, rounded up.
    static func count(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let whole = min(max(seconds, 0), 1_000_000_000)
        let part = (max(attoseconds, 0) + 99_999_999_999_999_999) / 100_000_000_000_000_000
        return max(1, Int(whole) * perSecond + Int(part))
    }

    /// The seconds since 1970 on the clock on the wall.
    static var wallSeconds: Int { time(CLOCK_REALTIME_COARSE).tv_sec }

    private static func time(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return time
    }
}

/// The Date field of responses, made once a second (RFC 9110 §6.6.1).
struct DateLine {
    private var second = -1
    /// The whole line: `Date: Sun, 06 Nov 1994 08:49:37 GMT` and its end.
    private(set) var bytes: [UInt8] = []

    /// Makes the line for a second of the wall clock, unless it is that already.
    mutating func update(to wallSeconds: Int) {
        guard wallSeconds != second else { return }
        second = wallSeconds
        bytes = Array("Date: \(Self.text(of: wallSeconds))\r\n".utf8)
    }

    /// The time in the preferred form of HTTP (RFC 9110 §5.6.7).
    static func text(of wallSeconds: Int) -> String {
        let days = wallSeconds / 86_400
        let rest = wallSeconds % 86_400
        let (year, month, day) = date(ofDay: days)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][days % 7]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map(pair).joined(separator: ":")
        return "\(weekday), \(pair(day)) \(months[month - 1]) \(year) \(time) GMT"
    }

    private static func pair(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day since 1970, in years that begin in March so that leap days come last.
    private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * part + 2) / 5 + 1)
    }
}
