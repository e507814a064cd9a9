// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `The videoclub app in a browser` {
    private static let home = "/apps/videoclub"
    private static let login: QueryItems = [
        "login-user": "test123", "login-password": "test123",
    ]

    private func member() async throws -> (AppStand, Browser) {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/login")
        try await browser.submit("\(Self.home)/login", Self.login)
        #expect(browser.page.contains("Hola, test123."))
        return (stand, browser)
    }

    @Test func `the login is requested once before the requested action is done`() async throws {
        var browser = Browser(try await AppStand().application)
        let film = "\(Self.home)/8"
        try await browser.go(film)
        try await browser.submit("\(film)/rental")
        #expect(browser.page.contains("Contraseña"))
        try await browser.submit("\(film)/rental", Self.login)
        #expect(browser.path == film)
        #expect(browser.page.contains("Alquilada."))
        try await browser.submit("\(film)/rental")
        #expect(browser.page.contains("Devuelta"))
    }

    @Test func `the session cookie is encrypted and protected from changes`() async throws {
        let (stand, browser) = try await member()
        let kept = try #require(browser.cookies["recado-videoclub"])
        let bytes = try #require(Base64.decode(kept, alphabet: .urlSafe, padding: false))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("test123"))
        var other = Browser(try await AppStand(key: Array(1..<33)).application)
        other.cookies = browser.cookies
        try await other.go(Self.home)
        #expect(other.page.contains("\(Self.home)/login"))
        for place in [0, bytes.count / 2, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            var forger = Browser(stand.application)
            forger.cookies["recado-videoclub"] = Base64.encode(
                changed,
                alphabet: .urlSafe,
                padding: false
            )
            try await forger.go(Self.home)
            #expect(forger.page.contains("\(Self.home)/login"))
        }
    }

    @Test func `a logout also ends the session of a copied cookie`() async throws {
        var (stand, browser) = try await member()
        var thief = Browser(stand.application)
        thief.cookies = browser.cookies
        try await thief.go(Self.home)
        #expect(thief.page.contains("Cuenta de test123"))
        try await browser.go(Self.home)
        try await browser.submit("\(Self.home)/logout")
        #expect(browser.page.contains("Has salido."))
        try await thief.go("\(Self.home)/8")
        #expect(!thief.page.contains("Cuenta de test123"))
        try await thief.submit("\(Self.home)/8/rental")
        #expect(thief.page.contains("Contraseña"))
    }

    @Test func `a login renews the visitor cookie, and forms work with it`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/login")
        let first = try #require(browser.cookies["recado-visitor"])
        try await browser.submit("\(Self.home)/login", Self.login)
        let second = try #require(browser.cookies["recado-visitor"])
        #expect(second != first)
        try await browser.go("\(Self.home)/1")
        try await browser.submit("\(Self.home)/logout")
        #expect(browser.page.contains("Has salido."))
        try await browser.go("\(Self.home)/1")
        try await browser.submit("\(Self.home)/1/rental")
        let third = browser.cookies["recado-visitor"]
        try await browser.submit("\(Self.home)/1/rental", Self.login)
        #expect(browser.cookies["recado-visitor"] != third)
        #expect(browser.page.contains("Cuenta de test123"))
        try await browser.submit("\(Self.home)/logout")
        #expect(browser.page.contains("Has salido."))
    }

    @Test func `a form shown again after a login is accepted`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/new")
        try await browser.submit(
            Self.home,
            ["title": "Dos", "director": "Nadie", "year": "2001"]
        )
        stand.network.mode = .down
        try await browser.submit(Self.home, Self.login)
        #expect(browser.status == .badGateway)
        stand.network.mode = .up
        try await browser.submit(Self.home)
        #expect(browser.page.contains("Contraseña"))
        try await browser.submit(Self.home, Self.login)
        #expect(browser.page.contains("“Dos” se ha añadido."))
    }

    @Test func `a failed logout keeps the user logged in`() async throws {
        let store = FailingSessionStore()
        let stand = try await AppStand(sessions: store)
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/login")
        try await browser.submit("\(Self.home)/login", Self.login)
        store.isFailing.withLock { $0 = true }
        try await browser.submit("\(Self.home)/logout")
        #expect(browser.cookies["recado-videoclub"] != nil)
        try await browser.go("\(Self.home)/8")
        try await browser.submit("\(Self.home)/8/rental")
        #expect(browser.status == .serviceUnavailable)
        store.isFailing.withLock { $0 = false }
        try await browser.submit("\(Self.home)/8/rental")
        #expect(browser.page.contains("Alquilada."))
    }

    @Test func `a login that cannot be stored gets 503 and can be submitted again`() async throws {
        let store = FailingSessionStore()
        var browser = Browser(try await AppStand(sessions: store).application)
        try await browser.go("\(Self.home)/login")
        let form = browser.filled("\(Self.home)/login", Self.login)
        store.isFailing.withLock { $0 = true }
        try await browser.send(.post, "\(Self.home)/login", form: form)
        #expect(browser.status == .serviceUnavailable)
        #expect(browser.page.contains("class=\"trouble busy\""))
        store.isFailing.withLock { $0 = false }
        try await browser.send(.post, "\(Self.home)/login", form: form)
        #expect(browser.page.contains("Hola, test123."))
    }

    @Test func `a login that cannot be verified gets 502, and a wrong one gets 422`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("\(Self.home)/login")
        let form = browser.filled("\(Self.home)/login", Self.login)
        stand.network.mode = .down
        try await browser.send(.post, "\(Self.home)/login", form: form)
        #expect(browser.status == .badGateway)
        stand.network.mode = .up
        var wrong = form
        wrong["login-password"] = "no"
        try await browser.send(.post, "\(Self.home)/login", form: wrong)
        #expect(browser.status == .unprocessableContent)
        try await browser.go("\(Self.home)/login")
        try await browser.submit("\(Self.home)/login", Self.login)
        #expect(browser.page.contains("Hola, test123."))
    }

    @Test func `a wrong password is not remembered`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go("\(Self.home)/8")
        try await browser.submit("\(Self.home)/8/rental")
        try await browser.submit(
            "\(Self.home)/8/rental",
            ["login-user": "test123", "login-password": "no"]
        )
        #expect(browser.status == .unprocessableContent)
        #expect(browser.cookies["recado-videoclub"] == nil)
        #expect(!browser.page.contains("value=\"no\""))
    }

    @Test(
        arguments: [
            (["login-user": "a:b", "login-password": "no"], "no son correctos"),
            (["login-user": "", "login-password": "no"], "Faltan el usuario y la contraseña."),
        ] as [(QueryItems, String)]
    )
    func `an invalid login is refused without a call`(
        entries: QueryItems,
        words: String
    ) async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        for action in ["\(Self.home)/login", "\(Self.home)/8/rental"] {
            try await browser.go(action.replacingOccurrences(of: "/rental", with: ""))
            try await browser.submit(action, entries)
            #expect(browser.status == .unprocessableContent)
            #expect(browser.page.contains(words))
        }
        #expect(!stand.network.calls.contains { $0.contains("/member") || $0.hasPrefix("PUT") })
    }

    @Test func `a missing film gets a page with status 404`() async throws {
        var (_, browser) = try await member()
        try await browser.go("\(Self.home)/999")
        #expect(browser.status == .notFound)
        #expect(browser.page.contains("ya no está."))
        // Only the film is missing, so the page does not show the technical report of the call.
        #expect(!browser.page.contains("Qué ha pasado exactamente"))
    }

    @Test func `changes of another member's film are refused and not offered`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go("\(Self.home)/1")
        try await browser.submit("\(Self.home)/1/rental")
        try await browser.submit("\(Self.home)/1/rental", Self.login)
        #expect(browser.page.contains("la película es de otro socio"))
        for ending in ["edit", "delete", "rental"] {
            #expect(!browser.page.contains("\(Self.home)/1/\(ending)"), "\(ending)")
        }
        try await browser.go("\(Self.home)/1/edit")
        #expect(browser.path == "\(Self.home)/1")
        #expect(browser.page.contains("la película es de otro socio"))
        try await browser.go("\(Self.home)/8")
        #expect(browser.page.contains("\(Self.home)/8/edit"))
    }

    @Test(arguments: [
        ("", "/apps/videoclub"), ("/apps/videoclub/8?q=a", "/apps/videoclub/8?q=a"),
        ("//example.org", "/apps/videoclub"), ("https://example.org", "/apps/videoclub"),
        ("/apps/videoclubs", "/apps/videoclub"), ("/apps/videoclub\\@a", "/apps/videoclub"),
        ("/apps/videoclub/8\r\nX: y", "/apps/videoclub"), ("/apps/posts", "/apps/videoclub"),
    ])
    func `a login redirects only to pages of the videoclub`(
        address: String,
        path: String
    ) async throws {
        var browser = Browser(try await AppStand().application)
        let query: QueryItems = ["to": address]
        try await browser.go("\(Self.home)/login?\(query.encoded)")
        try await browser.submit("\(Self.home)/login", Self.login)
        #expect(browser.path == path)
    }

    @Test func `a page beyond the last redirects to the last`() async throws {
        var browser = Browser(try await AppStand().application)
        for page in ["2", "500", "99999999999999999999"] {
            try await browser.go("\(Self.home)?page=\(page)")
            #expect(browser.path == Self.home)
        }
        try await browser.go("\(Self.home)?q=zzzz&page=9")
        #expect(browser.path == "\(Self.home)?q=zzzz")
        #expect(browser.page.contains("Ninguna película tiene “zzzz”."))
    }

    @Test func `pages link to posters on the same server by path`() async throws {
        var (_, browser) = try await member()
        for path in [Self.home, "\(Self.home)/8", "\(Self.home)/8/edit"] {
            try await browser.go(path)
            #expect(browser.page.contains("\"/videoclub/posters/"), "\(path)")
            #expect(!browser.page.contains("http://localhost/videoclub"), "\(path)")
        }
        try await browser.submit("\(Self.home)/8", ["synopsis": "Otra."])
        #expect(browser.page.contains("Los cambios se han guardado."))
        #expect(browser.page.contains("\"/videoclub/posters/"))
    }

    @Test func `a notice is shown once`() async throws {
        var (_, browser) = try await member()
        try await browser.go(Self.home)
        #expect(!browser.page.contains("Hola, test123."))
    }

    @Test func `texts of films are escaped`() async throws {
        var (_, browser) = try await member()
        try await browser.go("\(Self.home)/new")
        let nasty = #""><script>alert('1')</script>"#
        try await browser.submit(
            Self.home,
            ["title": nasty, "director": nasty, "year": "2001", "synopsis": nasty]
        )
        #expect(browser.page.contains("&lt;script&gt;"))
        #expect(!browser.page.contains("<script>alert"))
        try await browser.go(browser.path + "/edit")
        #expect(!browser.page.contains("<script>alert"))
    }

    @Test func `the login page has no password field without TLS`() async throws {
        let stand = try await AppStand()
        let request = Request(
            method: .get,
            authority: "videoclub.example",
            target: "\(Self.home)/login",
            peer: Peer(address: "192.0.2.7", isLocal: false, isSecure: false)
        )
        let response = await stand.application.respond(to: request)
        let page = String(decoding: try await response.content.collect(upTo: 65_536), as: UTF8.self)
        #expect(!page.contains("type=\"password\""))
    }

    @Test func `a form keeps its entries while the service is down`() async throws {
        var (stand, browser) = try await member()
        try await browser.go("\(Self.home)/new")
        stand.network.mode = .down
        try await browser.submit(
            Self.home,
            ["title": "Persistente", "director": "Nadie", "year": "2001"]
        )
        #expect(browser.status == .badGateway)
        #expect(browser.page.contains("value=\"Persistente\""))
        stand.network.mode = .up
        try await browser.submit(Self.home)
        #expect(browser.page.contains("“Persistente” se ha añadido."))
    }
}
