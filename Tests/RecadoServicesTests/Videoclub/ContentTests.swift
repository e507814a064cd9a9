// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoHTTP
import RecadoServices
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Validation of requests to the videoclub` {
    @Test func `all invalid members are reported together`() async throws {
        try await Club.open { club in
            let before = try await club.snapshot()
            let long = String(repeating: "x", count: 256)
            let json = """
                {"title":"","year":"123456789","director":7,"poster":"\(long)","synopsis":[]}
                """
            let reply = try await club.send(.post, "", as: .guest, json: json)
            reply.expectProblem(422)
            let errors = reply.value["errors"]?.arrayValue ?? []
            let places = Set(errors.compactMap { $0["pointer"]?.stringValue })
            #expect(places == ["/title", "/year", "/director", "/poster", "/synopsis"])
            let codes = Set(errors.compactMap { $0["code"]?.stringValue })
            #expect(codes.isSuperset(of: ["minLength", "maxLength", "type"]))
            #expect(try await club.snapshot() == before)
        }
    }

    @Test func `missing members are reported together, as are faults of id and title`() async throws
    {
        try await Club.open { club in
            let reply = try await club.send(.post, "", as: .guest, json: "{}")
            reply.expectProblem(422)
            let errors = reply.value["errors"]?.arrayValue ?? []
            let places = Set(errors.compactMap { $0["pointer"]?.stringValue })
            #expect(places == ["/title", "/year", "/director"])
            let edit = try await club.send(.put, "abc", as: .guest, json: #"{"title":""}"#)
            edit.expectProblem(422)
            #expect(edit.value["errors"]?.arrayValue?.count == 2)
        }
    }

    struct Length: Sendable, CustomTestStringConvertible {
        var key: String
        var limit: Int
        var letter: String
        var start = ""
        var testDescription: String { "\(limit) of \(letter) in \(key)" }
    }

    @Test(
        arguments: [
            Length(key: "title", limit: 255, letter: "x"),
            Length(key: "title", limit: 255, letter: "ñ"),
            Length(key: "title", limit: 255, letter: "🎬"),
            Length(key: "director", limit: 64, letter: "é"),
            Length(key: "year", limit: 8, letter: "–", start: "2"),
            Length(key: "poster", limit: 255, letter: "漢", start: "/"),
            Length(key: "synopsis", limit: 10_000, letter: "ñ"),
        ]
    )
    func `a text of the maximum length is stored, and a longer one is refused`(
        length: Length
    ) async throws {
        try await Club.open { club in
            let count = length.limit - length.start.unicodeScalars.count
            let longest = length.start + String(repeating: length.letter, count: count)
            let json = "{\"\(length.key)\":\"\(longest)\"}"
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            #expect(reply.status == 200, "\(reply.value)")
            #expect(try await club.send(.get, "7").value[length.key]?.stringValue == longest)
            let longer = "{\"\(length.key)\":\"\(longest)\(length.letter)\"}"
            let refused = try await club.send(.put, "7", as: .guest, json: longer)
            refused.expectProblem(422)
            #expect(refused.value[path: "errors.0.pointer"]?.stringValue == "/\(length.key)")
        }
    }

    @Test(
        arguments: [
            "a\u{1}b", "\u{7F}", "e\u{301}", "\u{FEFF}x", "👩‍👩‍👧‍👦", "\u{1F1EA}\u{1F1F8}", " ", "a\nb",
            "<script>alert(1)</script>", "'; DROP TABLE film; --", "\u{10FFFF}",
        ]
    )
    func `a title is stored and returned byte for byte`(title: String) async throws {
        try await Club.open { club in
            let id = try await club.add(title)
            let shown = try await club.send(.get, "\(id)").value["title"]?.stringValue
            #expect(shown.map { Array($0.utf8) } == Array(title.utf8))
            #expect(try await club.list().total == "21")
        }
    }

    @Test(arguments: [
        ("1972", "1972"), (#""1972""#, "1972"), (#""2011–19""#, "2011–19"), ("0", "0"),
    ])
    func `a year may be a number or a text`(json: String, year: String) async throws {
        try await Club.open { club in
            let reply = try await club.send(.put, "7", as: .guest, json: "{\"year\":\(json)}")
            #expect(reply.status == 200, "\(reply.value)")
            #expect(reply.value["year"]?.stringValue == year)
        }
    }

    @Test(arguments: [
        "1972.5", "-1", "123456789", "true", "[]", "\"\"", "1e40", "\"abcd\"", "\"–2019\"",
    ])
    func `an invalid year is refused`(json: String) async throws {
        try await Club.open { club in
            try await club.send(.put, "7", as: .guest, json: "{\"year\":\(json)}").expectProblem(
                422
            )
        }
    }

    // MARK: - Rules of HTTP

    @Test(arguments: ["", "{", #"{"title":"a"#, "{]", #"{"title":01}"#, "\u{FEFF}{}x"])
    func `malformed JSON is refused with the line of the fault`(json: String) async throws {
        try await Club.open { club in
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            reply.expectProblem(400)
            #expect(reply.value["detail"]?.stringValue?.contains("line") == true, "\(reply.value)")
        }
    }

    @Test func `an unsupported content type gets 415 with the supported ones`() async throws {
        try await Club.open { club in
            for type in ["text/plain", "image/svg", "application/x-www-form-urlencoded"] {
                let reply = try await club.send(
                    .put,
                    "7",
                    as: .guest,
                    json: "{}",
                    fields: [.contentType: type]
                )
                reply.expectProblem(415)
                let taken = "application/json, application/xml, application/vnd.api+json"
                #expect(reply.fields[.accept] == taken)
            }
            let charset: Fields = [.contentType: "application/json; charset=utf-8"]
            let reply = try await club.send(.put, "7", as: .guest, json: "{}", fields: charset)
            #expect(reply.status == 200)
        }
    }

    @Test func `content above the size limit is refused and the connection closed`() async throws {
        try await Club.open { club in
            let text = String(repeating: "x", count: EditFilm.contentLimit)
            let json = "{\"synopsis\":\"\(text)\"}"
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            reply.expectProblem(413)
            #expect(reply.fields[.connection] == "close")
        }
    }

    @Test(arguments: ["application/pdf", "text/html", "application/json;q=0"])
    func `an Accept field without a supported format gets status 406`(accept: String) async throws {
        try await Club.open { club in
            let before = try await club.snapshot()
            let fields: Fields = [.accept: accept]
            try await club.send(.get, "", fields: fields).expectProblem(406)
            try await club.send(.delete, "7", as: .guest, fields: fields).expectProblem(406)
            #expect(try await club.snapshot() == before)
        }
    }

    @Test(arguments: ["application/json", "*/*", "application/*", "text/html, */*;q=0.1"])
    func `an Accept field that allows JSON gets status 200`(accept: String) async throws {
        try await Club.open { club in
            let reply = try await club.send(.get, "", fields: [.accept: accept])
            #expect(reply.status == 200)
        }
    }

    @Test func `a wrong method gets 405 with the allowed methods`() async throws {
        try await Club.open { club in
            let catalog = try await club.send(.delete, "")
            #expect(catalog.status == 405)
            #expect(catalog.fields[.allow] == "GET, HEAD, OPTIONS, POST")
            let film = try await club.send(.post, "7", as: .guest, json: "{}")
            #expect(film.status == 405)
            #expect(film.fields[.allow] == "DELETE, GET, HEAD, OPTIONS, PUT")
            let rent = try await club.send(.get, "7/rent")
            #expect(rent.status == 405)
            #expect(rent.fields[.allow] == "OPTIONS, PUT")
            #expect(rent.fields[.contentType] == "application/problem+json")
        }
    }

    @Test func `an unknown path gets problem details with status 404`() async throws {
        try await Club.open { club in
            for target in [
                "/videoclub/api/v1/films", "/videoclub/posters/none.svg", "/", "/catalog",
            ] {
                let reply = try await club.send(.get, target)
                #expect(reply.status == 404)
                #expect(reply.fields[.contentType] == "application/problem+json")
            }
        }
    }

    @Test func `HEAD has the status and fields of GET`() async throws {
        try await Club.open { club in
            let get = try await club.list("limit=3")
            let head = try await club.send(.head, Club.catalog + "?limit=3")
            #expect(head.status == get.status)
            #expect(head.fields[.link] == get.fields[.link])
            #expect(head.total == "20")
            try await #expect(club.send(.head, "99").status == 404)
        }
    }

    // MARK: - U+0000

    @Test(arguments: Storage.all)
    func `a text with U+0000 is refused with its pointer and changes nothing`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let id = try await club.add("Entera")
            let before = try await club.snapshot()
            let film: Value = ["title": "T", "year": "1972", "director": "D"]
            for member in ["title", "year", "director", "poster", "synopsis"] {
                var wrong = film
                wrong[member] = member == "poster" ? "/a\0b" : "a\0b"
                let json = try JSON().encodeToString(wrong)
                for (method, target) in [(RecadoHTTP.Method.post, ""), (.put, "\(id)")] {
                    let reply = try await club.send(method, target, as: .guest, json: json)
                    reply.expectProblem(422)
                    let places = reply.value["errors"]?.arrayValue?.map { $0["pointer"] }
                    #expect(places == [.string("/" + member)])
                }
            }
            #expect(try await club.snapshot() == before)
            #expect(club.reports.codes.isEmpty)
        }
    }

    @Test(arguments: Storage.all, ["q", "title", "director", "year"])
    func `a search for U+0000 is refused with the name of its parameter`(
        storage: Storage,
        name: String
    ) async throws {
        try await Club.open(over: storage) { club in
            let reply = try await club.list("\(name)=a%00b")
            reply.expectProblem(422)
            #expect(reply.value[path: "errors.0.parameter"] == .string(name))
            #expect(club.reports.codes.isEmpty)
        }
    }
}
