// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A point in time as the course's server writes it, in UTC: `2017-01-31 10:20:30`.
enum Timestamp {
    /// The seconds since 1970-01-01 00:00:00 UTC, by the system's clock.
    static func now() -> Int64 { Int64(time(nil)) }

    /// A point in time as text, from seconds since 1970-01-01 00:00:00 UTC.
    static func text(secondsSince1970 seconds: Int64) -> String {
        // The date is held within the years that four digits can express.
        let seconds = Int(HTTPDate(secondsSince1970: seconds).secondsSince1970)
        let secondOfDay = (seconds % 86_400 + 86_400) % 86_400
        let date = CivilDate(daysSince1970: (seconds - secondOfDay) / 86_400)
        let day = [padded(date.year, 4), padded(date.month, 2), padded(date.day, 2)]
        let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
        return day.joined(separator: "-") + " "
            + time.map { padded($0, 2) }.joined(separator: ":")
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
