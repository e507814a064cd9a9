// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Reads points in time from the texts of files: `2012-09-24T08:15:13Z` or `2012-09-24 08:15:13`,
/// in UTC.
enum PointInTime {
    /// Returns the seconds since 1970; `nil` if the text has another form or names a day that does
    /// not exist.
    static func seconds(of text: String) -> Int? {
        var bytes = Array(text.utf8)
        if bytes.count == 20, bytes[19] == UInt8(ascii: "Z") { bytes.removeLast() }
        guard bytes.count == 19 else { return nil }
        var numbers: [Int] = []
        var number = 0
        for (index, byte) in bytes.enumerated() {
            switch (index, byte) {
            case (4, 0x2D), (7, 0x2D), (10, 0x54), (10, 0x20), (13, 0x3A), (16, 0x3A):
                numbers.append(number)
                number = 0
            case (4, _), (7, _), (10, _), (13, _), (16, _): return nil
            case (_, 0x30...0x39): number = number * 10 + Int(byte - 0x30)
            default: return nil
            }
        }
        numbers.append(number)
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
        guard second < 60 else { return nil }
        return HTTPDate(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        ).map { Int($0.secondsSince1970) }
    }
}
