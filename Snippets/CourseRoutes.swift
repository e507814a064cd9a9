// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The routes of a town by JSON:API, as a document of the course reads them. Needs a running `recado
// serve`: `swift run CourseRoutes`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let town = try Client(base: server)

// The document's RouteDTO reads `body.value`, and an included resource at `field_route_category`.

struct RouteDTO: Decodable {
    var type: String?
    var id: String?
    var title: String?
    var body: String?
    var category: CategoryDTO?

    enum CodingKeys: String, PathCodingKey {
        case type, id, title
        case body = "body.value"
        case category = "field_route_category"
    }
}

struct CategoryDTO: Decodable {
    var type: String?
    var id: String?
    var name: String?
}

// The document contains this address. Its SDOSJSONAPIResponseSerializer, like the library Japx,
// replaces relationships with the included resources that they name; then it reads the value at the
// key path `data`.

let path = "es/jsonapi/node/scity_route"
let printed = "?sort=title&page[offset]=0&page[limit]=1&include=field_route_category"
let routes: [RouteDTO] = try await town.get(path + printed, with: CallOptions(format: .jsonAPI))
for route in routes { print(route.title ?? "", "–", route.category?.name ?? "") }
print(routes.first?.type ?? "", routes.first?.body?.isEmpty == false)

// The document's `includeList` names the relationships to replace, and its `keyPath` says where the
// value is: here `root`.

func read<Model: Decodable>(_ root: CodingPath, including list: IncludePaths) async throws -> Model
{
    var format = JSONAPI()
    format.include = list
    let options = CallOptions(format: .jsonAPI(format), responseRules: ResponseRules(root: root))
    return try await town.get(path + printed, with: options)
}

let whole: [RouteDTO] = try await read("data", including: "field_route_category")
let bare: [RouteDTO] = try await read("data", including: "")
let name: String = try await read(
    "data.0.field_route_category.name",
    including: "field_route_category"
)
print(whole[0].category?.name ?? "nothing", "|", bare[0].category?.name ?? "nothing", "|", name)

// The document requests one page. Its response contains the address of the next one.

var titles: [String] = []
let pages = town.pages(
    path + printed,
    of: [RouteDTO].self,
    by: .address(),
    with: CallOptions(format: .jsonAPI)
)
for try await page in pages {
    titles += page.output.compactMap(\.title)
    if titles.count == 3 { break }
}
print(titles)

// Mistakes are reported as JSON:API errors.

do {
    _ = try await town.get(
        path,
        failing: JSONAPI.Errors.self,
        query: ["include": "field_nothing"],
        with: CallOptions(format: .jsonAPI)
    )
} catch {
    print(error.failure?.errors.first?.detail ?? "")
}
