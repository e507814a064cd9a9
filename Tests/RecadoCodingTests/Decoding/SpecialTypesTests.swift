// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `Decoding dates, data, URLs and UUIDs` {
    private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try JSON().decode([T].self, from: "[\"\(text)\"]")[0]
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0.0), ("2001-01-01T00:00:00Z", 978_307_200),
        ("2026-07-14T11:30:00+02:00", 1_784_021_400),
        ("2026-07-14t09:30:00.250z", 1_784_021_400.25),
        ("2026-07-14 09:30:00Z", 1_784_021_400), ("2000-02-29T23:59:60Z", 951_868_800),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("1969-12-31T19:00:00-05:00", 0), ("2024-12-31T00:00:00Z", 1_735_603_200),
    ])
    func `dates are read in the formats of RFC 3339`(_ text: String, _ seconds: Double) throws {
        #expect(try read(Date.self, text) == Date(timeIntervalSince1970: seconds))
    }

    @Test func `dates agree with Foundation for two centuries`() throws {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: -36_500, to: 36_500, by: 11) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3723)
            #expect(try read(Date.self, formatter.string(from: date)) == date)
        }
    }

    @Test(arguments: [
        "", "2026", "2026-07-14", "2026-07-14T09:30Z", "2026-02-30T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-07-14T24:00:00Z",
        "2026-07-14T09:60:00Z",
        "2026-07-14T09:30:61Z", "2026-07-14T09:30:00", "2026-07-14T09:30:00.Z",
        "2026-07-14T09:30:00+2:00",
        "2026-07-14T09:30:00+02:00x", "2026-07-14X09:30:00Z", "-026-07-14T09:30:00Z",
        "2026-07-00T09:30:00Z",
        "2026-07-14T09:30:00+24:00", "2026/07/14T09:30:00Z",
    ])
    func `strings that are not valid dates are refused`(_ text: String) throws {
        let failure = try #require(throws: CodingError.self) { try read(Date.self, text) }
        #expect(failure.code == .invalidValue && failure.pointer == "/0")
    }

    @Test func `data is read as Base64`() throws {
        #expect(try read(Data.self, "AP/+SGFsbG8=") == Data([0, 255, 254] + "Hallo".utf8))
        #expect(try read(Data.self, "") == Data())
        #expect(throws: CodingError.self) { try read(Data.self, "A") }
        #expect(throws: CodingError.self) { try read(Data.self, "????") }
    }

    @Test func `URLs and UUIDs are read from strings`() throws {
        #expect(
            try read(URL.self, "https://example.org/a?b=c#d").absoluteString
                == "https://example.org/a?b=c#d"
        )
        #expect(throws: CodingError.self) { try read(URL.self, "") }
        let uuid = UUID()
        #expect(try read(UUID.self, uuid.uuidString) == uuid)
        #expect(try read(UUID.self, uuid.uuidString.lowercased()) == uuid)
        #expect(throws: CodingError.self) { try read(UUID.self, "123") }
    }

    @Test func `a value of another JSON type is a type mismatch`() throws {
        for type in [Date.self, Data.self, URL.self, UUID.self] as [any Decodable.Type] {
            let failure = try #require(throws: CodingError.self) { try decode(type, "{}") }
            #expect(failure.code == .typeMismatch)
        }
        let failure = try #require(throws: CodingError.self) { try decode(Decimal.self, "\"1\"") }
        #expect(failure.code == .typeMismatch)
    }

    private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws {
        _ = try JSON().decode(type, from: text)
    }

    @Test func `dates, UUIDs and decimals are read in members, arrays and dictionaries`() throws {
        struct Model: Codable, Equatable {
            var date: Date
            var dates: [Date]
            var byName: [String: Date]
            var maybe: Date?
            var id: UUID
            var price: Decimal
            var link: URL?
        }
        let text = """
            {"date": "2001-01-01T00:00:01Z", "dates": ["2001-01-01T00:00:02Z"],
             "byName": {"a": "2001-01-01T00:00:03Z"}, "maybe": "2001-01-01T00:00:04Z",
             "id": "00000000-0000-0000-0000-000000000000", "price": 12.30, "link": null}
            """
        let model = try JSON().decode(Model.self, from: text)
        func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        #expect(model.date == date(1) && model.dates == [date(2)] && model.byName == ["a": date(3)])
        #expect(
            model.maybe == date(4) && model.price == Decimal(string: "12.3") && model.link == nil
        )
    }
}
