// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Record: Codable, Equatable {
    var id: UUID
    var link: URL?
    var bytes: Data
    var price: Decimal
    var times: [Date]
}

private struct Values: Codable, Equatable {
    var range: Range<Int>
    var interval: DateInterval?
    var indexes: IndexSet
    var locale: Locale
    var components: DateComponents
    var point: CGPoint
}

@Suite struct `Parity with Foundation for its own types` {
    /// Returns both coders with the same format for dates.
    private static func coders(
        _ ours: DateStrategy,
        _ reading: JSONDecoder.DateDecodingStrategy,
        _ writing: JSONEncoder.DateEncodingStrategy
    ) -> Coders {
        var coders = Coders()
        coders.recado.dates = ours
        coders.decoder.dateDecodingStrategy = reading
        coders.encoder.dateEncodingStrategy = writing
        return coders
    }

    @Test func `dates as seconds are coded alike`() {
        let coders = Self.coders(.secondsSince1970, .secondsSince1970, .secondsSince1970)
        expectAgreement(
            on: Date.self,
            valid: ["0", "-1", "1784021400.25", "1e9", "253402300799"],
            broken: [#""0""#, "null", "true", "{}"],
            by: coders
        )
        expectRoundTrips(
            [0, -1, 1.5, 1_784_021_400].map { Date(timeIntervalSince1970: $0) },
            by: coders
        )
        expectAgreement(
            on: [String: Date?].self,
            valid: [#"{"a":5,"b":null}"#],
            broken: [#"{"a":"5"}"#],
            by: coders
        )
    }

    @Test func `dates as milliseconds are coded alike`() {
        let coders = Self.coders(
            .millisecondsSince1970,
            .millisecondsSince1970,
            .millisecondsSince1970
        )
        expectAgreement(
            on: [Date].self,
            valid: ["[0,-1,1784021400250,1500]"],
            broken: [#"["0"]"#, "[1,null]", "[[]]"],
            by: coders
        )
        expectRoundTrips(
            [0, -1, 1.5, 1_784_021_400].map { Date(timeIntervalSince1970: $0) },
            by: coders
        )
    }

    @Test func `ISO 8601 dates without a fraction are coded alike`() {
        let coders = Self.coders(.rfc3339(fraction: .none), .iso8601, .iso8601)
        expectAgreement(
            on: Date.self,
            valid: [#""2026-07-14T09:30:00Z""#, #""1969-12-31T23:59:59Z""#],
            broken: ["0", "null"],
            unplaced: [#""x""#, "\"\"", #""2026-07-14""#, #""2026-13-14T09:30:00Z""#]
                .map { ($0, "") },
            by: coders
        )
        expectRoundTrips(
            [0, -1, 1_784_021_400].map { Date(timeIntervalSince1970: $0) },
            by: coders
        )
    }

    @Test func `Base64 data is coded alike`() {
        expectAgreement(
            on: Data.self,
            valid: ["\"\"", #""AP/+SGFsbG8=""#, #""AA==""#, #""AP\/+""#],
            broken: [#""A""#, #""????""#, #""AA=""#, "null", "[0,1]", "{}"]
        )
        expectRoundTrips([Data(), Data([0, 255, 254, 63]), Data(repeating: 0xFB, count: 1_000)])
    }

    @Test func `URLs are coded alike`() {
        expectAgreement(
            on: URL.self,
            valid: [#""https://example.org/a?b=c#d""#, #""x""#, #""file:\/\/\/tmp""#],
            broken: ["\"\"", "1", "null", #"{"relative":"x"}"#]
        )
        for address in ["https://example.org/a%20b?c=d", "mailto:a@b.example", "a/b"] {
            expectRoundTrips([URL(string: address)])
        }
    }

    @Test func `UUIDs are coded alike`() {
        let id = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
        expectAgreement(
            on: UUID.self,
            valid: [#""\#(id)""#, #""\#(id.lowercased())""#],
            broken: [#""\#(id.dropLast())""#, #""{\#(id)}""#, "\"\"", "1", "null", #""\#(id) ""#]
        )
        expectRoundTrips([UUID(), UUID()])
    }

    @Test func `decimal numbers are coded alike`() {
        expectAgreement(
            on: Decimal.self,
            valid: [
                "0", "-0", "1", "-1.50", "0.1", "12345678901234567890.123456789", "1e10", "1E-10",
                "0.1234567890123456789012345678901234567", "99999999999999999999999999999999999999",
                "1e127",
            ],
            broken: [#""1""#, "null", "true", "[]", "{}"]
        )
        expectRoundTrips(
            ["0", "0.1", "-9.95", "12345678901234567890123456789012345678", "1e-100", "3e100"]
                .compactMap { Decimal(string: $0) }
        )
        expectRoundTrips([Decimal.greatestFiniteMagnitude, Decimal.leastNonzeroMagnitude])
    }

    @Test func `a model with all of these types is coded alike`() throws {
        let coders = Self.coders(.secondsSince1970, .secondsSince1970, .secondsSince1970)
        let id = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
        let valid = #"{"id":"\#(id)","link":null,"bytes":"AA==","price":9.95,"times":[0,1.5]}"#
        expectAgreement(
            on: Record.self,
            valid: [valid],
            broken: [
                valid.replacingOccurrences(of: "null", with: "\"\""),
                valid.replacingOccurrences(of: "1.5", with: "null"),
                valid.replacingOccurrences(of: "AA==", with: "A"),
                valid.replacingOccurrences(of: "9.95", with: #""9.95""#),
                valid.replacingOccurrences(of: "6BA7", with: "XBA7"),
                valid.replacingOccurrences(of: "price", with: "cost"),
            ],
            by: coders
        )
        let record = Record(
            id: UUID(),
            link: URL(string: "https://example.org"),
            bytes: Data([1]),
            price: 0.5,
            times: [Date(timeIntervalSince1970: 3)]
        )
        expectRoundTrips([record], by: coders)
    }

    @Test func `ranges, intervals, locales and points are coded alike`() {
        let coders = Self.coders(.secondsSince1970, .secondsSince1970, .secondsSince1970)
        let start = Date(timeIntervalSince1970: 1_000)
        expectRoundTrips(
            [
                Values(
                    range: 1..<5,
                    interval: DateInterval(start: start, duration: 5),
                    indexes: [1, 2, 9],
                    locale: Locale(identifier: "de_DE"),
                    components: DateComponents(year: 2026, month: 7),
                    point: CGPoint(x: 1.5, y: -2)
                )
            ],
            by: coders
        )
        expectAgreement(
            on: CGPoint.self,
            valid: ["[1,2]", "[0.5,-1]"],
            broken: [#"{"x":1,"y":2}"#, #"[1,"2"]"#, "null"]
        )
        expectAgreement(
            on: DateInterval.self,
            valid: [#"{"start":0,"duration":5}"#],
            broken: [#"{"start":0}"#, #"{"start":0,"duration":"5"}"#],
            by: coders
        )
    }
}
