// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

private struct Film: Codable, Equatable, Sendable {
    var title: String
    var year: Int
}

private struct Envelope: Codable, Equatable, Sendable {
    var film: Film
    var total: Int
}

@Suite struct `Decode and parse calls of every format` {
    private static let envelope = Envelope(film: Film(title: "Día", year: 1972), total: 3)
    private static let formats: [any DocumentFormat] = [JSON(), XML(), URLEncodedForm()]

    private func check(_ format: some DocumentFormat) throws {
        let envelope = Self.envelope
        let bytes = try format.encode(envelope)
        let text = try format.encodeToString(envelope)
        #expect(Array(text.utf8) == bytes)
        let data = Data([0x20] + bytes).dropFirst()
        let slice = ([0x20] + bytes + [0x20])[1...bytes.count]
        #expect(try format.decode(Envelope.self, from: bytes) == envelope)
        #expect(try format.decode(from: text) == envelope)
        #expect(try format.decode(from: data) == envelope)
        #expect(try format.decode(from: slice) == envelope)
        #expect(try format.decode(from: slice.lazy.map(\.self)) == envelope)
        #expect(try format.value(from: data) == format.value(from: text))
        let total: Int = try format.decode(from: data, at: "total")
        #expect(total == 3)
        #expect(try format.decode(Int.self, from: text, at: "film.year") == 1972)
        #expect(try format.decodeIfPresent(Int.self, from: bytes, at: "film.length") == nil)
        #expect(try format.decodeIfPresent(String.self, from: text, at: "film.title") == "Día")
        #expect(throws: CodingError.self) {
            try format.decode(Int.self, from: data, at: "film.length")
        }
    }

    @Test(arguments: formats.indices)
    func `bytes, Data, slices and strings give the same results, whole or by path`(
        index: Int
    ) throws {
        try check(Self.formats[index])
    }

    @Test(arguments: formats.indices)
    func `several parts of a parsed document can be decoded`(index: Int) throws {
        let format = Self.formats[index]
        let document = try format.parse(format.encode(Self.envelope))
        #expect(try document.decode() == Self.envelope)
        #expect(try document.decode(Film.self, at: "film") == Self.envelope.film)
        #expect(try document.decode(Int.self, at: "total") == 3)
        #expect(try document.decodeIfPresent(Int.self, at: "rest") == nil)
        let error = #expect(throws: CodingError.self) {
            try document.decode(Int.self, at: "film.title")
        }
        #expect(error?.pointer == "/film/title")
    }

    @Test func `a malformed document is refused when it is parsed`() {
        let error = #expect(throws: CodingError.self) { try JSON().parse(#"{"a": 1,}"#) }
        #expect(error?.place?.column == 9)
        #expect(throws: CodingError.self) { try XML().parse("<a><b></a>") }
        var form = URLEncodedForm()
        form.limits.bytes = 3
        #expect(throws: CodingError.self) { try form.parse("a=12") }
    }

    @Test func `an XML root element of another name is refused when it is parsed`() throws {
        var xml = XML()
        xml.root = "film"
        #expect(
            try xml.parse("<film><title>a</title></film>").decode(String.self, at: "title") == "a"
        )
        #expect(throws: CodingError.self) { try xml.parse("<book/>") }
    }

    @Test func `JSON API documents and multipart forms are read from Data`() throws {
        let text =
            #"{"data": {"type": "films", "id": "1", "attributes": {"title": "a", "year": 1}}}"#
        let film = try JSONAPI().decode(Film.self, from: Data(text.utf8))
        #expect(film == Film(title: "a", year: 1))
        let (bytes, mediaType) = try MultipartForm().encode(film)
        #expect(try MultipartForm().decode(from: Data(bytes), mediaType: mediaType) == film)
    }
}
