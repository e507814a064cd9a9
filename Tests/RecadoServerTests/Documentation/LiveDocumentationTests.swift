// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Documentation of streams and WebSockets` {
    private func page(_ service: Service, _ target: String) async throws -> String {
        let application = try Application.documented(service)
        let request = Request(method: .get, target: target)
        let answer = try await Answer(application.respond(to: request))
        #expect(answer.status == .ok)
        return answer.text
    }

    @Test func `a stream can be requested in each of its formats`() async throws {
        let page = try await page(FeedService().service, "/feeds/docs")
        #expect(page.contains(#"data-role="answer-format" value="text/event-stream""#))
        #expect(!page.contains(#"data-role="answer-format" value="application/json""#))
        for type in ["jsonl", "x-ndjson", "json-seq", "json"] {
            #expect(page.contains("<option>application/\(type)</option>"))
        }
        #expect(page.split(separator: "stream of <code>Tick</code>").count == 3)
    }

    @Test func `every endpoint has a Stop button`() async throws {
        let page = try await page(Shop.service(), "/shop/docs")
        let button = #"<button type="button" class="quiet" hidden>Stop</button>"#
        #expect(page.split(separator: button).count == Shop.api.endpoints.count + 1)
        #expect(!page.contains("stream of"))
        #expect(!page.contains(#"class="message""#))
    }

    @Test func `a WebSocket is shown with the messages of both sides and a form`() async throws {
        let page = try await page(TalkService.echo.service, "/talks/docs")
        #expect(page.contains("<b>101 Switching Protocols</b>, WebSocket"))
        #expect(page.contains("<h4>What clients say</h4>"))
        #expect(page.contains("<h4>What the server says</h4>"))
        #expect(page.contains("Protocols: <code>talk.v2, talk.v1</code>"))
        #expect(!page.contains("without content"))
        #expect(page.contains(#" data-protocols="talk.v2 talk.v1" aria-label="#))
        #expect(page.contains(#" data-protocols="" aria-label="#))
        #expect(page.contains(#"<form class="message" aria-label="Message: \#(Talk.name)">"#))
        #expect(page.contains("&quot;text&quot;: &quot;text&quot;"))
        #expect(page.contains(">Open</button>"))
        #expect(page.contains(">Close</button>"))
    }

    @Test func `a page does not ask for fields that browsers cannot send`() async throws {
        let page = try await page(TalkService.echo.service, "/talks/docs")
        #expect(page.contains("<code>HTTP Guest</code>: Pages cannot send this field"))
        #expect(!page.contains("data-secret=\""))
    }

    @Test(arguments: ["en", "es"])
    func `the page provides every text that its script uses`(language: String) async throws {
        let page = try await page(Shop.service(), "/shop/docs?lang=\(language)")
        let words = Set(page.matches(of: /\bwords\.([A-Za-z]+)/).map { String($0.1) })
        #expect(words.contains("stopped"))
        for word in words {
            #expect(page.contains("data-\(KebabCase.name(from: word))=\""))
        }
    }
}
