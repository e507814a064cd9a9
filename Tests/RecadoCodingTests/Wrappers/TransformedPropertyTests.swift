// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Film: Codable, Equatable {
    @Default<Defaults.True> var rented: Bool
    @Default<Defaults.Zero<Int>> var copies: Int
    @Default<Defaults.EmptyText> var title: String
    @Default<Defaults.Empty<[String]>> var cast: [String]
    @Default<Defaults.EmptyDictionary<String, Int>> var prices: [String: Int]
}

private struct Loan: Codable, Equatable {
    @CodedBy<Transformers.SecondsSince1970> var due: Date
    @CodedBy<Optionally<Transformers.Day>> var returned: Date?
    @CodedBy<Transformers.NumberInText<Int>> var copies: Int
    @CodedBy<Transformers.NumericBoolean> var isPaid: Bool
    @CodedBy<Transformers.MillisecondsSince1970> var noted: Date
    @CodedBy<Optionally<Transformers.SQLTimestamp>> var stamp: Date?
}

private let loan = Loan(
    due: Date(timeIntervalSince1970: 5.5),
    returned: Date(timeIntervalSince1970: 86_400),
    copies: 12,
    isPaid: true,
    noted: Date(timeIntervalSince1970: -0.25),
    stamp: nil
)

@Suite struct `Transformed properties` {
    @Test(arguments: [
        Written(name: "missing", json: "{}", xml: "<f/>", form: "x="),
        Written(
            name: "null or left empty",
            json: #"{"rented":null,"copies":null,"title":null,"cast":null,"prices":null}"#,
            xml: "<f><rented/><copies/></f>",
            form: "rented=&copies="
        ),
    ])
    func `a default replaces a missing or null value`(_ written: Written) throws {
        for film in try written.read(Film.self) {
            #expect(film.rented && film.copies == 0 && film.title.isEmpty)
            #expect(film.cast.isEmpty && film.prices.isEmpty)
        }
    }

    @Test func `a default does not replace a wrong value, and is itself encoded`() throws {
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Film.self, from: #"{"copies":"many"}"#)
        }
        #expect(failure?.pointer == "/copies" && failure?.code == .typeMismatch)
        let film = try JSON().decode(Film.self, from: #"{"copies":3,"cast":["a"]}"#)
        #expect(
            try JSON().encodeToString(film)
                == #"{"rented":true,"copies":3,"title":"","cast":["a"],"prices":{}}"#
        )
        #expect(try XML().decode(Film.self, from: XML().encode(film)) == film)
    }

    @Test func `a transformer converts values in both directions in every format`() throws {
        let text =
            #"{"due":5.5,"returned":"1970-01-02","copies":"12","isPaid":1,"noted":-250}"#
        #expect(try JSON().encodeToString(loan) == text)
        #expect(try JSON().decode(Loan.self, from: text) == loan)
        #expect(try XML().decode(Loan.self, from: XML().encode(loan)) == loan)
        let form = try URLEncodedForm().encode(loan)
        #expect(try URLEncodedForm().decode(Loan.self, from: form) == loan)
    }

    @Test(arguments: [
        ("copies", #"{"due":1,"copies":"x","isPaid":1,"noted":1}"#),
        ("isPaid", #"{"due":1,"copies":"1","isPaid":2,"noted":1}"#),
        ("returned", #"{"due":1,"returned":"soon","copies":"1","isPaid":0,"noted":1}"#),
    ])
    func `a value that a transformer refuses is reported with its pointer`(
        _ key: String,
        _ text: String
    ) {
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode([Loan].self, from: "[\(text)]")
        }
        #expect(failure?.pointer == "/0/\(key)" && failure?.line == 1)
        #expect(failure?.underlying is TransformerError)
    }

    @Test func `a value that a transformer cannot write is reported with its pointer`() {
        var distant = loan
        distant.noted = Date(timeIntervalSince1970: 1e300)
        let failure = #expect(throws: CodingError.self) { try JSON().encode([distant]) }
        #expect(failure?.pointer == "/0/noted" && failure?.underlying is TransformerError)
    }

    @Test func `Foundation's coders read and write transformed properties`() throws {
        let film = try JSONDecoder().decode(Film.self, from: Data(#"{"copies":null}"#.utf8))
        #expect(film.rented && film.copies == 0 && film.cast.isEmpty)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Film.self, from: Data(#"{"copies":"x"}"#.utf8))
        }
        let data = try JSONEncoder().encode(loan)
        #expect(try JSON().decode(Loan.self, from: Array(data)) == loan)
        let text = #"{"due":5.5,"returned":null,"copies":"1","isPaid":0,"noted":1}"#
        #expect(try JSONDecoder().decode(Loan.self, from: Data(text.utf8)).returned == nil)
    }
}
