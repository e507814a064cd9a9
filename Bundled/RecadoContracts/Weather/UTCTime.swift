// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A point in time as OpenWeatherMap's XML has it, in UTC without saying so: `2020-01-15T07:10:19`.
enum UTCTime {
    /// The text of a time in seconds since 1970-01-01 00:00:00 UTC.
    static func text(_ seconds: Int) -> String {
        UniversalTime.text(secondsSince1970: seconds, zone: "")
    }

    /// The time of a text; `nil` for a text of another form.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let day = parts[0].split(separator: "-").compactMap { Int($0) }
        let time = parts[1].split(separator: ":").compactMap { Int($0) }
        guard day.count == 3, time.count == 3, (0...9999).contains(day[0]),
            (1...12).contains(day[1]),
            (1...CivilDate.days(inMonth: day[1], of: day[0])).contains(day[2]),
            (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        let days = CivilDate(year: day[0], month: day[1], day: day[2]).daysSince1970
        return days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }
}
