// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

/// The list of posts as pages show it, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `The list of posts in the posts app` {
    private func titles(_ browser: Browser) -> [String] {
        let list = browser.page.split(separator: "<ul class=\"rows\">").dropFirst().first ?? ""
        return list.matches(of: /<span class="title">([^<]*)</).map { String($0.1) }
    }

    @Test func `shows the newest posts first, on several pages`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts")
            #expect(browser.page.contains("Todavía no hay ningún mensaje."))
            #expect(!browser.page.contains("aria-label=\"Páginas\""))
            let count = PostCalls.pageLimit + 2
            for number in 1...count {
                try await posts.write(PostForm(title: "P\(number)", body: "…"), key: "\(number)")
            }
            try await browser.go("/apps/posts")
            #expect(titles(browser) == (3...count).reversed().map { "P\($0)" })
            #expect(browser.page.contains("1 / 2"))
            #expect(browser.page.contains("href=\"/apps/posts?page=2\""))
            try await browser.go("/apps/posts?page=2")
            #expect(titles(browser) == ["P2", "P1"])
            #expect(browser.page.contains("2 / 2"))
            // The link to a post keeps the page number of the list beside it.
            #expect(browser.page.contains("?page=2\"><span>"))
            try await browser.go("/apps/posts?page=\(Int.max)")
            #expect(titles(browser).isEmpty)
            #expect(browser.page.contains("2 / 2"))
            try await browser.go("/apps/posts?page=-3")
            #expect(titles(browser).first == "P\(count)")
        }
    }

    @Test func `shows only matching posts on every page of a search`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let count = PostCalls.pageLimit + 2
            for number in 1...count {
                try await posts.write(PostForm(title: "Ñu \(number)"), key: "\(number)")
                try await posts.write(PostForm(title: "Otro", body: "<b>"), key: "o\(number)")
            }
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts?q=nu")
            #expect(titles(browser) == (3...count).reversed().map { "Ñu \($0)" })
            #expect(browser.page.contains("\(count) mensajes con «nu»"))
            #expect(browser.page.contains("href=\"/apps/posts?q=nu&amp;page=2\""))
            try await browser.go("/apps/posts?q=nu&page=2")
            #expect(titles(browser) == ["Ñu 2", "Ñu 1"])
            #expect(browser.page.contains("?q=nu&amp;page=2\"><span>"))
            try await browser.go("/apps/posts?q=%3Cscript%3E")
            #expect(titles(browser).isEmpty)
            #expect(browser.page.contains("0 mensajes con «&lt;script&gt;»"))
            #expect(!browser.page.contains("Todavía no hay ningún mensaje."))
        }
    }

    @Test func `links to pages of posts with date, author and links`() async throws {
        try await Services.open { services in
            let form = PostForm(title: "Hola", body: "Lee https://swift.org.", author: "7")
            let post = try await services.posts().write(form, key: "a")
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/\(post.id)")
            #expect(browser.page.contains("15 de julio de 2026</time>"))
            #expect(browser.page.contains("Autor 7"))
            #expect(
                browser.page.contains(
                    "Lee <a href=\"https://swift.org\" rel=\"noopener noreferrer nofollow ugc\">"
                )
            )
        }
    }

    @Test(
        arguments: [
            (.down, "unreachable", .badGateway), (.slow, "slow", .gatewayTimeout),
            (.refusing(.serviceUnavailable), "busy", .serviceUnavailable),
            (.garbled, "unreadable", .badGateway),
        ] as [(FaultyTransport.Mode, String, Status)]
    )
    func `shows the error and a link to try again if the service fails`(
        mode: FaultyTransport.Mode,
        kind: String,
        status: Status
    ) async throws {
        try await Services.open { services in
            try await services.posts().write(PostForm(title: "Hola"), key: "a")
            var browser = Browser(try services.apps())
            services.network.mode = mode
            let path = "/apps/posts?page=\(Int.max)"
            try await browser.go(path)
            #expect(browser.status == status)
            #expect(browser.page.contains("<div class=\"trouble \(kind)\""))
            #expect(browser.page.contains("href=\"\(path)\""))
            #expect(!browser.page.contains("Todavía no hay ningún mensaje."))
            services.network.mode = .up
            try await browser.go("/apps/posts")
            #expect(titles(browser) == ["Hola"])
        }
    }
}
