// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoServices
import RecadoStore
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite(.timeLimit(.minutes(3)))
struct `Posters of the videoclub` {
    @Test func `every film of the initial catalog has a poster`() async throws {
        try await Club.open { club in
            for film in try await club.list().films {
                let poster = try #require(film["poster"]?.stringValue)
                #expect(poster.count <= 255)
                #expect(poster.hasPrefix(Club.base + "/videoclub/posters/"))
                let path = String(poster.dropFirst(Club.base.count))
                let reply = try await club.send(.get, path)
                #expect(reply.status == 200)
                #expect(reply.fields[.contentType] == "image/svg+xml; charset=utf-8")
                #expect(reply.fields[.contentTypeOptions] == "nosniff")
                #expect(reply.fields[.cacheControl]?.contains("max-age=") == true)
                #expect(reply.fields[.contentSecurityPolicy] == "default-src 'none'")
                let title = try #require(film["title"]?.stringValue)
                #expect(reply.text.contains(title.split(separator: " ")[0]))
            }
        }
    }

    @Test func `the posters are well-formed, small, distinct and constant`() async throws {
        let pages = VideoclubService.pages
        #expect(pages.count == 20)
        var seen: Set<[UInt8]> = []
        let request = Request(method: .get, target: "/")
        for (path, page) in pages {
            let bytes = try #require(await page.respond(to: request).content.bytes)
            #expect(bytes.count < 20_000, "\(path)")
            #expect(seen.insert(bytes).inserted, "\(path)")
            let again = await VideoclubService.pages[path]?.respond(to: request)
            #expect(again?.content.bytes == bytes)
            let document = XMLParser(data: Data(bytes))
            #expect(document.parse(), "\(path): \(String(describing: document.parserError))")
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("viewBox=\"0 0 300 450\""))
            #expect(!text.contains("<script"))
            #expect(!text.contains("href"))
        }
    }

    // MARK: - Addresses

    static let wrong = [
        "javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)",
        "data:image/svg+xml,<svg/>", "file:///etc/passwd", "ftp://a.example/a.png",
        "//evil.example/a.png", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
        "http:a.png", "https://", "http:///a", "https://?a", "http://:80/", "https:\u{202F}//a",
        "//\u{FE0F}evil.example/a.png", "https:/\u{301}/a.example", "https://?\u{301}a",
        "https:\u{301}//a.example", " https://a.example", "https://a.example/a b", "a.png", "N/A",
        "?", "x",
    ]

    @Test(arguments: wrong)
    func `a poster with an unsupported URL is refused and never returned`(
        _ address: String
    ) async throws {
        try await Club.open { club in
            var film: Value = ["title": "T", "year": "1", "director": "D"]
            film["poster"] = .string(address)
            let json = try JSON().encodeToString(film)
            for (method, target) in [(RecadoHTTP.Method.post, ""), (.put, "7")] {
                let reply = try await club.send(method, target, as: .guest, json: json)
                reply.expectProblem(422)
                #expect(reply.value[path: "errors.0.pointer"] == "/poster")
            }
            try await club.store.write {
                _ = try $0.execute("UPDATE film SET poster = \(address) WHERE id = 7")
            }
            #expect(try await club.send(.get, "7").value["poster"] == "")
            #expect(try await club.list().films[6]["poster"] == "")
            let changed = try await club.send(.put, "7", as: .guest, json: #"{"title":"U"}"#)
            #expect(changed.status == 200 && changed.value["poster"] == "")
        }
    }

    @Test(arguments: [
        "http://a.example/a.png", "HTTPS://a.example", "https://a.example/españa.png?x=1#y",
        "http://[::1]:80/", "/own/path.png", "/", "/\u{301}a.png",
    ])
    func `a poster with a supported URL is stored unchanged`(_ address: String) async throws {
        try await Club.open { club in
            let json = try JSON().encodeToString(["poster": address])
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            #expect(reply.value["poster"]?.stringValue == address)
        }
    }

    @Test(arguments: [
        ("/omdb/posters/tt0068646.svg", true), ("/omdb/posters/el-sur-1983.svg", true),
        ("/omdb/posters/.svg", false), ("/omdb/posters/a/b.svg", false),
        ("/omdb/posters/a.svg?x=.svg", false), ("/omdb/posters/a.png", false),
        ("/omdb/posters/" + String(repeating: "a", count: 100) + ".svg", false),
    ])
    func `the URL of a film database poster changes with the public base URL`(
        path: String,
        moves: Bool
    ) async throws {
        try await Club.open { club in
            let sent = Club.base + path
            let json = try JSON().encodeToString(["poster": sent])
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            #expect(reply.value["poster"]?.stringValue == sent)
            let moved = try await VideoclubService(
                store: club.store,
                passwords: .quick,
                publicBase: "https://new.example"
            )
            let client = try Client(
                base: "http://localhost/videoclub",
                transport: InProcessTransport(try Application([moved.service]))
            )
            let film = try await client.send(ShowFilm(id: 7))
            #expect(film.poster == (moves ? "https://new.example" + path : sent))
        }
    }

    /// Calls services as a member who uses one of the server's host names.
    private struct OriginCaller {
        let application: Application
        let origin: URI

        func value(
            _ method: RecadoHTTP.Method,
            _ path: String,
            json: String? = nil
        ) async throws -> Value {
            let request = Request(
                method: method,
                scheme: origin.scheme,
                authority: origin.authority ?? "",
                target: path,
                fields: [
                    .authorization: try User.guest.authorization,
                    .contentType: "application/json",
                ],
                content: json.map { Content($0) } ?? .empty,
                peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: origin.scheme == "https")
            )
            let response = await application.respond(to: request)
            let bytes = try await response.content.collect(upTo: 65_536)
            return try JSON().decode(Value.self, from: bytes)
        }
    }

    @Test(arguments: ["http://192.168.1.20:3000", "https://club.local", "http://localhost"])
    func `poster URLs have the request's host if followsRequests is set`(
        origin: String
    ) async throws {
        try await Club.open { club in
            let following = try await VideoclubService(
                store: club.store,
                passwords: .quick,
                publicBase: "http://localhost",
                followsRequests: true
            )
            let films = FilmDatabaseService(publicBase: "http://localhost", followsRequests: true)
            var service = following.service
            service.takesSecretsInClear = true
            let application = try Application([service, films.service])
            let caller = OriginCaller(application: application, origin: try URI(origin))
            let film = "/videoclub/api/v1/catalog/7"
            let own = try #require(try await caller.value(.get, film)["poster"]?.stringValue)
            #expect(own.hasPrefix("\(origin)/videoclub/posters/"), "\(own)")
            let title = try await caller.value(.get, "/omdb/?t=Alien&apikey=x")
            let other = try #require(title["Poster"]?.stringValue)
            #expect(other.hasPrefix("\(origin)/omdb/posters/"), "\(other)")
            // If a client sends back a poster's URL that it has read, the service stores it without
            // the host.
            for poster in [own, other] {
                _ = try await caller.value(.put, film, json: "{\"poster\":\"\(poster)\"}")
                let kept = try await club.send(.get, "7").value["poster"]?.stringValue
                #expect(kept == Club.base + poster.dropFirst(origin.count))
            }
        }
    }

    @Test func `an invalid poster URL is reported together with other faults`() async throws {
        try await Club.open { club in
            let film: Value = ["title": "", "year": "123456789", "director": "D", "poster": "x"]
            let json = try JSON().encodeToString(film)
            let reply = try await club.send(.post, "", as: .guest, json: json)
            let errors = reply.value["errors"]?.arrayValue ?? []
            #expect(errors.map { $0["pointer"] } == ["/title", "/year", "/poster"])
            #expect(
                errors.map { $0["detail"] } == [
                    "Expected 1 to 255 characters, found 0.",
                    "Expected 1 to 8 characters, found 9.",
                    "Expected an address by http or https, or a path of this server.",
                ]
            )
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `imports refuse an invalid poster URL, and exports omit it`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            try await MemberRoll(store: place.store).add("Marta", password: "secreta")
            let text = """
                title,year,director,owner,poster
                A,1,B,Marta,javascript:alert(1)
                A,1,B,Marta,/a
                """
            let report = try await place.load(text, into: .videoclub) { $0.skipsInvalid = true }
            #expect(report.kept == 1)
            #expect(report.refusals.first?.column == "poster")
            try await place.store.write {
                _ = try $0.execute("UPDATE film SET poster = 'javascript:alert(1)'")
            }
            #expect(!(try await place.save(.videoclub, .csv)).contains("javascript"))
        }
    }
}
