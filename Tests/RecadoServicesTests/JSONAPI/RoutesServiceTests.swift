// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoServices
import RecadoSockets
import RecadoTesting
import Testing

/// A route in an app that does not use JSON:API.
private struct PlainRoute: Decodable {
    struct Category: Decodable {
        let id: String
        let type: String
        let name: String?
    }

    struct Body: Decodable {
        let value: String
    }

    let id: String
    let title: String
    let body: Body
    let category: Category?

    enum CodingKeys: String, CodingKey {
        case id, title, body
        case category = "field_route_category"
    }
}

@Suite(.timeLimit(.minutes(3))) struct `The hiking routes service in JSON API` {
    private let path = "/es/jsonapi/node/scity_route"

    private func application() throws -> Application {
        try Application([RoutesService(publicBase: "https://town.example").service])
    }

    private func client() throws -> Client {
        try Client(base: "https://town.example", transport: InProcessTransport(application()))
    }

    private func document(_ target: String) async throws -> (status: Status, value: Value) {
        let request = Request(
            method: .get,
            scheme: "https",
            authority: "town.example",
            target: target
        )
        let response = try await application().respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 20)
        return (response.status, try JSON().value(from: bytes))
    }

    @Test func `a page has links in the form of Drupal`() async throws {
        let (status, document) = try await document(
            path + "?sort=title&page[offset]=0&page[limit]=1&include=field_route_category"
        )
        #expect(status == .ok)
        let base = "https://town.example" + path
        #expect(
            document[path: "links.self"]?.stringValue
                == base
                + "?include=field_route_category&page%5Blimit%5D=1&page%5Boffset%5D=0&sort=title"
        )
        #expect(
            document[path: "links.next"]?.stringValue
                == base
                + "?sort=title&page%5Boffset%5D=1&include=field_route_category&page%5Blimit%5D=1"
        )
        #expect(document[path: "data.0.type"] == "node--scity_route")
        #expect(document[path: "data.0.attributes.title"] == "Barrio de los alfareros")
        #expect(document[path: "included.0.attributes.name"] == "Historia")
        #expect(
            document[path: "data.0.attributes.body.value"]?.stringValue?.hasSuffix("\r\n") == true
        )
    }

    @Test(arguments: [
        ("application/json", "application/json"),
        ("application/json, text/plain", "application/json"),
        ("application/json, */*", "application/vnd.api+json"), ("*/*", "application/vnd.api+json"),
        ("application/json, application/vnd.api+json", "application/vnd.api+json"),
    ])
    func `a request that accepts plain JSON gets the same document`(
        accept: String,
        type: String
    ) async throws {
        for (target, status) in [(path, Status.ok), (path + "/nothing", .notFound)] {
            let request = Request(
                method: .get,
                authority: "town.example",
                target: target,
                fields: [.accept: accept]
            )
            let response = try await application().respond(to: request)
            #expect(response.status == status)
            #expect(response.fields[.contentType] == type)
            let bytes = try await response.content.collect(upTo: 1 << 20)
            #expect(try JSON().value(from: bytes)["jsonapi"] != nil)
        }
    }

    @Test func `an unknown include is refused with the error text of Drupal`() async throws {
        let (status, document) = try await document(path + "?include=field_nothing")
        #expect(status == .badRequest)
        let error = try #require(document["errors"]?.arrayValue?.first)
        #expect(
            error["detail"]?.stringValue
                == "`field_nothing` is not a valid relationship field name."
                + " Possible values: field_route_category, field_route_nearby."
        )
        #expect(error[path: "links.via"]?.stringValue?.hasSuffix("include=field_nothing") == true)
        #expect(error[path: "links.info"] != nil)
        #expect(
            try await self.document(path + "?include=field_route_category,").value[
                path: "errors.0.detail"
            ] == "Empty include path."
        )
    }

    @Test func `a page limit above fifty is accepted`() async throws {
        let (status, document) = try await document(path + "?page[limit]=500&page[offset]=0")
        #expect(status == .ok)
        #expect(document["data"]?.arrayValue?.count == 7)
    }

    @Test func `a filter or a sort may be spread over several query parameters`() async throws {
        let condition =
            "filter[a][condition][path]=title&filter[a][condition][operator]=CONTAINS"
            + "&filter[a][condition][value]=de%20l&sort[b][path]=title&sort[b][direction]=DESC"
        let (status, document) = try await document(path + "?" + condition)
        #expect(status == .ok)
        let titles = document["data"]?.arrayValue?.map { $0[path: "attributes.title"] }
        #expect(titles == ["Senda de los faros", "Barrio de los alfareros"])
        #expect(
            try await self.document(path + "?filter[title]=Calas%20escondidas").value["data"]?
                .arrayValue?.count == 1
        )
        #expect(
            try await self.document(path + "?filter[a][condition][path]=owner").status
                == .badRequest
        )
    }

    @Test func `a client decodes routes at a key path with included categories`() async throws {
        var format = JSONAPI()
        format.include = "field_route_category"
        let options = CallOptions(
            format: .jsonAPI(format),
            responseRules: ResponseRules(root: "data")
        )
        let routes: [PlainRoute] = try await client().get(
            path,
            query: ["include": "field_route_category", "sort": "title"],
            with: options
        )
        #expect(routes.count == 7)
        #expect(routes.first?.category?.name == "Historia")
        #expect(routes.last?.category == nil)
        var first = options
        first.responseRules = ResponseRules(root: "data.0.field_route_category.name")
        let name: String = try await client().get(
            path,
            query: ["include": "field_route_category", "sort": "title"],
            with: first
        )
        #expect(name == "Historia")
        format.include = ""
        let bare: [PlainRoute] = try await client().get(
            path,
            query: ["include": "field_route_category", "sort": "title"],
            with: CallOptions(format: .jsonAPI(format))
        )
        #expect(bare.first?.category?.id == routes.first?.category?.id)
        #expect(bare.first?.category?.name == nil)
    }

    @Test func `a client decodes routes with circular relationships`() async throws {
        let routes = try client().resources(HikingRoute.self, at: path)
        var query = ResourceQuery()
        query.include = ["field_route_category", "field_route_nearby.field_route_nearby"]
        let page = try await routes.page(query)
        let first = try #require(page.data?.first)
        #expect(first.category.value?.name == "Naturaleza")
        #expect(first.nearby.values.map(\.number) == [801, 804])
        #expect(first.nearby.values.first?.nearby.values.isEmpty == true)
    }

    @Test func `declared endpoints read routes over a socket`() async throws {
        try await application().serve { address, transport in
            let base = "http://\(address)" + Routes.api.prefix
            let client = try Client(base: base, transport: transport)
            let page = try await client.send(
                ListRoutes(include: "field_route_category", sort: .titleDescending, limit: 2)
            )
            #expect(page.map(\.title) == ["Vuelta al embalse", "Senda de los faros"])
            #expect(page.map(\.category.value?.name) == [nil, "Costa"])
            var call = ListRoutes(offset: 0)
            call.number = 801
            let second = try await client.send(call)
            #expect(second.map(\.title) == ["Murallas al atardecer"])
            let first = try #require(second.first?.nearby.identifiers.first?.id)
            let route = try await client.send(ShowRoute(id: first, include: ["field_route_nearby"]))
            #expect(route.nearby.values.map(\.number) == [801, 804])
            let categories = try await client.send(ListRouteCategories(sort: .name))
            #expect(categories.map(\.name) == ["Costa", "Historia", "Naturaleza"])
            let category = try await client.send(ShowRouteCategory(id: categories[0].id))
            #expect(category == categories[0])
            do throws(CallError<Never>) {
                _ = try await client.send(ShowRoute(id: "1"))
                Issue.record("there is no such route")
            } catch {
                #expect(error.status == .notFound)
            }
        }
    }

    @Test func `one OpenAPI document describes declared endpoints and collections`() throws {
        let service = RoutesService(publicBase: "https://town.example").service
        #expect(service.check().isEmpty)
        let paths = try OpenAPI(service).value["paths"]
        let list = paths?["/node/scity_route"]
        #expect(list?[path: "get.operationId"] == "list")
        let names = list?[path: "get.parameters"]?.arrayValue?.compactMap {
            $0["name"]?.stringValue
        }
        #expect(
            names == [
                "filter[title]", "filter[langcode]", "filter[drupal_internal__nid]", "include",
                "sort", "page[offset]", "page[limit]",
            ]
        )
        let one = paths?["/node/scity_route/{id}"]
        #expect(one?[path: "get.operationId"] == "show")
        let content = list?[path: "get.responses.200.content"]?.objectValue
        #expect(content?["application/vnd.api+json"] != nil)
        let named = paths?["/taxonomy_term/route_category"]?[path: "get.responses.200.content"]
        #expect(named?.objectValue?["application/json"] != nil)
    }

    @Test func `requests that would change something are refused, and not described`() async throws
    {
        let service = RoutesService(publicBase: "https://town.example").service
        for item in try OpenAPI(service).value["paths"]?.objectValue ?? [:] {
            let operations = (item.value.objectValue ?? [:]).map(\.key)
            #expect(Set(operations).isSubset(of: ["get", "parameters"]), "\(item.key)")
        }
        for (method, target) in [
            (Method.post, path), (.patch, path + "/1"), (.delete, path + "/1"),
        ] {
            let request = Request(
                method: method,
                authority: "town.example",
                target: target,
                fields: [.contentType: "application/vnd.api+json"],
                content: Content("{}")
            )
            let response = try await application().respond(to: request)
            #expect(response.status == .methodNotAllowed)
            #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
        }
    }
}
