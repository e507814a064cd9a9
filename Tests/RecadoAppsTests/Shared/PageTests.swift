// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Pages of the apps` {
    @Test func `the Content-Security-Policy allows only scripts of the same origin`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go("/apps/videoclub")
        let policy = try #require(browser.fields[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("script-src 'self'"))
        #expect(!policy.contains("unsafe"))
        #expect(!browser.page.contains("style=\""))
        #expect(!browser.page.contains("onclick"))
    }

    @Test func `an unchanged page gets status 304`() async throws {
        var browser = Browser(try await AppStand().application)
        let path = "/apps/videoclub"
        try await browser.go(path)
        try await browser.go(path)
        let tag = try #require(browser.tag)
        // The tag is in the page, not in an `ETag` field, because it does not cover notices. With
        // an `ETag`, a browser could show an old page again, together with its notice.
        #expect(browser.fields[.eTag] == nil)
        try await browser.send(.get, path, fields: [.ifNoneMatch: tag])
        #expect(browser.status == .notModified)
        #expect(browser.page.isEmpty)
        #expect(browser.fields[.vary] == "Accept-Language, Cookie")
        try await browser.send(.get, path + "?q=padrino", fields: [.ifNoneMatch: tag])
        #expect(browser.status == .ok)
        browser.language = "en"
        try await browser.send(.get, path, fields: [.ifNoneMatch: tag])
        #expect(browser.status == .ok)
    }

    @Test func `assets are referenced by pages and cached for a year`() async throws {
        let stand = try await AppStand()
        var browser = Browser(stand.application)
        try await browser.go("/apps")
        let page = browser.page
        try await browser.go("/apps/worker.js")
        let worker = browser.page
        let manifest = try #require(Apps.pages.keys.first { $0.hasSuffix("webmanifest") })
        try await browser.go(manifest)
        let users = [page, worker, browser.page]
        for path in Apps.pages.keys where path != "/apps/worker.js" {
            #expect(users.contains { $0.contains(path) }, "\(path)")
            try await browser.go(path)
            #expect(browser.status == .ok)
            #expect(browser.fields[.cacheControl] == "public, max-age=31536000, immutable")
        }
        #expect(Apps.pages.count == 9)
    }

    @Test func `the service worker is revalidated and has the scope of all apps`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go("/apps/worker.js")
        #expect(browser.fields[.cacheControl] == "no-cache")
        #expect(browser.fields["Service-Worker-Allowed"] == "/apps")
        #expect(browser.fields[.contentType]?.hasPrefix("text/javascript") == true)
        #expect(browser.cookies.isEmpty)
    }

    @Test(arguments: [192, 512])
    func `icons for phones are PNG files in two sizes`(size: Int) async throws {
        let path = try #require(Apps.pages.keys.first { $0.contains("recado-\(size).") })
        let bytes = try await #require(Apps.pages[path]).content.collect(upTo: 1 << 16)
        // A PNG begins with an 8-byte signature; the width and the height follow (RFC 2083
        // §11.2.1).
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let side = [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)]
        #expect(Array(bytes[16..<24]) == side + side)
    }

    struct Wish: Sendable, CustomTestStringConvertible {
        var accepted: String
        var language: String
        var testDescription: String { accepted }

        static let all = [
            Wish(accepted: "es-AR,es;q=0.9", language: "es"),
            Wish(accepted: "en-GB", language: "en"),
            Wish(accepted: "de, en;q=0.5", language: "en"),
            Wish(accepted: "fr", language: "es"),
        ]
    }

    @Test(arguments: Wish.all)
    func `the language is the best match for Accept-Language`(_ wish: Wish) async throws {
        var browser = Browser(try await AppStand().application)
        browser.language = wish.accepted
        try await browser.go("/apps/videoclub")
        #expect(browser.page.contains("<html lang=\"\(wish.language)\""))
        #expect(browser.fields[.contentLanguage] == wish.language)
    }

    @Test func `a chosen language and theme are remembered`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go("/apps/preferences?language=en&theme=dark&to=%2Fapps%2Fvideoclub")
        #expect(browser.path == "/apps/videoclub")
        try await browser.go("/apps")
        #expect(browser.page.contains("lang=\"en\""))
        #expect(browser.page.contains("data-theme=\"dark\""))
    }

    @Test(arguments: [
        "//example.org", "https://example.org", "/apps\\@example.org", "javascript:a",
    ])
    func `preferences redirect only to pages of the apps`(_ target: String) async throws {
        var browser = Browser(try await AppStand().application)
        let query: QueryItems = ["theme": "dark", "to": target]
        try await browser.go("/apps/preferences?\(query.encoded)")
        #expect(browser.path == "/apps")
    }

    @Test(arguments: [
        "/apps/nothing", "/apps/videoclub/1/2/3", "/apps/videoclub/old", "/apps/assets/a.css",
    ])
    func `unknown paths get status 404`(_ path: String) async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go(path)
        #expect(browser.status == .notFound)
    }

    @Test func `other methods get status 405, and HEAD works like GET`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.send(.put, "/apps/videoclub")
        #expect(browser.status == .methodNotAllowed)
        #expect(browser.fields[.allow] == "GET, HEAD, POST")
        try await browser.send(.head, "/apps/videoclub")
        #expect(browser.status == .ok)
    }
}
