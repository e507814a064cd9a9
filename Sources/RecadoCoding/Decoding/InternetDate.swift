// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The date and time of RFC 3339 §5.6: `2026-07-14T09:30:00Z`, `2026-07-14T11:30:00.250+02:00`.
enum InternetDate {
    /// The date that a text names, or `nil` if it names none.
    ///
    /// A blank may stand for the `T`, a leap second counts as the first second of the next minute, and
    /// digits of a fraction beyond the ninth are checked and dropped.
    static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { unsafe read(Source($0)) }
    }

    private static func read(_ text: Source) -> Date? {
        guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[10] | 0x20 == UInt8(ascii: "t") || text[10] == 0x20,
            let century = pair(text, 0), let year = pair(text, 2),
            let month = pair(text, 5), let day = pair(text, 8),
            let days = days(year: century * 100 + year, month: month, day: day),
            let hour = pair(text, 11), let minute = pair(text, 14), let second = pair(text, 17),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var at = 19
        guard let fraction = fraction(text, &at), let offset = offset(text, at) else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    /// The number that two digits write.
    private static func pair(_ text: Source, _ at: Int) -> Int? {
        let (one, two) = (text[at] &- 0x30, text[at + 1] &- 0x30)
        return one <= 9 && two <= 9 ? Int(one) * 10 + Int(two) : nil
    }

    /// The days from 1 January 2001, where Foundation's dates begin, or `nil` for no day of the calendar.
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year)
        else { return nil }
        return CivilDate(year: year, month: month, day: day).daysSince1970 - referenceDay
    }

    /// 1 January 2001, counted from 1970-01-01.
    private static let referenceDay = 11_323

    private static func fraction(_ text: Source, _ at: inout Int) -> Double? {
        guard text[at] == UInt8(ascii: ".") || text[at] == UInt8(ascii: ",") else { return 0 }
        at += 1
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

    /// The seconds of an offset such as `Z` or `+02:00`, which end the text.
    private static func offset(_ text: Source, _ at: Int) -> Int? {
        if text[at] | 0x20 == UInt8(ascii: "z") { return at + 1 == text.count ? 0 : nil }
        let isNegative = text[at] == UInt8(ascii: "-")
        guard isNegative || text[at] == UInt8(ascii: "+"), at + 6 == text.count,
            text[at + 3] == UInt8(ascii: ":"),
            let hours = pair(text, at + 1), let minutes = pair(text, at + 4),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return isNegative ? -seconds : seconds
    }
}
