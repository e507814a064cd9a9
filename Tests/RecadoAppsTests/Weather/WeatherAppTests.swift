// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoTestSupport
import Testing

/// The pages of the weather.
@Suite(.timeLimit(.minutes(1)))
struct `Pages of the weather app` {
    @Test func `the first page suggests cities and is small`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/weather")
            #expect(browser.status == .ok)
            #expect(browser.page.contains(#"<option value="Alicante,ES"></option>"#))
            #expect(browser.page.utf8.count < 50_000, "\(browser.page.utf8.count)")
        }
    }

    @Test func `the page repeats the query with HTML escapes`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            let query: QueryItems = ["q": #""><script>x</script>"#, "form": "xml"]
            try await browser.go("/apps/weather?\(query.encoded)")
            #expect(browser.status == .notFound)
            #expect(!browser.page.contains("<script>x"))
            #expect(browser.page.contains(#"name="form" value="xml""#))
        }
    }

    @Test(arguments: ["form=yaml&units=stones", "q=", "q=%20%20", "form=&units="])
    func `invalid parameters are ignored`(query: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/weather?\(query)")
            #expect(browser.status == .ok)
            #expect(browser.page.contains(#"name="form" value="json""#))
            #expect(browser.page.contains(#"name="units" value="metric""#))
        }
    }

    @Test
    func
        `the weather of a city says when it was updated, of which country, and that it is simulated`()
        async throws
    {
        try await Services.open { services in
            for (language, words) in [
                (
                    "es",
                    ["Ahora", "actualizado a las 15:00", "España", "Tiempo simulado.", "Mañana"]
                ),
                ("en", ["Now", "updated at 15:00", "Spain", "Simulated weather.", "Tomorrow"]),
            ] {
                var browser = Browser(try services.apps())
                browser.language = language
                try await browser.go("/apps/weather?q=Alicante")
                for word in words { #expect(browser.page.contains(word), "\(word)") }
                #expect(browser.page.components(separatedBy: "class=\"when\"").count == 6)
                #expect(browser.page.utf8.count < 50_000, "\(browser.page.utf8.count)")
            }
        }
    }

    @Test func `coordinates can replace the name of a city`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/weather?lat=38.35&lon=-0.48&units=imperial")
            #expect(browser.page.contains("<h1 class=\"place\">Alicante</h1>"))
            #expect(browser.page.contains("°F"))
            #expect(services.network.calls.contains { $0.contains("lat=38.35&lon=-0.48") })
            for wrong in ["lat=91&lon=0", "lat=1", "lat=nan&lon=1", "lat=x&lon=y", "lat=&lon="] {
                try await browser.go("/apps/weather?\(wrong)")
                #expect(browser.page.contains("¿Qué tiempo hace?"), "\(wrong)")
            }
        }
    }

    @Test func `the page repeats the query, with status 502 or 504, if the service fails`()
        async throws
    {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            services.network.mode = .down
            try await browser.go("/apps/weather?q=Madrid&form=xml")
            #expect(browser.status == .badGateway)
            #expect(browser.page.contains(#"value="Madrid""#))
            services.network.mode = .slow
            try await browser.go("/apps/weather?q=Madrid")
            #expect(browser.status == .gatewayTimeout)
        }
    }
}
