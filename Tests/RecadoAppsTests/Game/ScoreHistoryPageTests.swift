// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoTestSupport
import Testing

/// The page on which a browser lists the scores that it has sent itself.
@Suite(.timeLimit(.minutes(1)))
struct `The list of scores sent from a browser` {
    private func send(_ name: String, _ total: Int, from browser: inout Browser) async throws {
        try await browser.go("/apps/game/send")
        try await browser.submit("/apps/game/send", ["name": name, "total": "\(total)"])
        #expect(browser.status == .ok)
    }

    private func names(_ browser: Browser) -> [String] {
        browser.page.matches(of: /<span class="name">([^<]*)</).map { String($0.1) }
    }

    @Test func `shows only scores of that browser, the newest first`() async throws {
        try await Services.open { services in
            let apps = try services.apps()
            var (browser, other) = (Browser(apps), Browser(apps))
            try await browser.go("/apps/game/mine")
            #expect(browser.page.contains("Aquí estarán las puntuaciones"))
            #expect(services.network.calls.isEmpty)
            try await send("Ana <b>", 7, from: &browser)
            try await send("Otra", 99, from: &other)
            try await send("Ana", 12, from: &browser)
            try await browser.go("/apps/game/mine")
            #expect(names(browser) == ["Ana", "Ana &lt;b&gt;"])
            #expect(browser.page.components(separatedBy: "Tu mejor").count == 2)
            #expect(browser.page.contains("15 de julio de 2026</time>"))
            // The list of the best three marks the browser's own scores too.
            try await browser.go("/apps/game?manner=blocking")
            #expect(browser.page.components(separatedBy: ">tuya<").count == 3)
            try await other.go("/apps/game?manner=blocking")
            #expect(other.page.components(separatedBy: ">tuya<").count == 2)
        }
    }

    @Test func `shows the latest twelve without deleted ones`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            for number in 1...14 { try await send("N\(number)", number, from: &browser) }
            try await services.client().send(DeleteScore(id: 10))
            try await browser.go("/apps/game/mine")
            #expect(names(browser) == [14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3].map { "N\($0)" })
        }
    }

    @Test func `is replaced by an error if the service is down`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await send("Ana", 7, from: &browser)
            services.network.mode = .down
            try await browser.go("/apps/game/mine")
            #expect(browser.status == .badGateway)
            #expect(browser.page.contains("<div class=\"trouble unreachable\""))
            #expect(!browser.page.contains("Aquí estarán"))
        }
    }

    @Test(arguments: ["", "-", "x-y", "99999999999999999999", "-1--2-", "1-1-1"])
    func `is empty for an invalid cookie`(cookie: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            browser.cookies["recado-scores"] = cookie
            try await browser.go("/apps/game/mine")
            #expect(browser.status == .ok)
            #expect(names(browser).isEmpty)
        }
    }
}
