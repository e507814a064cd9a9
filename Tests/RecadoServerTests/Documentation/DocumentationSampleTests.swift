// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDocumentation
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Code samples on documentation pages` {
    private func page(
        _ target: String = "/shop/docs",
        of service: Service = Shop.service(),
        _ change: (inout Documentation) -> Void = { _ in }
    ) async throws -> String {
        let application = try Application.documented(service, change)
        let request = Request(method: .get, target: target)
        return try await Answer(application.respond(to: request)).text
    }

    /// Returns a page without the markup around the server's address and with characters unescaped.
    private func text(_ page: String) -> String {
        let origin = "<span data-origin=\"\">http://localhost:3000</span>"
        return page.replacing(origin, with: "http://localhost:3000")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing(
                "&amp;",
                with: "&"
            )
    }

    @Test func `each endpoint has samples in Swift, curl and Python`() async throws {
        let page = try await page()
        for language in ["swift", "curl", "python"] {
            let mark = "<div class=\"sample\" data-samples=\"\(language)\">"
            #expect(page.split(separator: mark).count == Shop.api.endpoints.count + 1)
        }
        #expect(!page.contains("data-samples=\"command\""))
    }

    @Test func `samples use the configured user and values`() async throws {
        let page = text(
            try await page {
                $0.sampleUser = ("ana", "secret")
                $0.samplesByService["shop"] = ["id": "8"]
            }
        )
        #expect(
            page.contains("let caller = try BasicCredentials(user: \"ana\", password: \"secret\")")
        )
        #expect(page.contains("let client = try Client(base: \"http://localhost:3000\")"))
        #expect(page.contains("let answer = try await client.get(\"shop/books/8\")"))
        #expect(page.contains("-u ana:secret"))
        #expect(page.contains("auth=(\"ana\", \"secret\")"))
        #expect(page.contains("requests.get(\"http://localhost:3000/shop/books/8\""))
        #expect(page.contains("http://localhost:3000/shop/books/8"))
    }

    @Test func `each service has its own sample values`() async throws {
        let page = try await page {
            $0.samplesByService["other"] = ["title": "Alicante"]
            $0.samplesByService["shop"] = ["title": "Emma"]
        }
        #expect(page.contains("&quot;title&quot;: &quot;Emma&quot;"))
        #expect(!page.contains("Alicante"))
    }

    @Test func `the configured server, home page and command are shown`() async throws {
        let plain = try await page()
        #expect(!plain.contains(">All services</a>"))
        let page = try await page {
            $0.server = "https://shop.example/"
            $0.home = "/start"
            $0.command = DocumentedCommand("shopper") { service, endpoint in
                "shopper \(service) \(endpoint)"
            }
        }
        #expect(page.contains(#"<a href="/start">All services</a>"#))
        #expect(page.contains("<span data-origin=\"\">https://shop.example</span>/shop/books"))
        for endpoint in Shop.api.endpoints {
            #expect(page.contains("shopper shop \(endpoint.name)<"))
        }
    }

    @Test func `translated texts replace those of the declaration`() async throws {
        let words = DocumentedWords(
            title: "Librería",
            about: "Libros <b>.",
            endpoints: [Shop.api.endpoints[0].name: .init("Lo primero.", detail: "Con `id`.")]
        )
        let spanish = try await page("/shop/docs?lang=es") { $0.words["es"] = ["shop": words] }
        #expect(spanish.contains("<h1>Librería <small>"))
        #expect(spanish.contains("Libros &lt;b&gt;."))
        #expect(
            spanish.contains("<p class=\"summary\">Lo primero.</p>\n<p>Con <code>id</code>.</p>")
        )
        let english = try await page("/shop/docs?lang=en") { $0.words["es"] = ["shop": words] }
        #expect(!english.contains("Librería"))
    }

    @Test func `samples follow streams and open WebSockets`() async throws {
        let feed = text(try await page("/feeds/docs", of: FeedService().service))
        #expect(feed.contains("for try await event in client.events("))
        #expect(feed.contains("curl --no-buffer"))
        #expect(feed.contains("for line in answer.iter_lines():"))
        let talk = text(try await page("/talks/docs", of: TalkService.echo.service))
        #expect(talk.contains("let socket = try await client.webSocket(\"talks/"))
        #expect(talk.contains("with connect(\"ws://localhost:3000/talks/"))
    }

    @Test func `a page asks for credentials only once`() async throws {
        let page = try await page()
        #expect(page.split(separator: "type=\"password\"").count == 2)
        #expect(page.split(separator: "data-secret=\"basic\"").count == 3)
    }

    @Test func `failures show the problem document that clients receive`() async throws {
        let page = text(try await page())
        #expect(page.contains("\"type\": \"/shop/problems/no-such-book\""))
    }
}
