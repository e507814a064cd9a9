// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension HTTPDate {
    /// Reads a date in one of the three forms that fields may hold (RFC 9110 §5.6.7).
    ///
    /// The forms are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`. The result is `nil` for a wrong weekday, for a date such as
    /// 30 February, and for any deviation from these forms.
    ///
    /// - Parameters:
    ///   - text: The field's value.
    ///   - now: The current date, which decides the century of a two-digit year: the latest century
    ///     that puts the date at most 50 years in the future.
    public init?(_ text: some StringProtocol, now: HTTPDate) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 24, bytes.count <= 33, let comma = bytes.firstIndex(of: 0x2C) else {
            self.init(asctime: bytes)
            return
        }
        let rest = Array(bytes[(comma + 1)...])
        if comma == 3 {
            self.init(fixed: rest, weekday: bytes[..<comma])
        } else {
            self.init(dashed: rest, weekday: bytes[..<comma], now: now)
        }
    }

    /// Reads the part after the comma in `Sun, 06 Nov 1994 08:49:37 GMT`.
    private init?(fixed bytes: [UInt8], weekday: ArraySlice<UInt8>) {
        var reader = Reader(bytes)
        guard reader.read(" "), let day = reader.number(digits: 2),
            reader.read(" "), let month = reader.month(),
            reader.read(" "), let year = reader.number(digits: 4),
            reader.read(" "), let time = reader.time(),
            reader.read(" GMT"), reader.isAtEnd
        else { return nil }
        self.init(year, month, day, time)
        guard weekday.elementsEqual(Self.weekday(year, month, day).prefix(3).utf8) else {
            return nil
        }
    }

    /// Reads the part after the comma in `Sunday, 06-Nov-94 08:49:37 GMT`.
    private init?(dashed bytes: [UInt8], weekday: ArraySlice<UInt8>, now: HTTPDate) {
        var reader = Reader(bytes)
        guard reader.read(" "), let day = reader.number(digits: 2),
            reader.read("-"), let month = reader.month(),
            reader.read("-"), let year = reader.number(digits: 2),
            reader.read(" "), let time = reader.time(),
            reader.read(" GMT"), reader.isAtEnd
        else { return nil }
        let days = Int(now.secondsSince1970.flooredDivision(by: 86_400))
        let currentYear = CivilDate(daysSince1970: days).year
        // Finds the year with these digits from 49 years before to 50 years after the current year.
        // If that year is 50 years ahead, the date may still be more than 50 years in the future.
        // Such a date belongs to the previous century.
        let first = currentYear - 49
        var full = first + (year - first % 100 + 100) % 100
        if full == currentYear + 50, Self.isLater(month, day, time, thanIn: now) { full -= 100 }
        self.init(full, month, day, time)
        guard weekday.elementsEqual(Self.weekday(full, month, day).utf8) else { return nil }
    }

    /// Reads `Sun Nov  6 08:49:37 1994`.
    private init?(asctime bytes: [UInt8]) {
        guard bytes.count == 24 else { return nil }
        var reader = Reader(Array(bytes[3...]))
        guard reader.read(" "), let month = reader.month(),
            reader.read(" "),
            let day = reader.read(" ") ? reader.number(digits: 1) : reader.number(digits: 2),
            reader.read(" "), let time = reader.time(),
            reader.read(" "), let year = reader.number(digits: 4), reader.isAtEnd
        else { return nil }
        self.init(year, month, day, time)
        let weekday = Self.weekday(year, month, day).prefix(3)
        guard bytes[..<3].elementsEqual(weekday.utf8) else { return nil }
    }

    private init?(_ year: Int, _ month: Int, _ day: Int, _ time: Reader.Time) {
        self.init(
            year: year,
            month: month,
            day: day,
            hour: time.hour,
            minute: time.minute,
            second: time.second
        )
    }

    /// Returns the weekday of the date as written, even for a leap second, which is stored as the
    /// first second of the next day.
    private static func weekday(_ year: Int, _ month: Int, _ day: Int) -> String {
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        return weekdays[CivilDate.weekday(daysSince1970: days)]
    }

    /// True if a month, day and time come later in the year than those of a date.
    private static func isLater(
        _ month: Int,
        _ day: Int,
        _ time: Reader.Time,
        thanIn date: HTTPDate
    ) -> Bool {
        let days = date.secondsSince1970.flooredDivision(by: 86_400)
        let civil = CivilDate(daysSince1970: Int(days))
        let second = Int(date.secondsSince1970 - days * 86_400)
        return (month, day, time.hour * 3600 + time.minute * 60 + time.second)
            > (civil.month, civil.day, second)
    }

    /// Reads the parts of a date.
    private struct Reader {
        typealias Time = (hour: Int, minute: Int, second: Int)

        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func read(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }

        mutating func number(digits: Int) -> Int? {
            guard rest.count >= digits else { return nil }
            var number = 0
            for byte in rest.prefix(digits) {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            rest = rest.dropFirst(digits)
            return number
        }

        mutating func month() -> Int? {
            for (index, name) in HTTPDate.months.enumerated() where read(name) { return index + 1 }
            return nil
        }

        mutating func time() -> Time? {
            guard let hour = number(digits: 2), read(":"),
                let minute = number(digits: 2), read(":"),
                let second = number(digits: 2)
            else { return nil }
            return (hour, minute, second)
        }
    }
}
