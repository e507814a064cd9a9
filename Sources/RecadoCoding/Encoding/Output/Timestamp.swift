// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

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

    /// Appends the text, of 20 or 24 bytes.
    func append(to output: inout Output) {
        let date = CivilDate(daysSince1970: days)
        let seconds = milliseconds / 1000
        output.reserve(24)
        output.putPair(date.year / 100)
        output.putPair(date.year % 100)
        output.put(UInt8(ascii: "-"))
        output.putPair(date.month)
        output.put(UInt8(ascii: "-"))
        output.putPair(date.day)
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
