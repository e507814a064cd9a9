// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

/// The page on which scores are filled in and sent.
@Suite(.timeLimit(.minutes(1)))
struct `A submitted score` {
    private static let path = "/apps/game/send"

    private func send(
        _ entries: QueryItems,
        by services: Services
    ) async throws -> Browser {
        var browser = Browser(try services.apps())
        try await browser.go(Self.path)
        try await browser.submit(Self.path, entries)
        return browser
    }

    @Test(arguments: ScoreCalls.SendingWay.allCases)
    func `reaches the service as JSON, XML, a form and SOAP`(
        way: ScoreCalls.SendingWay
    ) async throws {
        try await Services.open { services in
            let browser = try await send(
                ["name": "Ana & Bé <ñ>", "total": "125", "way": way.rawValue],
                by: services
            )
            #expect(browser.status == .ok)
            #expect(browser.page.contains("<strong>Ana &amp; Bé &lt;ñ&gt;, 125</strong>"))
            #expect(browser.page.contains("HTTP/1.1 20"))
            let number = browser.page.firstMatch(of: /número <span class="number">(\d+)</)
            let id = try #require(number.flatMap { Int($0.1) })
            let score = try await services.client().send(ShowScore(id: id))
            #expect(score.name == "Ana & Bé <ñ>")
            #expect(score.total == 125)
        }
    }

    @Test(
        arguments: [
            ("", "125", ["name"]), ("Ana", "", ["total"]), ("Ana", "many", ["total"]),
            ("Ana", "1.5", ["total"]), ("Ana", "99999999999999999999", ["total"]),
            ("", "x", ["name", "total"]), (String(repeating: "ñ", count: 256), "1", ["name"]),
        ] as [(String, String, [String])]
    )
    func `is not sent if a field is missing or invalid`(
        name: String,
        total: String,
        fields: [String]
    ) async throws {
        try await Services.open { services in
            let browser = try await send(["name": name, "total": total], by: services)
            #expect(browser.status == .unprocessableContent)
            #expect(browser.page.contains("Revisa lo que está marcado."))
            let wrong = browser.page.matches(of: /id="field-([a-z]+)-error"/).map { String($0.1) }
            #expect(wrong == fields)
            #expect(browser.page.contains("Escribe quién ha jugado.") == name.isEmpty)
            let isLarge = total.count == 20
            #expect(
                browser.page.contains("Escribe un número entero, como 125.")
                    == (fields.contains("total") && !isLarge)
            )
            #expect(browser.page.contains("El número es demasiado grande.") == isLarge)
            #expect(!browser.page.contains("class=\"wire\""))
            #expect(services.network.calls.isEmpty)
        }
    }

    @Test(
        arguments: [
            (.down, "unreachable", .badGateway), (.slow, "slow", .gatewayTimeout),
            (.refusing(.serviceUnavailable), "busy", .serviceUnavailable),
        ] as [(FaultyTransport.Mode, String, Status)]
    )
    func `remains in the form if the service fails`(
        mode: FaultyTransport.Mode,
        kind: String,
        status: Status
    ) async throws {
        try await Services.open { services in
            services.network.mode = mode
            let browser = try await send(
                ["name": "Ana", "total": "7", "way": "xml"],
                by: services
            )
            #expect(browser.status == status)
            #expect(browser.page.contains("<div class=\"trouble \(kind)\""))
            #expect(browser.page.contains(#"value="Ana""#))
            #expect(browser.page.contains(#"value="7""#))
            #expect(browser.page.contains(#"value="xml" checked"#))
            #expect(browser.page.contains("&lt;name&gt;Ana&lt;/name&gt;"))
        }
    }
}
