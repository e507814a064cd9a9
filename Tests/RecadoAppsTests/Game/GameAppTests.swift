// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoTestSupport
import Testing

/// The pages of the game.
@Suite(.timeLimit(.minutes(1)))
struct `Pages of the game app` {
    private func get(_ target: String, from apps: Application) async -> Response {
        await apps.respond(
            to: Request(method: .get, authority: "apps.example", target: target)
        )
    }

    @Test func `the asynchronous page streams its progress and then the scores`() async throws {
        try await Services.open { services in
            let answer = try await get("/apps/game?manner=async&by=xml", from: services.apps())
            let source = answer.content.makeSource()
            let first = String(decoding: try #require(try await source.next()), as: UTF8.self)
            #expect(first.contains("<h1>Descargando Top 3</h1>"))
            // No tag yet: it would identify a page without the scores, which are still unknown.
            #expect(!first.contains("data-tag"))
            #expect(!first.contains("class=\"arrived\""))
            // The app calls no service before it has sent the first part of the page.
            #expect(services.network.calls.isEmpty)
            let second = String(decoding: try #require(try await source.next()), as: UTF8.self)
            #expect(second.contains("<h1>Analizando Top 3</h1>"))
            #expect(!second.contains("class=\"arrived\""))
            let third = String(decoding: try #require(try await source.next()), as: UTF8.self)
            #expect(third.contains("class=\"arrived\""))
            #expect(third.contains("<h1>Top 3</h1>"))
            #expect(third.hasSuffix("</html>\n"))
            #expect(try await source.next() == nil)
            #expect(services.network.calls == ["GET /scores/top3"])
        }
    }

    @Test func `changes are sent as server-sent events`() async throws {
        try await Services.open { services in
            let answer = try await get("/apps/game/live", from: services.apps())
            #expect(answer.fields[.contentType] == "text/event-stream")
            let source = answer.content.makeSource()
            var text = ""
            while !text.contains("data:"), let piece = try await source.next() {
                text += String(decoding: piece, as: UTF8.self)
            }
            #expect(text.contains("data: 0"))
        }
    }

    @Test func `a form submitted twice sends one score`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/game/send")
            let form = browser.filled(
                "/apps/game/send",
                ["name": "Ana <b>", "total": "7", "way": "soap"]
            )
            for _ in 1...2 {
                try await browser.send(.post, "/apps/game/send", form: form)
                #expect(browser.status == .ok)
                #expect(browser.page.contains("Ana &lt;b&gt;, 7"))
            }
            #expect(services.network.calls == ["POST /play.asmx"])
        }
    }

    @Test func `the asynchronous page shows an error if the service is down`() async throws {
        try await Services.open { services in
            services.network.mode = .down
            let answer = try await get("/apps/game?manner=async", from: services.apps())
            let page = String(
                decoding: try await answer.content.collect(upTo: 1 << 20),
                as: UTF8.self
            )
            #expect(page.contains("<h1>Descargando Top 3</h1>"))
            #expect(!page.contains("Analizando"))
            #expect(page.contains("<h1>Error cargando Top 3</h1>"))
        }
    }

    @Test func `an incomplete score is shown again with its errors`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/game/send")
            try await browser.submit("/apps/game/send", ["name": "", "total": "x"])
            #expect(browser.status == .unprocessableContent)
            #expect(browser.page.contains("Escribe quién ha jugado."))
            #expect(browser.page.contains(#"value="x""#))
            #expect(services.network.calls.isEmpty)
        }
    }
}
