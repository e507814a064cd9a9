// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoApps
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoServer
import RecadoTestSupport
import Testing

/// The pages of the posts.
@Suite(.timeLimit(.minutes(1)))
struct `Pages of the posts app` {
    @Test func `a new post is confirmed on the list, with HTML escapes`() async throws {
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

    @Test func `a form submitted again after a lost response creates one post`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/new")
            services.network.mode = .losing
            try await browser.submit("/apps/posts/new", ["title": "Una vez", "body": ""])
            #expect(browser.status == .gatewayTimeout)
            #expect(browser.page.contains(#"value="Una vez""#))
            services.network.mode = .up
            try await browser.submit("/apps/posts/new", ["title": "Una vez", "body": ""])
            #expect(browser.path == "/apps/posts")
            #expect(browser.page.components(separatedBy: "class=\"title\"").count == 2)
        }
    }

    @Test func `conflicting changes of a post keep the text of both users`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let post = try await posts.write(PostForm(title: "Antes"), key: "a")
            let path = "/apps/posts/\(post.id)"
            var browser = Browser(try services.apps())
            var other = Browser(try services.apps())
            try await browser.go("\(path)/edit")
            try await other.go("\(path)/edit")
            try await other.submit("\(path)/edit", ["title": "Suyo", "body": ""])
            #expect(other.path == path)
            try await browser.submit("\(path)/edit", ["title": "<Mío>", "body": "b"])
            #expect(browser.status == .conflict)
            #expect(browser.page.contains("Suyo"))
            #expect(browser.page.contains(#"value="&lt;Mío&gt;""#))
            #expect(try await posts.post(post.id).title == "Suyo")
            try await browser.submit("\(path)/edit", ["title": "<Mío>", "body": "b"])
            #expect(browser.path == path)
            #expect(try await posts.post(post.id).title == "<Mío>")
        }
    }

    @Test func `a change of a deleted post can be published as a new post`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let post = try await posts.write(PostForm(title: "Se va"), key: "a")
            let path = "/apps/posts/\(post.id)"
            var browser = Browser(try services.apps())
            try await browser.go("\(path)/edit")
            try await posts.delete(post.id)
            try await browser.submit("\(path)/edit", ["title": "Se queda", "body": ""])
            #expect(browser.status == .notFound)
            #expect(browser.page.contains(#"formaction="/apps/posts/new""#))
            #expect(browser.page.contains("Alguien ha borrado el mensaje."))
            #expect(!browser.page.contains("Falta algo o hay algo mal"))
            let form = browser.filled("\(path)/edit", ["title": "Se queda", "body": ""])
            try await browser.send(.post, "/apps/posts/new", form: form)
            #expect(browser.page.contains("Publicado: Se queda"))
        }
    }

    @Test func `deletion asks for confirmation, and can be retried after an error`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let post = try await posts.write(PostForm(title: "Se va"), key: "a")
            let path = "/apps/posts/\(post.id)"
            var (browser, other) = (Browser(try services.apps()), Browser(try services.apps()))
            try await browser.go("\(path)/delete")
            try await other.go("\(path)/delete")
            #expect(browser.page.contains("¿Borrar “Se va”?"))
            #expect(try await posts.post(post.id) == post)
            services.network.mode = .down
            try await browser.submit("\(path)/delete")
            #expect(browser.status == .badGateway)
            services.network.mode = .up
            try await browser.submit("\(path)/delete")
            #expect(browser.page.contains("“Se va” se ha borrado."))
            try await other.submit("\(path)/delete")
            #expect(other.page.contains("“Se va” ya no estaba."))
        }
    }

    @Test(arguments: ["edit", "delete"])
    func `the forms of a missing post get status 404`(action: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/0123456789abcdef01234567/\(action)")
            #expect(browser.status == .notFound)
        }
    }

    @Test(arguments: ["0123456789abcdef01234567", "x", "%3Cscript%3E", "..%2F..%2Fetc"])
    func `a missing post gets status 404`(id: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts/\(id)")
            #expect(browser.status == .notFound)
            #expect(!browser.page.contains("<script>"))
        }
    }

    @Test(arguments: ["page=0", "page=-1", "page=x", "page=99999999999999999999", "page=7"])
    func `invalid page numbers get status 200`(query: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/posts?\(query)")
            #expect(browser.status == .ok)
        }
    }
}
