// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

/// Tests how the time for reading grows with the length of a message.
@Suite struct `Reading long responses` {
    /// Returns the time for reading a text that arrives in pieces of `step` bytes.
    ///
    /// The reader gets each piece together with all bytes that it has not used yet.
    private static func time(_ text: String, step: Int) -> Duration {
        let bytes = Array(text.utf8)
        return ContinuousClock().measure {
            var reader = ResponseReader(limits: MessageLimits(head: 1 << 24))
            reader.begin(answering: .get, keepsTrailers: true)
            var content: [UInt8] = []
            var (start, end, used) = (0, 0, 0)
            while end < bytes.count {
                end = min(bytes.count, end + step)
                while start < end {
                    let piece = bytes.span.extracting(start..<end)
                    let event = reader.receive(piece, into: &content, used: &used)
                    start += used
                    if case .needsMore = event { break }
                }
            }
        }
    }

    private static func field(_ size: Int) -> String {
        "HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: size)
    }

    private static func folds(_ size: Int) -> String {
        "HTTP/1.1 200 OK\r\nA: b" + String(repeating: "\r\n\t\u{1}c", count: size / 5)
            + "\r\n\r\n"
    }

    private static func controls(_ size: Int) -> String {
        "HTTP/1.1 200 OK\r\nA: " + String(repeating: "\r", count: size) + "\r\n\r\n"
    }

    private static func hints(_ size: Int) -> String {
        String(repeating: "HTTP/1.1 103 x\r\n\r\n", count: size / 18)
    }

    private static func trailers(_ size: Int) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
            + String(repeating: "A: b\r\n", count: size / 6) + "\r\n"
    }

    static let texts: [(String, @Sendable (Int) -> String)] = [
        ("a long field", field), ("a value over many lines", folds),
        ("many control characters", controls), ("many informational responses", hints),
        ("a long trailer section", trailers),
    ]

    @Test(arguments: texts.indices, [1, 1_000_000])
    func `takes time proportional to their length (rule H2)`(index: Int, step: Int) {
        let make = Self.texts[index].1
        let (small, large) = (make(8_000), make(64_000))
        let first = min(Self.time(small, step: step), Self.time(small, step: step))
        let second = min(Self.time(large, step: step), Self.time(large, step: step))
        // Eight times the bytes: quadratic work would take 64 times as long.
        #expect(second < first * 40 + .milliseconds(20), "\(Self.texts[index].0)")
    }
}
