// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A moment in UTC with milliseconds, written as RFC 3339 §5.6 demands: `2026-11-21T11:57:51Z`.
///
/// The fraction is written only when there is one, always with three digits, which is what a `Date`
/// of our time keeps exactly. Years are limited to 0000–9999: RFC 3339 knows no others.
struct Timestamp {
    private let days: Int
    private let milliseconds: Int

    /// Creates a timestamp from the seconds since 1970, or `nil` outside the years 0000–9999.
    init?(secondsSince1970 seconds: Double) {
        let total = (seconds * 1000).rounded()
        guard total >= -62_167_219_200_000, total < 253_402_300_800_000 else { return nil }
        let perDay = 86_400_000
        let (quotient, remainder) = Int(total).quotientAndRemainder(dividingBy: perDay)
        days = remainder < 0 ? quotient - 1 : quotient
        milliseconds = remainder < 0 ? remainder + perDay : remainder
    }

    /// Year, month and day of the Gregorian calendar, by counting from the 1st of March of year 0.
    private var date: (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Appends the text, of 20 or 24 bytes.
    func append(to output: inout Output) {
        let (year, month, day) = date
        let seconds = milliseconds / 1000
        output.reserve(24)
        output.putPair(year / 100)
        output.putPair(year % 100)
        output.put(UInt8(ascii: "-"))
        output.putPair(month)
        output.put(UInt8(ascii: "-"))
        output.putPair(day)
        output.put(UInt8(ascii: "T"))
        output.putPair(seconds / 3600)
        output.put(UInt8(ascii: ":"))
        output.putPair(seconds / 60 % 60)
        output.put(UInt8(ascii: ":"))
        output.putPair(seconds % 60)
        let fraction = milliseconds % 1000
        if fraction != 0 {
            output.put(UInt8(ascii: "."))
            output.put(0x30 &+ UInt8(truncatingIfNeeded: fraction / 100))
            output.putPair(fraction % 100)
        }
        output.put(UInt8(ascii: "Z"))
    }

    /// The text of the timestamp.
    var description: String {
        var text: [UInt8] = []
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            var output = unsafe Output(lending: buffer)
            append(to: &output)
            output.append(to: &text)
            output.release()
        }
        return String(decoding: text, as: UTF8.self)
    }
}
