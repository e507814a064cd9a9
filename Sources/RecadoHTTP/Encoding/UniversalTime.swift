// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Points in time as services write them, to the second and in UTC: `2012-09-24T08:15:13Z`.
package enum UniversalTime {
    /// The text of a point in time, held within the years that four digits can express.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970-01-01 00:00:00 UTC.
    ///   - separator: What stands between the day and the time.
    ///   - zone: What says that it is UTC; some services do not say so.
    /// - Returns: The text.
    package static func text(
        secondsSince1970 seconds: Int,
        separator: String = "T",
        zone: String = "Z"
    ) -> String {
        let seconds = Int(HTTPDate(secondsSince1970: Int64(seconds)).secondsSince1970)
        let days = seconds.flooredDivision(by: 86_400)
        let secondOfDay = seconds - days * 86_400
        let date = CivilDate(daysSince1970: days)
        var text: [UInt8] = []
        text.reserveCapacity(20)
        append(date.year / 100, "", to: &text)
        append(date.year % 100, "-", to: &text)
        append(date.month, "-", to: &text)
        append(date.day, separator, to: &text)
        append(secondOfDay / 3600, ":", to: &text)
        append(secondOfDay / 60 % 60, ":", to: &text)
        append(secondOfDay % 60, zone, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Adds two digits and what follows them.
    private static func append(_ number: Int, _ next: String, to text: inout [UInt8]) {
        text.append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
        text.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
        text += next.utf8
    }
}
