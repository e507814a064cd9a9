// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `Routes` {
    @Test func `a route is parsed from its text`() {
        let route: Route = "PUT /api/v1/catalog/{id}/rent"
        #expect(route.method == .put)
        #expect(
            route.segments == [
                .literal("api"), .literal("v1"), .literal("catalog"), .parameter("id"),
                .literal("rent"),
            ]
        )
        #expect(route.path == "/api/v1/catalog/{id}/rent")
        #expect(route.parameters == ["id"])
        #expect(route.flaw == nil)
    }

    @Test(arguments: [
        "", "GET", "/films", "GET films", "GET  /films", "GET /films ", "G(T /films",
        "GET /films/{id", "GET /films/id}", "GET /films/{id}/{id}", "GET //films",
        "GET /films?q=1", "GET /a%20b", "GET /{}",
    ])
    func `an invalid route reports a flaw instead of stopping the program`(text: String) {
        #expect(Route(text).flaw != nil)
    }

    @Test func `the root path is a valid route`() {
        #expect(Route("GET /").flaw == nil)
        #expect(Route("GET /").path == "/")
    }

    @Test(arguments: [
        ("RentFilm", "rent-film"), ("userID", "user-id"), ("URLName", "url-name"), ("q", "q"),
        ("created_at", "created_at"), ("pageSize", "page-size"), ("Top3AsXml", "top3-as-xml"),
        ("already-rented", "already-rented"),
    ])
    func `Swift names are converted to kebab-case`(name: String, kebab: String) {
        #expect(KebabCase.name(from: name) == kebab)
    }
}
