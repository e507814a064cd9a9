// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A point in time with its text format, limited to the years 0000–9999 as in RFC 3339.
struct Timestamp {
    private let days: Int
    private let microseconds: Int
    private let format: DateText.Format

    /// Creates a timestamp; `nil` outside the years 0000–9999.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970-01-01 00:00 UTC.
    ///   - format: The text format; fractional seconds are rounded to its digits, or cut off if it
    ///     has none.
    init?(secondsSince1970 seconds: Double, _ format: DateText.Format) {
        let minutes = Double(format.minutesEast)
        let microseconds = Self.rounded(seconds, format.fraction) + minutes * 60_000_000
        guard microseconds >= -62_167_219_200_000_000, microseconds < 253_402_300_800_000_000
        else { return nil }
        let perDay = 86_400_000_000
        let (quotient, remainder) = Int(microseconds).quotientAndRemainder(dividingBy: perDay)
        days = remainder < 0 ? quotient - 1 : quotient
        self.microseconds = remainder < 0 ? remainder + perDay : remainder
        self.format = format
    }

    private static func rounded(_ seconds: Double, _ fraction: DateStrategy.Fraction) -> Double {
        switch fraction {
        case .none: seconds.rounded(.down) * 1_000_000
        case .automatic, .milliseconds: (seconds * 1000).rounded() * 1000
        case .microseconds: (seconds * 1_000_000).rounded()
        }
    }

    /// Appends the text, which has at most 32 bytes.
    func append(to output: inout OutputBuffer) {
        let date = CivilDate(daysSince1970: days)
        output.reserve(32)
        output.putPair(date.year / 100)
        output.putPair(date.year % 100)
        output.put(UInt8(ascii: "-"))
        output.putPair(date.month)
        output.put(UInt8(ascii: "-"))
        output.putPair(date.day)
        if case .day = format.offset { return }
        let seconds = microseconds / 1_000_000
        output.put(UInt8(truncatingIfNeeded: format.separator.value))
        output.putPair(seconds / 3600)
        output.put(UInt8(ascii: ":"))
        output.putPair(seconds / 60 % 60)
        output.put(UInt8(ascii: ":"))
        output.putPair(seconds % 60)
        appendFraction(to: &output)
        if case .written(let minutes) = format.offset {
            Self.append(offset: Int(minutes), to: &output)
        }
    }

    private func appendFraction(to output: inout OutputBuffer) {
        let fraction = microseconds % 1_000_000
        switch format.fraction {
        case .none: return
        case .automatic where fraction == 0: return
        case .automatic, .milliseconds, .microseconds: break
        }
        output.put(UInt8(ascii: "."))
        output.put(0x30 &+ UInt8(truncatingIfNeeded: fraction / 100_000))
        output.putPair(fraction / 1000 % 100)
        guard format.fraction == .microseconds else { return }
        output.put(0x30 &+ UInt8(truncatingIfNeeded: fraction / 100 % 10))
        output.putPair(fraction % 100)
    }

    private static func append(offset minutes: Int, to output: inout OutputBuffer) {
        guard minutes != 0 else { return output.put(UInt8(ascii: "Z")) }
        output.put(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        output.putPair(abs(minutes) / 60)
        output.put(UInt8(ascii: ":"))
        output.putPair(abs(minutes) % 60)
    }

    /// The text of the timestamp.
    var description: String {
        String(decoding: OutputBuffer.bytes(room: 64) { append(to: &$0) }, as: UTF8.self)
    }
}
