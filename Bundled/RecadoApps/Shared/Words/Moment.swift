// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A point in time as pages show it: the elapsed time, or the date if it is more than a week ago.
///
/// The server does not know the user's time zone, but the elapsed time is the same in every zone.
struct Moment: Sendable {
    /// The seconds since 1970-01-01 00:00:00 UTC.
    let time: Int64
    /// The current time in seconds since 1970-01-01 00:00:00 UTC.
    let now: Int64

    private static let (minute, hour, day): (Int64, Int64, Int64) = (60, 3_600, 86_400)

    /// Returns the words as HTML, with the date and time in UTC for programs.
    func html(in say: AppLanguage) -> HTML {
        let date = HTTPDate(secondsSince1970: time)
        return """
            <time datetime="\(date.iso8601())" title="\(date.iso8601(separator: " ", zone: " UTC"))">\
            \(words(in: say))</time>
            """
    }

    /// Returns the point in time in words.
    func words(in say: AppLanguage) -> String {
        let (age, overflows) = now.subtractingReportingOverflow(time)
        // Clocks may differ, so a time slightly in the future counts as now.
        guard !overflows, age > -Self.hour, age < 7 * Self.day else { return dayWords(in: say) }
        switch age {
        case ..<Self.minute: return say("ahora mismo", en: "just now")
        case ..<Self.hour: return ago(age / Self.minute, "minuto", "minute", say)
        case ..<Self.day: return ago(age / Self.hour, "hora", "hour", say)
        default: return ago(age / Self.day, "día", "day", say)
        }
    }

    private func ago(
        _ count: Int64,
        _ spanish: String,
        _ english: String,
        _ say: AppLanguage
    ) -> String {
        let end = count == 1 ? "" : "s"
        return say("hace \(count) \(spanish)\(end)", en: "\(count) \(english)\(end) ago")
    }

    private func dayWords(in say: AppLanguage) -> String {
        let date = HTTPDate(secondsSince1970: time)
        let month = say.months[date.month - 1]
        return say(
            "\(date.day) de \(month) de \(date.year)",
            en: "\(date.day) \(month) \(date.year)"
        )
    }
}

extension AppLanguage {
    /// The names of the months, from January.
    fileprivate var months: [String] {
        switch self {
        case .spanish:
            [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
                "septiembre", "octubre", "noviembre", "diciembre",
            ]
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August",
                "September", "October", "November", "December",
            ]
        }
    }
}
