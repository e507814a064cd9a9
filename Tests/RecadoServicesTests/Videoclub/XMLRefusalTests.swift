// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoSockets
import Testing

/// Requests in XML that the videoclub refuses, and the texts of the problems.
@Suite(.timeLimit(.minutes(3)))
struct `Error responses of the videoclub in XML` {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        var method: RecadoHTTP.Method = .put
        var target = "/7"
        var content: String? = "<film/>"
        var type = "application/xml"
        var user: User? = .guest
        let status: Int
        /// Texts that the problem must contain.
        var words: [String] = []
        var testDescription: String { name }
    }

    private static let long = String(repeating: "ñ", count: 256)
    private static let tooLong = String(repeating: "x", count: EditFilm.contentLimit)
    private static let refusals = [
        Refusal(name: "nothing", content: "", status: 400),
        Refusal(name: "JSON", content: #"{"title":"T"}"#, status: 400),
        Refusal(name: "a half", content: "<film><title>T", status: 400, words: ["line 1"]),
        Refusal(name: "two roots", content: "<film/><film/>", status: 400),
        Refusal(
            name: "another root",
            content: "<films/>",
            status: 400,
            words: ["film, found films"]
        ),
        Refusal(
            name: "an entity",
            content: #"<!DOCTYPE film [<!ENTITY a SYSTEM "file:///etc/passwd">]><film>&a;</film>"#,
            status: 400
        ),
        Refusal(name: "a character", content: "<film><title>&#1;</title></film>", status: 400),
        Refusal(name: "a charset", type: "application/xml; charset=x-none", status: 400),
        Refusal(name: "text", type: "text/plain", status: 415),
        Refusal(
            name: "every member",
            content: "<film><title/><year>123456789</year><director>\(long)</director>"
                + "<poster>javascript:x</poster></film>",
            status: 422,
            words: ["title", "year", "director", "poster"].map { "<pointer>/\($0)</pointer>" }
        ),
        Refusal(
            name: "none of the members",
            method: .post,
            target: "",
            status: 422,
            words: ["title", "year", "director"].map { "<pointer>/\($0)</pointer>" }
        ),
        Refusal(
            name: "too much",
            content: "<film><synopsis>\(tooLong)</synopsis></film>",
            status: 413
        ),
        Refusal(name: "a stranger", user: nil, status: 401),
        Refusal(name: "a teacher's film", target: "/1", status: 403, words: ["No tienes permisos"]),
        Refusal(name: "no film", target: "/99", status: 404, words: ["Recurso no encontrado"]),
        Refusal(name: "no rented film", target: "/8/return", content: nil, status: 409),
        Refusal(name: "no such method", method: .patch, status: 405),
        Refusal(
            name: "a query",
            method: .get,
            target: "?limit=101",
            content: nil,
            status: 422,
            words: ["<parameter>limit</parameter>"]
        ),
    ]

    @Test(arguments: refusals)
    func `are problem+xml with the elements error and msg`(
        refusal: Refusal
    ) async throws {
        try await ClubCaller.serve { caller in
            let before = try await caller.club.snapshot()
            let answer = try await caller.send(
                refusal.method,
                refusal.target,
                content: refusal.content,
                type: refusal.type,
                accept: "application/xml",
                as: refusal.user
            )
            #expect(answer.status == refusal.status, "\(answer.text)")
            #expect(answer.type == "application/problem+xml")
            #expect(answer.text.contains(#"<problem xmlns="urn:ietf:rfc:7807">"#))
            #expect(answer.text.contains("<status>\(refusal.status)</status>"))
            #expect(answer.text.contains("<error>true</error>"))
            let words = answer.text.firstMatch(of: /<title>(.+)<\/title>.*<msg>(.+)<\/msg>/)
            #expect(words != nil && words?.1 == words?.2, "\(answer.text)")
            for words in refusal.words { #expect(answer.text.contains(words), "\(answer.text)") }
            #expect(try await caller.club.snapshot() == before)
        }
    }

    @Test func `a change with an outdated ETag gets status 412`() async throws {
        try await ClubCaller.serve { caller in
            func edit(_ year: Int, if tag: String) async throws -> Response {
                let request = Request(
                    method: .put,
                    scheme: "http",
                    authority: caller.authority,
                    target: Club.catalog + "/7.xml",
                    fields: [
                        .contentType: "text/xml; charset=utf-8", .ifMatch: tag,
                        .authorization: try User.guest.authorization,
                    ],
                    content: Content("<film><year>\(year)</year></film>")
                )
                return try await caller.transport.send(request, timeouts: Timeouts())
            }
            let read = try await caller.send(.get, "/7.xml", accept: nil)
            let tag = try #require(read.fields[.eTag])
            #expect(try await edit(1999, if: tag).status == .ok)
            let late = try await edit(2000, if: tag)
            #expect(late.status == .preconditionFailed)
            #expect(late.fields[.contentType] == "application/problem+xml")
            #expect(try await caller.send(.get, "/7.xml").text.contains("<year>1999</year>"))
        }
    }

    @Test func `characters that XML does not allow are replaced in lists`() async throws {
        try await ClubCaller.serve { caller in
            _ = try await caller.club.add("a\u{1}b")
            let list = try await caller.send(.get, ".xml?sort=-id&limit=1")
            #expect(list.text.contains("<title>a\u{FFFD}b</title>"), "\(list.text)")
        }
    }

    @Test func `the OpenAPI document names the XML elements`() throws {
        let document = try OpenAPI(Videoclub.api).value
        let catalog = document["paths"]?["/api/v1/catalog"]
        let list = catalog?["get"]?["responses"]?["200"]?["content"]?["application/xml"]?["schema"]
        #expect(list?["xml"] == ["name": "films", "wrapped": true])
        #expect(list?["items"]?["xml"] == ["name": "film"])
        let draft = catalog?["post"]?["requestBody"]?["content"]?["application/xml"]?["schema"]
        #expect(draft?["$ref"] == "#/components/schemas/FilmDraft")
        #expect(draft?["xml"] == ["name": "film"])
        let refusal = catalog?["post"]?["responses"]?["422"]?["content"]
        #expect(refusal?["application/problem+xml"] != nil)
    }
}
