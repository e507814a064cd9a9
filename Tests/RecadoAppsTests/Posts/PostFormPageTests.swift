// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoApps
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

/// The pages on which posts are written and changed, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `Forms of the posts app` {
    private static let new = "/apps/posts/new"

    private func wrongFields(_ browser: Browser) -> [String] {
        browser.page.matches(of: /id="field-([a-z]+)-error"/).map { String($0.1) }
    }

    // MARK: - Writing

    @Test func `a post is stored with trimmed title and normalized line ends`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            for author in ["7", ""] {
                try await browser.go(Self.new)
                let text = "uno\r\n\r\ndos & «tres»"
                try await browser.submit(
                    Self.new,
                    ["title": " ¿Qué <tal>? ", "body": text, "author": author]
                )
                #expect(browser.path == "/apps/posts")
                let posts = try services.posts()
                let post = try #require(try await posts.list().posts.first)
                #expect(post.title == "¿Qué <tal>?")
                #expect(post.body == "uno\n\ndos & «tres»")
                #expect(post.author == Int(author))
                try await browser.go("/apps/posts/\(post.id)")
                #expect(browser.page.contains(">¿Qué &lt;tal&gt;?</h1>"))
                #expect(browser.page.contains("uno\n\ndos &amp; «tres»"))
                // Only the article is checked: the list beside it may show other authors.
                let parts = browser.page.components(separatedBy: "<article")
                let article = try #require(
                    parts.dropFirst().first?.components(separatedBy: "</article>").first
                )
                #expect(article.contains("Autor 7") == (author == "7"))
            }
        }
    }

    @Test func `the same text in a newly opened form creates another post`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            for count in 1...2 {
                try await browser.go(Self.new)
                let form = browser.filled(Self.new, ["title": "Una vez", "body": ""])
                for _ in 1...2 { try await browser.send(.post, Self.new, form: form) }
                #expect(try await services.posts().list().total == count)
            }
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var title = ""
        var body = ""
        var author = ""
        let errors: [(field: String, words: String)]
        var testDescription: String { errors.map(\.field).joined(separator: ", ") }
    }

    static let wrong = [
        Wrong(body: "x", errors: [("title", "Escribe un título.")]),
        Wrong(
            title: String(repeating: "é", count: 201),
            errors: [("title", "Caben 200 caracteres y hay 201.")]
        ),
        Wrong(
            title: "x",
            body: String(repeating: "x", count: 20_001),
            errors: [("body", "Caben 20000 caracteres y hay 20001.")]
        ),
        Wrong(title: "x", author: "Ana", errors: [("author", "El autor es un número;")]),
        Wrong(
            author: "1.5",
            errors: [("title", "Escribe un título."), ("author", "El autor es un número;")]
        ),
    ]

    @Test(arguments: wrong)
    func `an invalid post is not sent`(wrong: Wrong) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go(Self.new)
            try await browser.submit(
                Self.new,
                ["title": wrong.title, "body": wrong.body, "author": wrong.author]
            )
            #expect(browser.status == .unprocessableContent)
            #expect(browser.page.contains("Falta algo o hay algo mal en el mensaje."))
            #expect(wrongFields(browser) == wrong.errors.map(\.field))
            for error in wrong.errors { #expect(browser.page.contains(error.words)) }
            #expect(browser.page.contains("value=\"\(wrong.author)\""))
            #expect(services.network.calls.isEmpty)
        }
    }

    // MARK: - Changing

    @Test func `an edit form changes nothing until it is saved`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let form = PostForm(title: "Antes", body: "a", author: "7")
            let post = try await posts.write(form, key: "a")
            var browser = Browser(try services.apps())
            let path = "/apps/posts/\(post.id)/edit"
            try await browser.go(path)
            #expect(browser.page.contains(#"value="Antes""#))
            #expect(try await posts.post(post.id) == post)
            try await browser.submit(path, ["title": "Después", "body": "b"])
            #expect(browser.page.contains("Los cambios se han guardado."))
            let saved = try await posts.post(post.id)
            #expect((saved.title, saved.body, saved.author) == ("Después", "b", 7))
        }
    }

    @Test func `a change submitted again after a lost response is saved once`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let post = try await posts.write(PostForm(title: "Antes"), key: "a")
            var browser = Browser(try services.apps())
            let path = "/apps/posts/\(post.id)/edit"
            try await browser.go(path)
            services.network.mode = .losing
            try await browser.submit(path, ["title": "Después", "body": ""])
            #expect(browser.status == .gatewayTimeout)
            #expect(browser.page.contains(#"value="Después""#))
            services.network.mode = .up
            try await browser.submit(path, ["title": "Después", "body": ""])
            #expect(browser.page.contains("Los cambios se han guardado."))
            #expect(try await posts.post(post.id).version == 1)
        }
    }

    @Test func `an author can be changed but not removed`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let post = try await posts.write(PostForm(title: "x", author: "7"), key: "a")
            var browser = Browser(try services.apps())
            let path = "/apps/posts/\(post.id)/edit"
            try await browser.go(path)
            try await browser.submit(path, ["body": "", "author": ""])
            #expect(browser.status == .unprocessableContent)
            #expect(wrongFields(browser) == ["author"])
            #expect(browser.page.contains("El autor se puede cambiar, pero no quitar."))
            try await browser.submit(path, ["body": "", "author": "8"])
            #expect(browser.path == "/apps/posts/\(post.id)")
            #expect(try await posts.post(post.id).author == 8)
        }
    }

    @Test func `a form without a valid version overwrites nothing`() async throws {
        try await Services.open { services in
            let posts = try services.posts()
            let post = try await posts.write(PostForm(title: "Antes"), key: "a")
            var browser = Browser(try services.apps())
            let path = "/apps/posts/\(post.id)/edit"
            try await browser.go(path)
            try await browser.submit(path, ["title": "Mío", "body": "", "version": "x"])
            #expect(browser.status == .conflict)
            #expect(browser.page.contains("Guardar lo mío"))
            #expect(try await posts.post(post.id) == post)
        }
    }
}
