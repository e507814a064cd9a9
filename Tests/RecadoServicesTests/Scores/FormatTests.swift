// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

/// The formats of responses, and the paths of the service.
@Suite(.timeLimit(.minutes(3)))
struct `Response formats of the scores service` {
    struct Case: Sendable, CustomTestStringConvertible {
        let accept: String
        let type: String

        init(_ accept: String, _ type: String) {
            self.accept = accept
            self.type = type
        }

        var testDescription: String { accept }
    }

    static let preferences: [Case] = [
        Case("application/json", "application/json"), Case("text/xml", "application/xml"),
        Case("*/*", "text/html"), Case("application/json, text/plain, */*", "text/html"),
        Case("application/json;q=0.2, application/xml;q=0.8", "application/xml"),
        Case("application/json;q=0, application/xml", "application/json"),
        Case("application/xml;q=1.0, application/json;q=0.5", "application/json"),
        Case("image/png, application/json", "application/json"), Case("text/*", "text/html"),
        Case("application/xml, application/xhtml+xml", "text/html"),
    ]

    @Test(arguments: preferences)
    func `the Accept field selects the format if the path has no extension`(
        _ example: Case
    ) async throws {
        try await Board.open { board in
            try await board.add("Ana", 1)
            let fields: Fields = [.accept: example.accept]
            let reply = try await board.send(.get, "/scores/1", fields: fields)
            #expect(reply.status == 200)
            #expect(reply.fields[.contentType] == example.type + "; charset=utf-8")
            let named = try await board.send(.get, "/scores/1.xml", fields: fields)
            #expect(named.fields[.contentType] == "application/xml; charset=utf-8")
        }
    }

    @Test(arguments: [
        "/scores.csv", "/scores/1.foo", "/scores/1.JSON", "/scores?format=csv", "/scores/new.json",
    ])
    func `an unknown format gets status 406`(target: String) async throws {
        try await Board.open { board in
            try await board.add("Ana", 1)
            #expect(try await board.send(.get, target).status == 406)
        }
    }

    @Test(arguments: [
        "/scores/1.json", "/scores/1-ana.json", "/scores/0001.json", "/scores/%31.json",
        "/scores/+1.json",
        "/scores/1%2F2.json", "/scores//1.json", "//scores/1.json", "/scores/1.json/",
        "/scores/1?format=json",
        "/scores/1.json?format=xml",
    ])
    func `a score is found by many spellings of its path`(target: String) async throws {
        try await Board.open { board in
            try await board.add("Ana", 1)
            #expect(try await board.send(.get, target).value["name"] == "Ana")
        }
    }

    @Test(arguments: [
        "/scores/99999999999999999999.json", "/scores/abc.json", "/Scores/1.json",
        "/scores/1.2.json", "/scores/1/x",
        "/%73cores", "/players",
    ])
    func `unknown paths get status 404`(target: String) async throws {
        try await Board.open { board in
            try await board.add("Ana", 1)
            #expect(try await board.send(.get, target).status == 404)
        }
    }

    @Test func `a change takes effect even if the response is 406`() async throws {
        try await Board.open { board in
            let created = try await board.json(.post, "/scores.csv", #"{"name":"Ana"}"#)
            #expect(created.status == 406)
            #expect(try await board.send(.get, "/scores/1.json").value["name"] == "Ana")
            #expect(try await board.send(.delete, "/scores/1.csv").status == 406)
            #expect(try await board.send(.get, "/scores/1.json").status == 404)
        }
    }

    @Test func `only the form field _method overrides the method`() async throws {
        try await Board.open { board in
            try await board.add("Ana", 1)
            let form = "application/x-www-form-urlencoded"
            let put = try await board.send(
                .post,
                "/scores/1.json",
                "_method=put&score[total]=2",
                as: form
            )
            #expect(put.value["total"] == 2)
            #expect(
                try await board.json(.post, "/scores/1.json", #"{"_method":"delete"}"#).status
                    == 404
            )
            #expect(
                try await board.send(.post, "/scores/1.json?_method=delete", as: form).status == 404
            )
            let link = try await board.send(.post, "/scores/1", "_method=link", as: form)
            #expect(link.status == 405)
            let delete = try await board.send(.post, "/scores/1", "_method=DELETE", as: form)
            #expect(delete.fields[.location] == "http://scores.example/scores")
            #expect(try await board.send(.get, "/scores/1.json").status == 404)
        }
    }

    @Test(arguments: [
        ("/scores", "GET, HEAD, POST"), ("/scores.json", "GET, HEAD, POST"),
        ("/scores/1", "DELETE, GET, HEAD, PATCH, PUT"), ("/scores/new/edit", "GET, HEAD"),
        ("/nothing", ""),
    ])
    func `an unknown method gets 405 with the allowed methods`(
        path: String,
        allow: String
    ) async throws {
        try await Board.open { board in
            let unknown = RecadoHTTP.Method("QUERY")
            let reply = try await board.send(try #require(unknown), path)
            #expect(reply.status == 405)
            #expect(reply.fields[.allow] == allow)
        }
    }

    @Test func `HTML pages escape stored text`() async throws {
        try await Board.open { board in
            try await board.add("<script>alert(1)</script>", 1)
            for target in ["/scores", "/scores/1", "/scores/1/edit", "/scores/top3"] {
                let page = try await board.send(.get, target)
                #expect(page.status == 200)
                #expect(!page.text.contains("<script>alert"))
                #expect(page.fields[.contentSecurityPolicy] != nil)
            }
        }
    }

    @Test func `names are escaped in JSON and XML as in Rails`() async throws {
        try await Board.open { board in
            let name = #"\u0007\b\f\n\r\t\"\\/<&>'\u2027\u2028\u2029é😀\uFFFD\uFFFE\uFFFF\u007F"#
            _ = try await board.json(.post, "/scores.json", #"{"name":"\#(name)"}"#)
            let json = try await board.send(.get, "/scores/1.json").text
            let written =
                #""\u0007\b\f\n\r\t\"\\/\u003c\u0026\u003e'"# + "\u{2027}" + #"\u2028\u2029é😀"#
                + "\u{FFFD}\u{FFFE}\u{FFFF}\u{7F}\""
            #expect(json.contains(#""name":"# + written + ","), "\(json)")
            let xml = try await board.send(.get, "/scores/1.xml").text
            let text =
                "\u{FFFD}\u{FFFD}\u{FFFD}\n\r\t\"\\/&lt;&amp;&gt;'\u{2027}\u{2028}\u{2029}é😀"
                + "\u{FFFD}\u{FFFD}\u{FFFD}\u{7F}"
            #expect(xml.contains("  <name>\(text)</name>\n"), "\(xml)")
        }
    }

    @Test func `content above the size limit gets status 413`() async throws {
        try await Board.open { board in
            let long = String(repeating: "x", count: 1 << 20)
            let reply = try await board.json(.post, "/scores.json", #"{"name":"\#(long)"}"#)
            #expect(reply.status == 413)
        }
    }
}
