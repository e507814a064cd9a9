// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoEndpoints
import RecadoHTTP
import RecadoTestSupport
import Testing

@testable import RecadoApps

/// The cities that a browser has looked up before.
@Suite(.timeLimit(.minutes(1)))
struct `The list of remembered cities` {
    private func cities(_ browser: Browser) -> [String] {
        let list = browser.page.components(separatedBy: "class=\"cities\"").dropFirst().first ?? ""
        let links = list.components(separatedBy: "</nav>")[0]
        return links.matches(of: /<li><a href="([^"]*)"/).map { String($0.1) }
    }

    private func path(_ city: String) -> String { "/apps/weather?q=\(city),ES" }

    @Test func `has the favourites and then the cities viewed last`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            for city in ["Madrid", "Bilbao", "nirgendwo"] {
                try await browser.go("/apps/weather?q=\(city)")
            }
            try await browser.go("/apps/weather")
            #expect(cities(browser) == [path("Bilbao"), path("Madrid")])
            try await browser.go("/apps/weather?q=Madrid&units=imperial")
            #expect(browser.page.contains("Añadir a favoritas"))
            try await browser.submit("/apps/weather/favourite", ["keep": "yes"])
            #expect(browser.path == "/apps/weather?q=Madrid&units=imperial")
            #expect(browser.page.contains("Madrid,ES está entre tus favoritas."))
            #expect(browser.page.contains("Quitar de favoritas"))
            try await browser.go("/apps/weather?q=Bilbao")
            #expect(cities(browser) == [path("Madrid"), path("Bilbao")])
            try await browser.go("/apps/weather?q=Madrid")
            try await browser.submit("/apps/weather/favourite", ["keep": "no"])
            #expect(browser.page.contains("Añadir a favoritas"))
            #expect(cities(browser) == [path("Madrid"), path("Bilbao")])
            #expect(cities(Browser(try services.apps())).isEmpty)
        }
    }

    @Test func `has at most eight favourites and five other cities`() async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            try await browser.go("/apps/weather?q=Madrid")
            for number in 1...9 {
                try await browser.go("/apps/weather?q=Madrid")
                let city = String(repeating: "ñ", count: 39) + "\(number)"
                try await browser.submit("/apps/weather/favourite", ["keep": "yes", "city": city])
            }
            #expect(browser.page.contains("Caben 8 favoritas"))
            for city in ["Bilbao", "Oslo", "Lima", "Tokyo", "London", "Quito"] {
                try await browser.go("/apps/weather?q=\(city)")
            }
            try await browser.go("/apps/weather")
            #expect(cities(browser).count == 13)
            let cookie = browser.cookies["recado-cities"] ?? ""
            #expect(!cookie.isEmpty && cookie.utf8.count < 2_000)
        }
    }

    @Test(arguments: ["", "x", "bnVsbA", "e30", "eyJmYXZvdXJpdGVzIjpbMV0sInJlY2VudCI6W119"])
    func `is empty for an invalid cookie`(cookie: String) async throws {
        try await Services.open { services in
            var browser = Browser(try services.apps())
            browser.cookies["recado-cities"] = cookie
            try await browser.go("/apps/weather")
            #expect(browser.status == .ok)
            #expect(cities(browser).isEmpty)
        }
    }

    @Test func `country codes are replaced by names in English or Spanish if known`() {
        #expect(CountryNames.name(of: "ES", in: .spanish) == "España")
        #expect(CountryNames.name(of: "de", in: .english) == "Germany")
        #expect(CountryNames.name(of: "Q9", in: .english) == "Q9")
        #expect(CountryNames.name(of: "", in: .english) == "")
        #expect(CountryNames.name(of: "ESP", in: .english) == "ESP")
    }
}
