// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Recado
import RecadoApps
import RecadoHTTP
import RecadoServer
import Testing

/// The pages of the posts.
@Suite(.timeLimit(.minutes(1)))
struct `The posts' pages` {
    @Test func `a post that was written is told on the list, and is text everywhere`() async throws
    {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/new")
            try await browser.submit(
                "/apps/posts/new",
                ["title": "<i>Hola</i>", "body": "a\r\n\r\nb <script>", "author": "7"]
            )
            #expect(browser.path == "/apps/posts")
            #expect(browser.page.contains("Publicado: &lt;i&gt;Hola&lt;/i&gt;"))
            #expect(browser.page.contains("a b &lt;script&gt;"))
            #expect(!browser.page.contains("<i>Hola"))
        }
    }

    @Test func `an answer that got lost is made good by sending the form again`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/new")
            services.network.mode = .late
            try await browser.submit("/apps/posts/new", ["title": "Una vez", "body": ""])
            #expect(browser.status == .gatewayTimeout)
            #expect(browser.page.contains(#"value="Una vez""#))
            services.network.mode = .up
            try await browser.submit("/apps/posts/new", ["title": "Una vez", "body": ""])
            #expect(browser.path == "/apps/posts")
            #expect(browser.page.components(separatedBy: "class=\"title\"").count == 2)
        }
    }

    @Test(arguments: ["0123456789abcdef01234567", "x", "%3Cscript%3E", "..%2F..%2Fetc"])
    func `a post that is not there says so`(id: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/\(id)")
            #expect(browser.status == .notFound)
            #expect(!browser.page.contains("<script>"))
        }
    }

    @Test(arguments: ["page=0", "page=-1", "page=x", "page=99999999999999999999", "page=7"])
    func `a page that is not there is an empty list or the first`(query: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts?\(query)")
            #expect(browser.status == .ok)
        }
    }
}
