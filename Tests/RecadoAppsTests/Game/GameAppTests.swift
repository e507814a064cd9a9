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
struct `The game's pages` {
    private func get(_ target: String, from apps: Application) async -> Response {
        await apps.respond(
            to: Request(method: .get, authority: "apps.example", target: target)
        )
    }

    @Test func `the asynchronous page comes in two pieces`() async throws {
        try await Services.open { services in
            let answer = try await get("/apps/game?manner=async&by=xml", from: services.apps())
            let source = answer.content.makeSource()
            let first = String(decoding: try #require(try await source.next()), as: UTF8.self)
            #expect(first.contains("<h1>Descargando…</h1>"))
            #expect(!first.contains("class=\"arrived\""))
            // Nothing is asked for before the first piece is on its way.
            #expect(services.network.calls.isEmpty)
            let second = String(decoding: try #require(try await source.next()), as: UTF8.self)
            #expect(second.contains("class=\"arrived\""))
            #expect(second.contains("<h1>Top 3</h1>"))
            #expect(second.hasSuffix("</html>\n"))
            #expect(try await source.next() == nil)
            #expect(services.network.calls == ["GET /scores/top3"])
        }
    }

    @Test func `changes are told as events`() async throws {
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

    @Test func `a form that is sent twice sends one score`() async throws {
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

    @Test func `a score that is not whole is shown again with what is wrong`() async throws {
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
