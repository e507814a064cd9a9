// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/json-api.md: `swift run Resources`, which serves a
// collection of resources and calls it.

import Recado
import RecadoInProcess
import RecadoServer
import RecadoTesting

struct Trail: Resource {
    static let resourceType = "trails"
    var id: Int
    var title: String
    var category: ToOne<TrailCategory>
}

struct TrailCategory: Resource {
    static let resourceType = "categories"
    var id: Int
    var name: String
}

struct TrailStorage: ResourceStorage {
    let trails = [
        Trail(id: 1, title: "Senda de los faros", category: ToOne(id: "3")),
        Trail(id: 2, title: "Bosque de ribera", category: ToOne(.empty)),
    ]

    func page(_ request: ResourcePageRequest) async throws(ResourceError) -> ResourcePage<Trail> {
        let page = trails.dropFirst(request.offset).prefix(request.limit)
        return ResourcePage(Array(page), total: trails.count)
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [Trail] {
        trails.filter { ids.contains(String($0.id)) }
    }
}

struct CategoryStorage: ResourceStorage {
    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> ResourcePage<TrailCategory> {
        ResourcePage([TrailCategory(id: 3, name: "Costa")])
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [TrailCategory] {
        ids.contains("3") ? [TrailCategory(id: 3, name: "Costa")] : []
    }
}

let api = API(name: "trails", title: "Trails", version: "1.0.0", prefix: "/api", endpoints: [])
var service = Service(api)

var trails = ResourceCollection(Trail.self, at: "/trails", in: TrailStorage())
trails.filters = ["title"]
trails.toOne("category", \.category)
service.serve(trails)
service.serve(ResourceCollection(TrailCategory.self, at: "/categories", in: CategoryStorage()))

let application = try Application([service])
let client = try Client(
    base: "https://trails.example/api",
    transport: InProcessTransport(application)
)

let resources = client.resources(Trail.self)
let trail = try await resources.find(1, including: "category")
print(trail.title, "–", trail.category.value?.name ?? "?")

do throws(CallError<JSONAPI.Errors>) {
    _ = try await resources.find(1, including: "owner")
} catch {
    for refused in error.failure?.errors ?? [] {
        print(refused.source?.parameter ?? "", refused.detail ?? "")
    }
}

var query = ResourceQuery()
query.include = "category"
query.fields["trails"] = ["title", "category"]
query.page = .offset(0, limit: 1)
for try await page in resources.pages(query) {
    print(page.output.data?.map(\.title) ?? [])
}

struct PlainTrail: Decodable {
    struct Category: Decodable {
        let name: String
    }

    let title: String
    let category: Category?
}

var format = JSONAPI()
format.include = "category"
let first: PlainTrail = try await client.get(
    "trails",
    query: ["include": "category"],
    with: CallOptions(format: .jsonAPI(format), responseRules: ResponseRules(root: "data.0"))
)
print(first.category?.name ?? "?")

struct ListTrails: Endpoint {
    static let route: Route = "GET /trails"
    static let formats: [Format] = [.jsonAPI]
    typealias Output = [Trail]
    @Query var title: String?
    @Query var offset: Int?

    enum CodingKeys: String, CodingKey {
        case title = "filter[title]"
        case offset = "page[offset]"
    }
}

var declared = Service(
    API(name: "trails", title: "Trails", version: "1", prefix: "/api", endpoints: [ListTrails.self])
)
var listed = ResourceCollection(Trail.self, listedBy: ListTrails.self, in: TrailStorage())
listed.toOne("category", \.category)
declared.serve(listed)
declared.serve(ResourceCollection(TrailCategory.self, at: "/categories", in: CategoryStorage()))

let typed = try Client(
    base: "https://trails.example/api",
    transport: InProcessTransport(Application([declared]))
)
print(try await typed.send(ListTrails(offset: 1)).map(\.title))
