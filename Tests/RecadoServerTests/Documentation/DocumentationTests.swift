// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Documentation pages` {
    private static let hostile = #"<script>alert(1)</script><b a="1" c='2'>&"#

    private struct Hostile: Endpoint {
        static let route: Route = "PUT /hostile/{id}"
        static let about = About(hostile, detail: hostile, tags: [hostile])
        static let formats: [Format] = [.json, .xml]
        typealias Output = Told
        typealias Caller = Reader
        enum Failure: Problem, CaseIterable {
            case strange
            var status: Status { .conflict }
            var title: String { hostile }
            var remedy: String? { hostile }
        }
        struct Told: Codable, Sendable {
            var name: String
            var mood: Mood
        }
        enum Mood: String, Codable, Sendable, CaseIterable { case evil = "\"><script>x</script>" }
        @Path var id: Int
        @Query var mood: Mood?
        @Body var told: Told
    }

    private func answer(
        _ target: String,
        language: String? = nil,
        accept: String? = nil,
        samples: [String: String] = [:]
    ) async throws -> Answer {
        var request = Request(method: .get, target: target)
        request.fields[.acceptLanguage] = language
        request.fields[.accept] = accept
        let application = try Application.documented(samples: samples)
        return try await Answer(application.respond(to: request))
    }

    @Test func `every endpoint is listed with inputs, failures and authentication`() async throws {
        let page = try await answer("/shop/docs")
        #expect(page.status == .ok)
        #expect(page.response.fields[.contentType] == "text/html; charset=utf-8")
        for endpoint in Shop.api.endpoints {
            #expect(page.text.contains(#"<section id="\#(endpoint.name)""#))
            #expect(page.text.contains(">/shop\(endpoint.route.path)<"))
        }
        #expect(page.text.contains("whole number, 1–9999"))
        #expect(page.text.contains("text, 1–10 characters"))
        #expect(page.text.contains(#"<a href="/shop/problems/no-such-book">No such book</a>"#))
        #expect(page.text.contains("HTTP Basic"))
        #expect(page.text.contains("At most 1000 bytes of content."))
        #expect(page.text.contains("&quot;title&quot;: "))
    }

    @Test func `a form is derived from the schema of each input`() async throws {
        let page = try await answer("/shop/docs")
        #expect(page.text.contains(#"<form data-method="PUT" data-path="/shop/books/{id}""#))
        #expect(
            page.text.contains(
                """
                type="number" step="1" min="1" max="9999" value="" data-in="content" \
                data-name="pages" data-pointer="/pages" data-type="number" required>
                """
            )
        )
        #expect(page.text.contains(#"data-pointer="/cover/width""#))
        #expect(page.text.contains(#"data-pointer="/tags" data-type="lines""#))
        #expect(page.text.contains(#"data-secret="basic""#))
    }

    @Test func `forms are filled in with the configured samples`() async throws {
        let page = try await answer("/shop/docs", samples: ["id": "8", "title": "Emma"])
        #expect(page.text.contains(#"value="8" data-in="path""#))
        #expect(page.text.contains("&quot;title&quot;: &quot;Emma&quot;"))
    }

    @Test func `the content policy allows only the page's own script and style`() async throws {
        let page = try await answer("/shop/docs")
        let policy = try #require(page.response.fields[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        #expect(policy.contains("; script-src 'sha256-"))
        #expect(policy.contains("; connect-src 'self'; "))
        #expect(!policy.contains("unsafe"))
        #expect(page.text.count { $0 == "<" } > 100)
        #expect(page.text.split(separator: "<script>").count == 2)
        for handler in [" onclick", " onload", " onsubmit", " style=", "javascript:", "src=\"http"]
        {
            #expect(!page.text.contains(handler))
        }
    }

    @Test func `hostile texts in declarations are escaped`() async throws {
        let api = API(
            name: "bad",
            title: Self.hostile,
            version: Self.hostile,
            about: Self.hostile,
            endpoints: [Hostile.self]
        )
        var service = Service(api)
        service.authenticate(Reader.self) { _, _ throws(ProblemDetails) in nil }
        service.serve { (call: Hostile, _: Reader) async throws(Hostile.Failure) in call.told }
        let samples = ["name": Self.hostile, "id": Self.hostile]
        let application = try Application.documented(service, samples: samples)
        for target in ["/bad/docs", "/bad/problems/strange", "/problems/unauthorized"] {
            var request = Request(method: .get, target: target)
            request.fields[.accept] = "text/html"
            let page = try await Answer(application.respond(to: request))
            #expect(page.status == .ok)
            #expect(!page.text.contains("<script>alert"))
            #expect(!page.text.contains("<script>x"))
            #expect(!page.text.contains("<b a="))
        }
    }

    @Test(
        arguments: [
            ("/shop/docs", nil, "en"), ("/shop/docs", "es-AR,en;q=0.5", "es"),
            ("/shop/docs", "de, es;q=0.1", "es"), ("/shop/docs", "de", "en"),
            ("/shop/docs?lang=es", "en", "es"), ("/shop/docs?lang=xx", "es", "es"),
            ("/problems/not-found", "es", "es"),
        ] as [(String, String?, String)]
    )
    func `pages are in the reader's preferred language`(
        _ target: String,
        _ accepted: String?,
        _ expected: String
    ) async throws {
        let page = try await answer(target, language: accepted, accept: "text/html")
        #expect(page.response.fields[.contentLanguage] == expected)
        #expect(page.text.contains(#"<html lang="\#(expected)">"#))
        #expect(page.response.fields[.vary]?.contains("Accept-Language") == true)
    }

    @Test func `the OpenAPI document is served at openapi.json`() async throws {
        let answer = try await answer("/shop/openapi.json")
        #expect(answer.response.fields[.contentType] == "application/json")
        #expect(answer.text == (try OpenAPI(Shop.api).json()))
    }

    @Test func `a service's own route takes precedence over a page`() async throws {
        struct Own: Endpoint {
            static let route: Route = "GET /docs"
            typealias Output = Int
        }
        var service = Service(API(name: "own", title: "", version: "1", endpoints: [Own.self]))
        service.serve { (_: Own) in 7 }
        let application = try Application.documented(service)
        let request = Request(method: .get, target: "/own/docs")
        #expect(try await Answer(application.respond(to: request)).text == "7")
        let document = Request(method: .get, target: "/own/openapi.json")
        #expect(await application.respond(to: document).status == .ok)
    }

    @Test func `methods other than GET are refused with 405`() async throws {
        let application = try Application.documented()
        let response = await application.respond(
            to: Request(method: .post, target: "/shop/docs")
        )
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
    }

    @Test func `a page with a matching If-None-Match is answered with 304`() async throws {
        let tag = try #require(try await answer("/shop/docs").response.fields[.eTag])
        var request = Request(method: .get, target: "/shop/docs")
        request.fields[.ifNoneMatch] = tag
        let again = try await Answer(Application.documented().respond(to: request))
        #expect(again.status == .notModified)
    }
}
