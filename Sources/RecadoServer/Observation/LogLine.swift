// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The lines of a log, encoded for writing.
struct LogLine {
    /// The most bytes of a text from a client; the rest is cut off.
    static let textLimit = 1_024

    /// The replacement for sensitive values in paths, as in `/films;token=1`.
    static let mask = SecretMask("REDACTED")

    private(set) var bytes: [UInt8] = []
    /// The duration from which a request is marked as slow.
    private let slow: Duration?

    init(slow: Duration?) {
        self.slow = slow
        bytes.reserveCapacity(512)
    }

    /// Adds an exchange.
    mutating func append(_ observation: Observation, _ format: AccessLog.Format) {
        switch format {
        case .json: appendJSON(observation)
        case .text: appendText(observation)
        }
        bytes.append(0x0A)
    }

    /// Adds a line that states how many exchanges are missing.
    mutating func append(dropped: Int, _ format: AccessLog.Format) {
        switch format {
        case .json: put("{\"dropped\":\(dropped)}\n")
        case .text: put("# \(dropped) requests are missing here: the log was too slow\n")
        }
    }

    private func isSlow(_ seen: Observation) -> Bool { slow.map { seen.duration >= $0 } ?? false }

    // MARK: - JSON

    private mutating func appendJSON(_ seen: Observation) {
        put("{\"time\":\"\(Self.timestamp(seen.began))\"")
        if isSlow(seen) { put(",\"slow\":true") }
        putMember("id", seen.id)
        putMember("peer", seen.peer?.address)
        if let peer = seen.peer { put(",\"secure\":\(peer.isSecure)") }
        putMember("protocol", seen.version?.description)
        putMember("method", seen.method?.name)
        putMember("path", seen.path.map(Self.mask.path))
        putMember("route", seen.template)
        put(",\"status\":\(seen.status.code),\"ms\":\(Self.milliseconds(seen.duration))")
        if let length = seen.requestLength { put(",\"requestBytes\":\(length)") }
        if let length = seen.length { put(",\"responseBytes\":\(length)") }
        putMember("userAgent", seen.userAgent)
        putMember("trace", seen.trace?.traceID)
        putMember("span", seen.trace?.spanID)
        putMember("parent", seen.parentSpanID)
        putMember("refused", seen.refusal)
        put("}")
    }

    private mutating func putMember(_ name: String, _ value: String?) {
        guard let value else { return }
        put(",\"\(name)\":\"")
        var rest = Self.textLimit
        for scalar in value.unicodeScalars {
            rest -= 1
            guard rest >= 0 else { break }
            switch scalar {
            case "\"", "\\":
                put("\\")
                put(String(scalar))
            case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            // Escapes everything that a terminal or a reader might take for a command or a line
            // break.
            default: for unit in String(scalar).utf16 { put("\\u" + Self.hexadecimal(unit, 4)) }
            }
        }
        put("\"")
    }

    // MARK: - Text

    private mutating func appendText(_ seen: Observation) {
        putEscaped(seen.peer?.address ?? "")
        put(" - - [\(Self.commonDate(seen.began))] \"")
        putEscaped(seen.method?.name ?? "")
        if let path = seen.path {
            put(" ")
            putEscaped(Self.mask.path(path))
        }
        if let version = seen.version { put(" \(version)") }
        put("\" \(seen.status.code) \(seen.length.map(String.init) ?? "-") \"-\" \"")
        putEscaped(seen.userAgent ?? "")
        put("\" ")
        putEscaped(seen.id)
        put(" \"\(seen.template ?? "-")\" \(Self.milliseconds(seen.duration)) ms")
        if isSlow(seen) { put(" slow") }
        if let refusal = seen.refusal { put(" refused: \(refusal)") }
    }

    /// Writes a text with escapes, cut after 1 024 bytes of UTF-8; `-` if it is empty.
    private mutating func putEscaped(_ text: String) {
        if text.isEmpty { put("-") }
        for byte in text.utf8.prefix(Self.textLimit) {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x20...0x7E: bytes.append(byte)
            default: put("\\x" + Self.hexadecimal(UInt16(byte), 2))
            }
        }
    }

    // MARK: - Parts

    private mutating func put(_ text: String) { bytes += text.utf8 }

    private static func hexadecimal(_ number: UInt16, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns milliseconds with two decimal places, enough to tell a cached answer from others.
    static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let hundredths = Int(seconds) * 100_000 + Int(attoseconds / 10_000_000_000_000)
        return "\(hundredths / 100).\(padded(hundredths % 100))"
    }

    /// Returns a time in the form `2026-11-21T08:49:37.123Z` (RFC 3339).
    static func timestamp(_ time: Duration) -> String {
        let (date, second) = parts(of: time)
        let milliseconds = Int(time.components.attoseconds / 1_000_000_000_000_000)
        let day = "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
        return "\(day)T\(clock(second)).\(padded(milliseconds, 3))Z"
    }

    /// Returns a time in the form `21/Nov/2026:08:49:37 +0000`, as web servers log it.
    static func commonDate(_ time: Duration) -> String {
        let (date, second) = parts(of: time)
        let month = months[date.month - 1]
        return "\(padded(date.day))/\(month)/\(padded(date.year, 4)):\(clock(second)) +0000"
    }

    private static func parts(of time: Duration) -> (CivilDate, secondOfDay: Int) {
        let (days, second) = Int(max(0, time.components.seconds))
            .quotientAndRemainder(dividingBy: 86_400)
        return (CivilDate(daysSince1970: days), second)
    }

    private static func clock(_ second: Int) -> String {
        "\(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
