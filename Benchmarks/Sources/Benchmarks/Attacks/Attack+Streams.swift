// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Attack {
    /// Attacks on readers of streams, which get pieces of one KiB: CSV, JSON and XML.
    static var onStreams: [Attack] {
        [
            csv("a cell of 1 000 000 quotes") { "a\n\"" + many(500_000, "\"\"") + "\"\n" },
            csv("a quote that never ends") { "a\n\"" + many(1_000_000, "b,\n") },
            csv("a first line of 1 000 000 bytes") { many(1_000_000, "a") },
            csv("300 000 empty lines") { "a\n" + many(300_000, "\n") },
            csv("20 000 lines of as many cells as the first") {
                many(20_000, "\n") { _ in many(50, ",") { "\($0)" } }
            },
            elements("one of 16 MB") { "[\"" + many(16_000_000, "a") },
            elements("300 000 empty ones") { "[" + many(300_000, ",") { _ in "{}" } + "]" },
            elements("1 000 000 blanks in front of one") { "[" + many(1_000_000, " ") + "1]" },
            xml("a declaration that never ends") { "<?xml " + many(1_000_000, "a") },
            xml("a tag that never ends") { "<a><b" + many(300_000, " c=\"\"") },
            xml("300 000 empty elements") { "<a>" + many(300_000, "<b/>") + "</a>" },
            xml("a comment of 1 000 000 hyphens") { "<a><!--" + many(500_000, "- ") },
        ]
    }

    /// Attacks on models that try one type after another, and on dictionaries with custom keys.
    static var onModels: [Attack] {
        [
            model("100 000 numbers that are tried as texts first", [TextOrNumber].self) {
                "[" + many(100_000, ",") { _ in "1" } + "]"
            },
            model("100 000 values that are neither", [TextOrNumber?].self) {
                "[" + many(100_000, ",") { _ in "{\"a\":[1]}" } + "]"
            },
            model("50 000 keys that are numbers", [Int: Int].self) {
                "{" + many(50_000, ",") { "\"\($0 * 64)\":1" } + "}"
            },
            model("50 000 keys that are no case", [Suit: Int].self) {
                "[" + many(50_000, ",") { "\"x\($0)\",1" } + "]"
            },
        ]
    }

    /// A text or a number, found by trying.
    private struct TextOrNumber: Decodable {
        let isText: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            isText = (try? container.decode(String.self)) != nil
            if !isText { _ = try container.decode(Int.self) }
        }
    }

    private enum Suit: String, Codable { case hearts, spades }

    // MARK: - Reading

    private static func model<T: Decodable>(
        _ name: String,
        _ type: T.Type,
        _ hostile: @escaping () -> String
    ) -> Attack {
        Attack(
            name: "model: \(name)",
            hostile: { Array(hostile().utf8) },
            innocent: { try JSON().encode(films($0)) },
            read: { _ = try JSON().decode(T.self, from: $0) },
            readInnocent: { _ = try JSON().decode([Payloads.Film].self, from: $0) }
        )
    }

    private static func csv(_ name: String, _ hostile: @escaping () -> String) -> Attack {
        stream("CSV: \(name)", hostile) { size in
            Array(("a,b\n" + many(max(1, size / 24), "a cell,another cell\n")).utf8)
        } scanner: {
            CSV.Scanner(CSV())
        }
    }

    private static func elements(_ name: String, _ hostile: @escaping () -> String) -> Attack {
        stream("elements: \(name)", hostile) {
            try JSON().encode(films($0))
        } scanner: {
            var options = JSON.StreamOptions()
            (options.valueBytes, options.values) = (.max, .max)
            return JSON.ElementScanner(options: options)
        }
    }

    private static func xml(_ name: String, _ hostile: @escaping () -> String) -> Attack {
        stream("XML events: \(name)", hostile) {
            try XML().encode(films($0))
        } scanner: {
            XML().pushReader(options: XML.StreamOptions())
        }
    }

    /// Returns an attack on a stream that is read in pieces, record by record.
    private static func stream<Scanner: RecordScanner>(
        _ name: String,
        _ hostile: @escaping () -> String,
        innocent: @escaping (Int) throws -> [UInt8],
        scanner makeScanner: @escaping () -> Scanner
    ) -> Attack {
        let read: ([UInt8]) throws -> Void = { bytes in
            var scanner = makeScanner()
            for start in stride(from: 0, to: bytes.count, by: 1_024) {
                scanner.feed(Array(bytes[start..<min(start + 1_024, bytes.count)]))
                while try scanner.next() != nil {}
            }
            try scanner.finish()
            while try scanner.next() != nil {}
        }
        return Attack(
            name: name,
            hostile: { Array(hostile().utf8) },
            innocent: innocent,
            read: read,
            readInnocent: read
        )
    }
}
