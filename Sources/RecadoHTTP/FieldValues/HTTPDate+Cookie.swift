// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension HTTPDate {
    /// Reads the date of a cookie's `Expires` attribute, as leniently as RFC 6265 §5.1.1 demands.
    ///
    /// The parts may come in any order, with any separators and with other words between them. The
    /// weekday and the time zone are ignored.
    ///
    /// - Parameter text: The attribute's value: `Wed, 09-Jun-2021 10:18:14 GMT`.
    public init?(cookieExpires text: some StringProtocol) {
        var time: (hour: Int, minute: Int, second: Int)?
        var (day, month, year): (Int?, Int?, Int?)
        for token in Array(text.utf8).split(whereSeparator: Self.isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        guard year >= 1601, time.second < 60 else { return nil }
        self.init(
            year: year,
            month: month,
            day: day,
            hour: time.hour,
            minute: time.minute,
            second: time.second
        )
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Returns the number at the start of a token, if its count of digits is in a range.
    private static func number(
        _ token: some Sequence<UInt8>,
        digits: ClosedRange<Int>
    ) -> Int? {
        let leading = token.prefix { (0x30...0x39).contains($0) }
        guard digits.contains(leading.count) else { return nil }
        return leading.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func month(_ token: ArraySlice<UInt8>) -> Int? {
        months.firstIndex { name in
            token.count >= 3
                && zip(token, name.utf8).allSatisfy { $0.lowercased == $1.lowercased }
        }.map { $0 + 1 }
    }

    private static func time(_ token: ArraySlice<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 3,
            parts[0].count <= 2, let hour = number(parts[0], digits: 1...2),
            parts[1].count <= 2, let minute = number(parts[1], digits: 1...2),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }
}
