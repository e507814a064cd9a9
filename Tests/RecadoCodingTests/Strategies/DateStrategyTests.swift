// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Reading: Sendable, CustomTestStringConvertible {
    let name: String
    let strategy: DateStrategy
    let text: String
    let seconds: Double?

    var testDescription: String { "\(name) \(text)" }
}

private func reading(
    _ name: String,
    _ strategy: DateStrategy,
    _ texts: [(String, Double?)]
) -> [Reading] {
    texts.map { Reading(name: name, strategy: strategy, text: $0.0, seconds: $0.1) }
}

private let readings =
    reading(
        "RFC 3339",
        .rfc3339,
        [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00.5z", 0.5),
            ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T19:30:00-04:30", 0),
            ("1969-12-31T23:59:59.75Z", -0.25), ("1970-01-01 00:00:00Z", 0),
            ("1970-01-01T00:00:00.123456789123Z", 0.123456789),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2016-12-31T15:59:60-08:00", 1_483_228_800),
            ("2016-12-31T12:30:60Z", nil), ("2016-12-31T23:59:61Z", nil), ("1970-01-01", nil),
            ("1970-01-01T00:00:00", nil), ("1970-01-01T00:00Z", nil),
            ("1970-01-01T24:00:00Z", nil), ("1970-02-29T00:00:00Z", nil),
            ("1970-13-01T00:00:00Z", nil), ("1970-00-01T00:00:00Z", nil),
            ("1970-01-01T00:00:00.Z", nil), ("1970-01-01T00:00:00+0200", nil),
            ("1970-01-01T00:00:00Z ", nil), ("+1970-01-01T00:00:00Z", nil), ("", nil),
            ("1970-01-01T00:00:00+24:00", nil), ("1970-01-01T00:00:00 UTC", nil),
            ("２０２６-01-01T00:00:00Z", nil), ("2000-02-29T00:00:00Z", 951_782_400),
            ("1900-02-29T00:00:00Z", nil),
        ]
    )
    + reading(
        "local",
        .local(utcOffset: 120),
        [
            ("1970-01-01T02:00:00", 0), ("1970-01-01T00:00:00Z", 0),
            ("1970-01-01T02:00:00.5", 0.5), ("1970-01-01", nil),
        ]
    )
    + reading(
        "day",
        .day,
        [("1970-01-02", 86_400), ("1970-01-02T00:00:00Z", nil), ("1970-1-2", nil)]
    )
    + reading(
        "SQL",
        .sql,
        [
            ("1970-01-01 00:00:01", 1), ("1970-01-01T00:00:01", 1),
            ("1970-01-01 00:00:01.25", 1.25), ("1970-01-01 01:00:00+01:00", 0),
            ("1970-01-01", nil),
        ]
    )
    + reading(
        "Rails",
        .rails,
        [
            ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01 00:00:00 UTC", 0),
            ("1970-01-01 02:00:00 +0200", 0), ("1970-01-01 00:00:00 EST", nil),
        ]
    )
    + reading(
        "HTTP",
        .http,
        [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Thu Jan  1 00:00:00 1970", 0), ("1970-01-01T00:00:00Z", nil),
        ]
    )

@Suite struct `Date strategies` {
    @Test(arguments: readings)
    fileprivate func `only dates in the given format are read`(_ reading: Reading) throws {
        var (json, xml, form) = (JSON(), XML(), URLEncodedForm())
        json.dates = reading.strategy
        xml.dates = reading.strategy
        form.dates = reading.strategy
        let read = [
            { try json.decode([Date].self, from: "[\"\(reading.text)\"]") },
            {
                try xml.decode([Date].self, from: "<a>\n<b>\(reading.text)</b></a>")
            },
            {
                let text = reading.text.replacing("+", with: "%2B").replacing(" ", with: "+")
                return try form.decode([String: [Date]].self, from: "k=\(text)")["k"] ?? []
            },
        ]
        // XML ignores whitespace around a text.
        for (index, read) in read.enumerated() where index != 1 || !reading.text.hasSuffix(" ") {
            guard let seconds = reading.seconds else {
                #expect(throws: CodingError.self) { try read() }
                continue
            }
            let date = try #require(try read().first)
            #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
        }
    }

    @Test(arguments: [
        (DateStrategy.rfc3339, 0, "\"1970-01-01T00:00:00Z\""),
        (.rfc3339, -0.25, "\"1969-12-31T23:59:59.750Z\""),
        (.rfc3339, 0.9996, "\"1970-01-01T00:00:01Z\""),
        (.rfc3339, 253_402_300_799, "\"9999-12-31T23:59:59Z\""),
        (.rfc3339, -62_167_219_200, "\"0000-01-01T00:00:00Z\""),
        (.rfc3339(fraction: .none), 0.9996, "\"1970-01-01T00:00:00Z\""),
        (.rfc3339(fraction: .none), -0.25, "\"1969-12-31T23:59:59Z\""),
        (.rfc3339(fraction: .milliseconds), 1, "\"1970-01-01T00:00:01.000Z\""),
        (.rfc3339(fraction: .microseconds), 0.25, "\"1970-01-01T00:00:00.250000Z\""),
        (.rfc3339(utcOffset: 330), 0, "\"1970-01-01T05:30:00+05:30\""),
        (.rfc3339(utcOffset: -90), 0, "\"1969-12-31T22:30:00-01:30\""),
        (.local(utcOffset: 60), 0.5, "\"1970-01-01T01:00:00.500\""),
        (.day, 86_399, "\"1970-01-01\""), (.day, -1, "\"1969-12-31\""),
        (.sql, 1.5, "\"1970-01-01 00:00:01.500\""), (.rails, 0, "\"1970-01-01T00:00:00.000Z\""),
        (.http, 0.75, "\"Thu, 01 Jan 1970 00:00:00 GMT\""),
        (.http, -0.25, "\"Wed, 31 Dec 1969 23:59:59 GMT\""),
        (.secondsSince1970, 5, "5"), (.secondsSince1970, -0.25, "-0.25"),
        (.millisecondsSince1970, 1.5, "1500"), (.millisecondsSince1970, -0.0004, "0"),
        (.millisecondsSince1970, 0.0006, "1"),
    ])
    func `a date is written in the given format`(
        _ strategy: DateStrategy,
        _ seconds: Double,
        _ text: String
    ) throws {
        var json = JSON()
        json.dates = strategy
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try json.encodeToString([date]) == "[\(text)]")
        json.sortsKeys = true
        #expect(try json.encodeToString(["k": date]) == "{\"k\":\(text)}")
    }

    @Test(arguments: [
        (DateStrategy.rfc3339, 253_402_300_800), (.rfc3339, -62_167_219_201),
        (.rfc3339, 253_402_300_799.9996), (.rfc3339(utcOffset: 60), 253_402_300_799),
        (.rfc3339, 1e300), (.rfc3339, .infinity), (.rfc3339, .nan), (.day, 1e18), (.sql, -1e18),
        (.http, 1e18), (.http, .nan), (.millisecondsSince1970, 1e300),
        (.secondsSince1970, .infinity), (.secondsSince1970, .nan),
    ])
    func `a date that cannot be written is reported with its pointer`(
        _ strategy: DateStrategy,
        _ seconds: Double
    ) {
        var json = JSON()
        json.dates = strategy
        let date = Date(timeIntervalSince1970: seconds)
        let failure = #expect(throws: CodingError.self) { try json.encode(["k": [date]]) }
        #expect(failure?.pointer == "/k/0" && failure?.code == .invalidValue)
    }

    @Test func `numbers in XML and forms are read as dates, but INF and NaN are refused`() throws {
        var xml = XML()
        xml.dates = .secondsSince1970
        #expect(
            try xml.decode([Date].self, from: "<a><b> 1.5 </b></a>").first?.timeIntervalSince1970
                == 1.5
        )
        #expect(throws: CodingError.self) {
            try xml.decode([Date].self, from: "<a><b>INF</b></a>")
        }
        #expect(throws: CodingError.self) {
            try xml.decode([Date].self, from: "<a><b>NaN</b></a>")
        }
        var form = URLEncodedForm()
        form.dates = .millisecondsSince1970
        let dates = try form.decode([String: Date].self, from: "a=-1500")
        #expect(dates["a"]?.timeIntervalSince1970 == -1.5)
        var json = JSON()
        json.dates = .secondsSince1970
        #expect(throws: CodingError.self) { try json.decode([Date].self, from: #"["1.5"]"#) }
    }

    @Test func `an error thrown by a custom strategy is the underlying error`() throws {
        struct Refusal: Error {}
        var json = JSON()
        json.dates = .custom(
            read: { text in
                guard let seconds = Double(text) else { throw Refusal() }
                return Date(timeIntervalSince1970: seconds)
            },
            write: { date in
                guard date.timeIntervalSince1970 >= 0 else { throw Refusal() }
                return "\(Int(date.timeIntervalSince1970))"
            }
        )
        let date = Date(timeIntervalSince1970: 5)
        #expect(try json.encodeToString([date]) == #"["5"]"#)
        #expect(try json.decode([Date].self, from: #"["5"]"#) == [date])
        let read = #expect(throws: CodingError.self) {
            try json.decode([String: [Date]].self, from: "{\"k\":[\"5\",\n\"x\"]}")
        }
        #expect(read?.pointer == "/k/1" && read?.line == 2 && read?.underlying is Refusal)
        let written = #expect(throws: CodingError.self) {
            try json.encode(["k": [Date(timeIntervalSince1970: -1)]])
        }
        #expect(written?.pointer == "/k/0" && written?.underlying is Refusal)
    }
}
