// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Formats the current time for recordings (ISO 8601).
enum Timestamp {
    /// The current time in UTC, with milliseconds: `2026-05-04T10:20:30.123Z`.
    static func now() -> String {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return "" }
        return text(seconds: Int(time.tv_sec), milliseconds: Int(time.tv_nsec) / 1_000_000)
    }

    static func text(seconds: Int, milliseconds: Int) -> String {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        let day = "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0) }
        return "\(day)T\(time.joined(separator: ":")).\(padded(milliseconds, 3))Z"
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
