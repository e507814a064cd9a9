// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

/// The page of the best three scores, in each state that the documented app has.
@Suite(.timeLimit(.minutes(1)))
struct `The three best scores in the game app` {
    private func add(_ names: String..., to client: Client) async throws {
        for (index, name) in names.enumerated() {
            try await client.send(CreateScore(.init(name: name, total: 10 - index)))
        }
    }

    private func path(_ way: ScoreCalls.ReadingWay) -> String {
        "/apps/game?manner=blocking&by=\(way.rawValue)"
    }

    private func names(_ browser: Browser) -> [String] {
        browser.page.matches(of: /<span class="name">([^<]*)</).map { String($0.1) }
    }

    private func totals(_ browser: Browser) -> [String] {
        browser.page.matches(of: /<span class="total number">([^<]*)</).map { String($0.1) }
    }

    @Test(arguments: ScoreCalls.ReadingWay.allCases)
    func `are loaded as JSON, XML and SOAP`(way: ScoreCalls.ReadingWay) async throws {
        try await Services.open { services in
            try await add("Ana", "Bé <3", "Carla", "Dani", to: try services.client())
            var browser = Browser(try services.apps())
            try await browser.go(path(way))
            #expect(browser.page.contains("<h1>Top 3</h1>"))
            #expect(names(browser) == ["Ana", "Bé &lt;3", "Carla"])
            #expect(totals(browser) == ["10", "9", "8"])
            let request = way == .soap ? "POST /tops3.asmx " : "GET /scores/top3 "
            let wire = try #require(browser.page.split(separator: "class=\"wire\"").last)
            #expect(wire.contains(request))
            #expect(wire.contains("Carla"))
            #expect(wire.contains("&lt;score&gt;") == (way != .json))
        }
    }

    @Test func `are an empty list before the first score`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go(path(.json))
            #expect(browser.page.contains("Nadie ha jugado todavía."))
            #expect(names(browser).isEmpty)
        }
    }

    @Test(
        arguments: [
            (.down, "Error cargando Top 3", "unreachable"),
            (.slow, "Error cargando Top 3", "slow"),
            (.refusing(.serviceUnavailable), "Error cargando Top 3", "busy"),
            (.garbled, "Top 3 desactualizado", "unreadable"),
        ] as [(FaultyTransport.Mode, String, String)]
    )
    func `remain on the page if a reload fails`(
        mode: FaultyTransport.Mode,
        title: String,
        kind: String
    ) async throws {
        try await Services.open { services in
            try await add("Ana", to: try services.client())
            let apps = try services.apps()
            var (browser, other) = (Browser(apps), Browser(apps))
            try await browser.go(path(.json))
            #expect(browser.page.contains("<ol class=\"podium\">"))
            services.network.mode = mode
            try await browser.go(path(.json))
            // The scores that were read last are also shown to another visitor.
            try await other.go(path(.xml))
            for page in [browser, other] {
                #expect(page.page.contains("<h1>\(title)</h1>"))
                #expect(page.page.contains("<div class=\"trouble \(kind)\""))
                #expect(page.page.contains("<ol class=\"podium old\">"))
                #expect(names(page) == ["Ana"])
            }
            services.network.mode = .up
            try await browser.go(path(.json))
            #expect(browser.page.contains("<h1>Top 3</h1>"))
            #expect(!browser.page.contains("class=\"trouble"))
        }
    }

    @Test(arguments: ScoreCalls.ReadingWay.allCases)
    func `are replaced by an error if the response is not a list of scores`(
        way: ScoreCalls.ReadingWay
    ) async throws {
        try await Services.open { services in
            services.network.mode = .garbled
            var browser = Browser(try services.apps())
            try await browser.go(path(way))
            #expect(browser.page.contains("<h1>Error datos incorrectos</h1>"))
            #expect(names(browser).isEmpty)
            #expect(browser.page.contains("&lt;p&gt;Log in to the network"))
        }
    }
}
