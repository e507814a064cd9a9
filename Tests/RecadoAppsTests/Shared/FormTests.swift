// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Forms of the apps` {
    private static let home = "/apps/videoclub"
    private static let entries: QueryItems = [
        "title": "Dos veces", "director": "Nadie", "year": "2001", "login-user": "test123",
        "login-password": "test123",
    ]

    private func count(_ title: String, _ browser: Browser) async throws -> Int {
        var browser = browser
        try await browser.go("\(Self.home)?q=Dos%20veces")
        return browser.page.components(separatedBy: "<span class=\"title\">\(title)").count - 1
    }

    @Test func `a form submitted twice takes effect once and gets the same response`() async throws
    {
        var browser = Browser(try await AppStand().application)
        try await browser.go("\(Self.home)/new")
        let form = browser.filled(Self.home, Self.entries)
        var second = browser
        try await browser.send(.post, Self.home, form: form)
        try await second.send(.post, Self.home, form: form)
        #expect(browser.path == second.path)
        #expect(try await count("Dos veces", browser) == 1)
    }

    @Test func `a form with other content is a new submission after going back`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/login")
        try await browser.submit("\(Self.home)/login", Self.entries)
        try await browser.go("\(Self.home)/new")
        var form = browser.filled(Self.home, Self.entries)
        for name in ["login-user", "login-password"] { form[name] = nil }
        try await browser.send(.post, Self.home, form: form)
        form["title"] = "Otra vez"
        try await browser.send(.post, Self.home, form: form)
        #expect(browser.page.contains("“Otra vez” se ha añadido."))
        #expect(stand.network.calls.count { $0.hasPrefix("POST") } == 2)
    }

    @Test func `a form loaded before the login is shown again with its entries`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/new")
        var form = browser.filled(Self.home, Self.entries)
        try await browser.send(.post, Self.home, form: form)
        form["title"] = "Otra vez"
        try await browser.send(.post, Self.home, form: form)
        #expect(browser.status == .forbidden)
        #expect(!browser.page.contains("login-password"))
        #expect(stand.network.calls.count { $0.hasPrefix("POST") } == 1)
        try await browser.submit(Self.home)
        #expect(browser.page.contains("“Otra vez” se ha añadido."))
    }

    @Test func `a form is submitted again if its error page is reloaded`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/new")
        let form = browser.filled(Self.home, Self.entries)
        stand.network.mode = .losing
        try await browser.send(.post, Self.home, form: form)
        #expect(browser.status == .gatewayTimeout)
        stand.network.mode = .up
        try await browser.send(.post, Self.home, form: form)
        #expect(browser.page.contains("“Dos veces” se ha añadido."))
        #expect(try await count("Dos veces", browser) == 1)
    }

    @Test func `a form submitted several times at once takes effect once`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/new")
        let form = browser.filled(Self.home, Self.entries)
        let clicking = browser
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    var other = clicking
                    try? await other.send(.post, Self.home, form: form)
                }
            }
        }
        #expect(stand.network.calls.count { $0.hasPrefix("POST") } == 1)
        #expect(try await count("Dos veces", browser) == 1)
    }

    struct Forgery: Sendable, CustomTestStringConvertible {
        var name: String
        var fields: Fields
        var testDescription: String { name }

        static let all = [
            Forgery(name: "another site", fields: ["Sec-Fetch-Site": "cross-site"]),
            Forgery(name: "a site beside it", fields: ["Sec-Fetch-Site": "same-site"]),
            Forgery(name: "another origin", fields: ["Origin": "http://example.org"]),
            Forgery(name: "no origin", fields: [:]),
        ]
    }

    @Test(arguments: Forgery.all)
    func `a form from another origin is refused`(_ forgery: Forgery) async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/new")
        let form = browser.filled(Self.home, Self.entries)
        try await browser.send(.post, Self.home, form: form, fields: forgery.fields)
        #expect(browser.status == .forbidden)
        #expect(!stand.network.calls.contains { $0.hasPrefix("POST") })
    }

    @Test func `a form with a wrong token is shown again with its entries`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/new")
        var form = browser.filled(Self.home, Self.entries)
        form["form-token"] = "AAAA"
        form["title"] = "“Dos” <veces>"
        try await browser.send(.post, Self.home, form: form)
        #expect(browser.status == .forbidden)
        #expect(browser.page.contains("“Dos” &lt;veces&gt;"))
        #expect(!stand.network.calls.contains { $0.hasPrefix("POST") })
        // The page fills in every input again except the password.
        #expect(!browser.page.contains("login-password"))
        try await browser.submit(Self.home)
        try await browser.submit(Self.home, ["login-password": "test123"])
        #expect(browser.page.contains("se ha añadido"))
    }

    struct Content: Sendable, CustomTestStringConvertible {
        var name: String
        var type: String
        var text: String
        var status: Status
        var testDescription: String { name }

        static let all = [
            Content(
                name: "JSON",
                type: "application/json",
                text: "{}",
                status: .unsupportedMediaType
            ),
            Content(
                name: "bytes that are no text",
                type: "application/x-www-form-urlencoded",
                text: "title=%FF",
                status: .unsupportedMediaType
            ),
            Content(
                name: "more than any form",
                type: "application/x-www-form-urlencoded",
                text: "title=" + String(repeating: "a", count: 70_000),
                status: .contentTooLarge
            ),
        ]
    }

    @Test(arguments: Content.all)
    func `content that is not a form is refused`(_ content: Content) async throws {
        let stand = try await AppStand()
        let request = Request(
            method: .post,
            authority: "localhost",
            target: Self.home,
            fields: ["Sec-Fetch-Site": "same-origin", .contentType: content.type],
            content: RecadoHTTP.Content(content.text)
        )
        let response = await stand.application.respond(to: request)
        #expect(response.status == content.status)
    }
}
