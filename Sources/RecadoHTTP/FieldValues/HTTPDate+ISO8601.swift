// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension HTTPDate {
    /// Returns the date in the form of ISO 8601 and RFC 3339: `2012-09-24T08:15:13Z`.
    ///
    /// - Parameters:
    ///   - separator: The text between the day and the time.
    ///   - zone: The text that marks the time as UTC; some services expect none.
    /// - Returns: The text.
    public func iso8601(separator: String = "T", zone: String = "Z") -> String {
        let date = CivilDate(daysSince1970: daysSince1970)
        let second = Int(secondsSince1970) - daysSince1970 * 86_400
        var text: [UInt8] = []
        text.reserveCapacity(20)
        Self.append(date.year / 100, "", to: &text)
        Self.append(date.year % 100, "-", to: &text)
        Self.append(date.month, "-", to: &text)
        Self.append(date.day, separator, to: &text)
        Self.append(second / 3600, ":", to: &text)
        Self.append(second / 60 % 60, ":", to: &text)
        Self.append(second % 60, zone, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends a number as two digits, then the text that follows it.
    private static func append(_ number: Int, _ next: String, to text: inout [UInt8]) {
        text.append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
        text.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
        text += next.utf8
    }
}
