// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// How inputs travel, what limits them, and what a check finds in a declaration before it is served.

import Recado

struct Film: Codable, Sendable {
    var id: Int
    var title: String
}

enum IfMatch: HeaderName {
    static var fieldName: FieldName { .ifMatch }
}

struct RetitleFilm: Endpoint {
    static let route: Route = "PUT /catalog/{id}"
    typealias Output = Film

    static let about = About("Gives a film another title.", tags: ["catalog"])
    static let contentLimit = 4_096

    @Path var id: Int
    @Query var notify: Bool? = nil
    @Header<IfMatch, String?> var version: String? = nil
    @Body var change: Change

    struct Change: Codable, Sendable {
        @Length<1, 255> var title: String
        @OptionalLength<0, 1_000> var reason: String?
    }
}

struct RecentFilms: Endpoint {
    static let route: Route = "GET /catalog/recent"
    typealias Output = [Film]

    @Query var limit: Within<1, 100>? = nil
}

let api = API(
    name: "videoclub",
    title: "Videoclub",
    version: "1.0.0",
    endpoints: [RetitleFilm.self, RecentFilms.self]
)

for finding in api.check() { print(finding) }
let document = try OpenAPI(api).value
print(document[path: "paths./catalog/recent.get.operationId"]?.stringValue ?? "")

/// A declaration with three mistakes, which a check reports.
struct Flawed: Endpoint {
    static let route: Route = "GET /catalog/{number}"
    typealias Output = NoContent

    @Path var id: Int
    var stray: Int?
}

let flawed = API(name: "flawed", title: "Flawed", version: "1.0.0", endpoints: [Flawed.self])
for finding in flawed.check() { print(finding) }
