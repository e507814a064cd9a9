// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

private struct Film: Codable, Equatable {
    var title: String
    var year: Int?
}

@Suite struct `Decoding part of a document by its path` {
    private let json =
        "{\"data\": {\"films\": [{\"title\": \"a\"},\n {\"title\": \"b\", \"year\": 2}],\"none\": null, \"n\": 1}}"
    private let xml =
        "<answer><data><films><film><title>a</title></film>\n<film><title>b</title><year>2</year></film>"
        + "</films></data></answer>"

    @Test func `part of a JSON document is decoded`() throws {
        let films = [Film(title: "a"), Film(title: "b", year: 2)]
        #expect(try JSON().decode([Film].self, from: json, at: "data.films") == films)
        #expect(
            try JSON().decode(Film.self, from: Array(json.utf8), at: "data.films.1") == films[1]
        )
        #expect(
            try JSON().decode([String].self, from: json, at: "data.films.*.title") == ["a", "b"]
        )
        #expect(try JSON().decode(Int.self, from: json, at: "data.n") == 1)
        let whole: Value = try JSON().decode(from: json, at: .root)
        #expect(whole[path: "data.films.0.title"] == "a")
    }

    @Test func `part of an XML document is decoded`() throws {
        let films = [Film(title: "a"), Film(title: "b", year: 2)]
        #expect(try XML().decode([Film].self, from: xml, at: "data.films.film") == films)
        #expect(try XML().decode([Film].self, from: xml, at: "data.films.*") == films)
        #expect(
            try XML().decode(Film.self, from: Array(xml.utf8), at: "data.films.film.1") == films[1]
        )
        #expect(try XML().decode([Int].self, from: xml, at: "data.films.*.year") == [2])
        #expect(try XML().decode([Film].self, from: "<answer/>", at: "data.films.film") == [])
    }

    @Test func `part of a form is decoded`() throws {
        let text = "data[film][title]=a&data[film][year]=&data[tags]=x"
        let form = URLEncodedForm()
        #expect(try form.decode(Film.self, from: text, at: "data.film") == Film(title: "a"))
        #expect(try form.decode([String].self, from: Array(text.utf8), at: "data.tags") == ["x"])
        #expect(try form.decodeIfPresent(Int.self, from: text, at: "data.film.year") == nil)
        #expect(try form.decodeIfPresent(Int.self, from: text, at: "x.y") == nil)
        let (bytes, mediaType) = try MultipartForm().encode(["data": Film(title: "a", year: 3)])
        let film = try MultipartForm().decode(
            Film.self,
            from: bytes,
            mediaType: mediaType,
            at: "data"
        )
        #expect(film == Film(title: "a", year: 3))
        let none = try MultipartForm()
            .decodeIfPresent(Film.self, from: bytes, mediaType: mediaType, at: "x")
        #expect(none == nil)
    }

    @Test(arguments: 1...2)
    func `one file or several files of a form are decoded`(_ count: Int) throws {
        var form = MultipartForm()
        form.arrays = .repeats
        let names = (0..<count).map { "\($0).txt" }
        let files = names.map { FormFile(filename: $0, bytes: Array($0.utf8)) }
        let (bytes, mediaType) = try form.encode(["files": files])
        func read(_ path: CodingPath) throws -> [String] {
            try form.decode([FormFile].self, from: bytes, mediaType: mediaType, at: path)
                .compactMap(\.filename)
        }
        #expect(try read("files") == names)
        #expect(try read("files.*") == names)
        #expect(try read("files.0") == [names[0]])
        let file = try form.decode(FormFile.self, from: bytes, mediaType: mediaType, at: "files.0")
        #expect(try file.bytes == Array(names[0].utf8))
    }

    @Test(arguments: [
        ("x", "/x", 1), ("data.x.y", "/data/x/y", 1),
        ("data.films.7.title", "/data/films/7/title", 1),
        ("data.films.1.x", "/data/films/1/x", 2), ("data.none.x", "/data/none/x", 2),
        ("data.x.*.y", "/data/x/*/y", 1), (#"data.a\.b"#, "/data/a.b", 1),
    ])
    func `a missing part is reported with its whole path`(
        _ path: String,
        _ pointer: String,
        _ line: Int
    ) throws {
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Value.self, from: json, at: CodingPath(path))
        }
        #expect(failure?.code == .keyNotFound && failure?.pointer == pointer)
        #expect(failure?.line == line)
        #expect(try JSON().decodeIfPresent(Value.self, from: json, at: CodingPath(path)) == nil)
    }

    @Test func `null is decoded as nil, and is an error for a required value`() throws {
        #expect(try JSON().decodeIfPresent(Film.self, from: json, at: "data.none") == nil)
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Film.self, from: json, at: "data.none")
        }
        #expect(failure?.code == .valueNotFound && failure?.pointer == "/data/none")
        #expect(try JSON().decode(Film?.self, from: json, at: "data.none") == nil)
    }

    @Test func `a value of the wrong type is an error even for decodeIfPresent`() {
        let failures = [
            #expect(throws: CodingError.self) {
                try JSON().decodeIfPresent(Int.self, from: json, at: "data.films.1.title")
            },
            #expect(throws: CodingError.self) {
                try JSON().decode(Int.self, from: json, at: "data.films.1.title.x")
            },
            #expect(throws: CodingError.self) {
                try XML().decodeIfPresent(Int.self, from: xml, at: "data.films.film.1.title")
            },
        ]
        #expect(
            failures.map { $0?.pointer }.prefix(2) == [
                "/data/films/1/title", "/data/films/1/title",
            ]
        )
        #expect(failures.map { $0?.line } == [2, 2, 2])
        let malformed = #expect(throws: CodingError.self) {
            try JSON().decode(Int.self, from: #"{"a":1,}"#, at: "a")
        }
        #expect(malformed?.code == .malformed)
    }

    @Test func `the name of the XML root element is still checked`() {
        var format = XML()
        format.root = "reply"
        let failure = #expect(throws: CodingError.self) {
            try format.decode([Film].self, from: xml, at: "data.films.film")
        }
        #expect(failure?.code == .typeMismatch)
    }
}
