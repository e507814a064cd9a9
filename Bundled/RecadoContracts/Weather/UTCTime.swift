// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A point in time in OpenWeatherMap's XML, in UTC but without a time zone: `2020-01-15T07:10:19`.
enum UTCTime {
    /// Returns the text of a time in Unix time.
    static func text(_ seconds: Int) -> String {
        HTTPDate(secondsSince1970: Int64(seconds)).iso8601(zone: "")
    }

    /// Returns the time that a text contains; `nil` for a text of another form.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let day = parts[0].split(separator: "-").compactMap { Int($0) }
        let time = parts[1].split(separator: ":").compactMap { Int($0) }
        guard day.count == 3, time.count == 3 else { return nil }
        let date = HTTPDate(
            year: day[0],
            month: day[1],
            day: day[2],
            hour: time[0],
            minute: time[1],
            second: time[2]
        )
        return date.map { Int($0.secondsSince1970) }
    }
}
