// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoTestSupport
import Testing

/// The pages of the weather.
@Suite(.timeLimit(.minutes(1)))
struct `The weather's pages` {
    @Test func `the first page suggests every city and stays small`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/weather")
            #expect(browser.status == .ok)
            #expect(browser.page.contains(#"<option value="Alicante,ES"></option>"#))
            #expect(browser.page.utf8.count < 50_000, "\(browser.page.utf8.count)")
        }
    }

    @Test func `what is asked stays in the page, as text`() async throws {
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
    func `what means nothing is as good as nothing`(query: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/weather?\(query)")
            #expect(browser.status == .ok)
            #expect(browser.page.contains(#"name="form" value="json""#))
            #expect(browser.page.contains(#"name="units" value="metric""#))
        }
    }

    @Test func `without the service the question stays, and the status says what happened`()
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
