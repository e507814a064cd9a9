// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import RecadoSockets
import Testing

@testable import RecadoCommand

@Suite struct `The server's home page` {
    private static let hostile = #"<b a="1" c='2'>&"#

    private static func apps() throws -> Apps {
        // No server listens on port 9, so the apps' tiles show no current data.
        let key = [UInt8](repeating: 7, count: 32)
        let transport = SocketTransport.shared
        return Apps(
            try Apps.Settings(server: "http://127.0.0.1:9", transport: transport, key: key)
        )
    }

    private func page(
        _ listing: ServiceListing,
        at publicURL: String = "http://localhost:3000"
    ) async throws -> (Response, String) {
        let home = HomePage(
            publicURL: publicURL,
            services: [listing],
            apps: try Self.apps()
        )
        var request = Request(method: .get, authority: "localhost", target: "/")
        request.fields[.acceptLanguage] = "en"
        let response = await home.response(to: request)
        return (response, String(decoding: try #require(response.content.bytes), as: UTF8.self))
    }

    private func page(
        _ api: API,
        user: String = "test123:test123",
        at publicURL: String = "http://localhost:3000"
    ) async throws -> (Response, String) {
        try await page(
            ServiceListing(
                api: api,
                samples: ["id": "21", "title": "L'eclisse", "director": Self.hostile],
                user: user,
                pictures: ["/p/\(Self.hostile).svg"]
            ),
            at: publicURL
        )
    }

    @Test func `lists every endpoint with its route and summary`() async throws {
        let (response, html) = try await page(Videoclub.api)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
        for endpoint in Videoclub.api.endpoints {
            #expect(html.contains(">/videoclub\(endpoint.route.path)<"))
            #expect(html.contains(endpoint.about.summary))
            let name = ServiceCommand.name(of: endpoint, in: Videoclub.api)
            #expect(html.contains("recado videoclub \(name)"))
        }
        #expect(html.contains(#"href="/videoclub/openapi.json""#))
        #expect(html.contains(#"href="/videoclub/docs?lang=en""#))
        #expect(html.contains(#"<html lang="en""#))
    }

    @Test func `example commands with a login have --passwords-in-clear if needed`() async throws {
        let word = "--passwords-in-clear"
        #expect(try await !page(Videoclub.api).1.contains(word))
        #expect(try await !page(Videoclub.api, at: "https://192.0.2.2:3000").1.contains(word))
        let (_, html) = try await page(Videoclub.api, at: "http://192.0.2.2:3000")
        let lines = html.split(separator: "\n").filter { $0.contains("recado videoclub") }
        #expect(lines.contains { $0.contains("--user") && $0.contains(word) })
        #expect(!lines.contains { !$0.contains("--user") && $0.contains(word) })
    }

    @Test func `escapes markup in texts`() async throws {
        let api = API(
            name: "x",
            title: Self.hostile,
            version: Self.hostile,
            about: Self.hostile,
            endpoints: Videoclub.api.endpoints
        )
        let (_, html) = try await page(api, user: Self.hostile)
        #expect(!html.contains("<b "))
        #expect(html.contains("&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;"))
    }

    @Test func `forbids scripts and content from other origins`() async throws {
        let (response, html) = try await page(Videoclub.api)
        let policy = try #require(response.fields[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self';"))
        #expect(!policy.contains("unsafe-inline"))
        #expect(html.split(separator: "<script").count == 2)
        #expect(!html.contains("src=\"http"))
    }

    @Test func `quotes example commands for a shell`() throws {
        let listing = ServiceListing(
            api: Videoclub.api,
            samples: ["id": "21", "title": "L'eclisse", "year": "1962", "director": "x y"],
            user: "test123:test123",
            pictures: []
        )
        let create = EndpointExample(CreateFilm.self, of: listing, at: "http://h:1")
        #expect(
            create.lines[0] == """
                curl -u test123:test123 -H 'Content-Type: application/json' -d \
                '{"title":"L'\\''eclisse","year":"1962","director":"x y"}' \
                http://h:1/videoclub/api/v1/catalog
                """
        )
        #expect(
            create.lines[1] == """
                recado videoclub new --title 'L'\\''eclisse' --year 1962 \
                --director 'x y' --user test123:test123 --server http://h:1 \
                --passwords-in-clear
                """
        )
        let rent = EndpointExample(RentFilm.self, of: listing, at: "http://localhost:3000")
        #expect(
            rent.lines[0]
                == "curl -u test123:test123 -X PUT http://localhost:3000/videoclub/api/v1/catalog/21/rent"
        )
        #expect(rent.lines[1] == "recado videoclub rent --id 21 --user test123:test123")
        let list = EndpointExample(ListFilms.self, of: listing, at: "http://localhost:3000")
        #expect(list.link == "/videoclub/api/v1/catalog")
        #expect(rent.link == nil)
        let play = EndpointExample(PlayGame.self, of: listing, at: "http://localhost:3000")
        #expect(play.lines.count == 1 && play.link == nil)
    }

    @Test func `has Spanish texts for every endpoint`() {
        let apis = [
            Videoclub.api, Scores.api, Posts.api, Weather.api, FilmDatabase.api, Playground.api,
            Routes.api,
        ]
        for api in apis {
            let words = ServiceWords(api, in: .spanish)
            #expect(words.about != api.about, "\(api.name)")
            for endpoint in api.endpoints {
                let same = words.summary(of: endpoint) == endpoint.about.summary
                #expect(!same, "\(api.name) \(endpoint.name)")
                let (detail, own) = (words.detail(of: endpoint), endpoint.about.detail)
                #expect(detail.isEmpty == own.isEmpty, "\(api.name) \(endpoint.name)")
                #expect(own.isEmpty || detail != own, "\(api.name) \(endpoint.name)")
            }
        }
    }

    @Test func `lists resource collections besides endpoints`() async throws {
        let service = RoutesService(publicBase: "http://localhost:3000").service
        var listing = ServiceListing(service, samples: [:])
        // The service's own collections are declared as endpoints, so the list has none.
        #expect(listing.collections.isEmpty)
        listing.collections = [.init(path: "/es/jsonapi/node/stop", type: "stops")]
        let (_, html) = try await page(listing)
        let declared = ["/node/scity_route", "/taxonomy_term/route_category"]
        for path in declared + ["/node/stop"] {
            #expect(html.contains(#"<a href="/es/jsonapi\#(path)">"#))
        }
        #expect(html.contains("curl -g &#39;http://localhost:3000/es/jsonapi/node/stop?page"))
        #expect(html.contains("recado routes categories"))
    }

    struct Wish: Sendable, CustomTestStringConvertible {
        let fields: Fields
        let language: String
        let scheme: String
        var testDescription: String { "\(language), \(scheme)" }

        static let all = [
            Wish(fields: [:], language: "es", scheme: "light dark"),
            Wish(fields: [.acceptLanguage: "en-GB"], language: "en", scheme: "light dark"),
            Wish(
                fields: [.acceptLanguage: "en", .cookie: "recado-language=es; recado-theme=dark"],
                language: "es",
                scheme: "dark"
            ),
        ]
    }

    private func answer(
        _ method: RecadoHTTP.Method,
        _ target: String,
        _ fields: Fields
    ) async throws -> (response: Response, text: String) {
        let listing = ServiceListing(api: Videoclub.api, samples: [:])
        let home = HomePage(
            publicURL: "http://localhost:3000",
            services: [listing],
            apps: try Self.apps()
        )
        let application = try Application([HomeHandler(home).service])
        let request = Request(
            method: method,
            authority: "localhost",
            target: target,
            fields: fields
        )
        let response = await application.respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 20)
        return (response, String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: [
        ("*/*", false), ("application/json", false), ("image/png", false),
        ("application/xml", false),
        ("text/html", true), ("text/html,application/xhtml+xml,*/*;q=0.8", true),
        ("text/html;q=0.1, application/json", false), ("", false),
    ])
    func `is HTML for browsers and JSON for other clients`(
        accept: String,
        isPage: Bool
    ) async throws {
        let (response, text) = try await answer(.get, "/", [.accept: accept])
        #expect(response.status == .ok)
        #expect(response.fields[.vary]?.contains("Accept") == true)
        if isPage {
            #expect(response.fields[.contentType] == "text/html; charset=utf-8")
        } else {
            let service = try JSON().value(from: text)[path: "services.0"]
            #expect(service?["name"] == "videoclub")
            #expect(service?["openapi"] == "http://localhost:3000/videoclub/openapi.json")
        }
    }

    @Test func `refuses other methods with 405 and Allow`() async throws {
        let (refused, _) = try await answer(.post, "/", [:])
        #expect(refused.status == .methodNotAllowed)
        #expect(refused.fields[.allow] == "GET, HEAD, OPTIONS")
        let (options, text) = try await answer(.options, "/", [:])
        #expect(options.status == .noContent && text.isEmpty)
    }

    @Test func `an unknown path gets HTML for browsers, else problem details`() async throws {
        for target in ["/players", "/nope/at/all", "/a.json", "/%FF"] {
            let (page, html) = try await answer(
                .get,
                target,
                [.accept: "text/html,*/*;q=0.8", .acceptLanguage: "es"]
            )
            #expect(page.status == .notFound && html.contains("Aquí no hay nada"), "\(target)")
            #expect(page.fields[.contentLanguage] == "es")
            for accept in ["*/*", "application/json", "text/plain", nil] {
                var fields: Fields = [.acceptLanguage: "es"]
                fields[.accept] = accept
                let (problem, text) = try await answer(.get, target, fields)
                #expect(problem.status == .notFound)
                #expect(problem.fields[.contentType] == "application/problem+json")
                #expect(problem.fields[.contentLanguage] == "es")
                #expect(try JSON().value(from: text)["title"] == "No encontrado")
            }
            let (xml, _) = try await answer(.delete, target, [.accept: "application/xml"])
            #expect(xml.status == .notFound)
            #expect(xml.fields[.contentType] == "application/problem+xml")
            #expect(xml.fields[.contentLanguage] == "en")
        }
    }

    @Test(arguments: Wish.all)
    func `uses the requested language and color scheme`(wish: Wish) async throws {
        let home = HomePage(
            publicURL: "http://localhost:3000",
            services: [],
            apps: try Self.apps()
        )
        let application = try Application([HomeHandler(home).service])
        var request = Request(method: .get, authority: "localhost", target: "/")
        request.fields = wish.fields
        let response = await application.respond(to: request)
        #expect(response.fields[.contentLanguage] == wish.language)
        #expect(response.fields[.vary]?.contains("Accept-Language, Cookie") == true)
        let page = String(
            decoding: try await response.content.collect(upTo: 1 << 20),
            as: UTF8.self
        )
        #expect(page.contains("<html lang=\"\(wish.language)\""))
        #expect(page.contains("<meta name=\"color-scheme\" content=\"\(wish.scheme)\">"))
        // A client that accepts JSON gets a list instead of the page.
        request.fields[.accept] = "application/json"
        let list = await application.respond(to: request)
        #expect(list.status == .ok && list.fields[.contentType] == "application/json")
    }
}
