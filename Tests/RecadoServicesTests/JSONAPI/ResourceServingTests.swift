// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(3))) struct `Serving JSON API resources` {
    @Test(arguments: TrailServer.databases)
    func `each level of includes takes one SQL statement for any number of resources`(
        _ database: String
    ) async throws {
        let expected: [(include: String, statements: Int)] = [
            ("", 1), ("category", 2), ("stops", 2), ("category,stops", 3), ("stops.trail", 2),
            ("stops.trail.category", 3),
        ]
        for count in [2, 12] {
            let server = try await TrailServer(trails: count, over: database)
            for (include, statements) in expected {
                let (response, document) = try await server.call(
                    .get,
                    "/api/trails?page[limit]=50&include=\(include)"
                )
                #expect(response.status == .ok)
                #expect(document["data"]?.arrayValue?.count == count)
                #expect(server.database.statements() == statements, "\(include) of \(count)")
            }
        }
    }

    @Test func `a page has its resources, links and count`() async throws {
        let server = try await TrailServer()
        let (response, document) = try await server.call(
            .get,
            "/api/trails?sort=-metres&page%5Boffset%5D=2"
        )
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/vnd.api+json")
        #expect(response.fields[.vary]?.contains("Accept") == true)
        #expect(document[path: "data.0.id"] == "3")
        #expect(document[path: "data.0.attributes.title"] == "Ruta 3")
        #expect(document[path: "data.0.links.self"] == "/api/trails/3")
        #expect(document[path: "data.0.relationships.stops.links.related"] == "/api/trails/3/stops")
        let next = "/api/trails?sort=-metres&page%5Boffset%5D=4&page%5Blimit%5D=2"
        #expect(document[path: "links.next"]?.stringValue == next)
        #expect(document[path: "links.prev"] != nil)
        #expect(document[path: "meta.count"] == 5)
        #expect(document["included"] == nil)
    }

    @Test func `included resources are listed once, and an empty include gives an empty list`()
        async throws
    {
        let server = try await TrailServer()
        let (_, document) = try await server.call(
            .get,
            "/api/trails?include=category,stops.trail&page[limit]=4"
        )
        #expect(document["included"]?.arrayValue?.count == 2 + 8)
        let (_, none) = try await server.call(.get, "/api/trails/1?include=")
        #expect(none["included"] == [])
    }

    @Test func `sparse fieldsets omit other attributes and relationships`() async throws {
        let server = try await TrailServer()
        let (_, document) = try await server.call(
            .get,
            "/api/trails/1?fields[trails]=title,stops&include=category&fields[categories]="
        )
        let data = try #require(document["data"])
        #expect(data["attributes"] == ["title": "Ruta 1"])
        #expect(data["relationships"]?.objectValue?.keys == ["stops"])
        #expect(document[path: "included.0.attributes"] == [:])
    }

    @Test func `relationships are read at their own paths`() async throws {
        let server = try await TrailServer()
        let (_, links) = try await server.call(.get, "/api/trails/1/relationships/stops")
        #expect(links["data"]?.arrayValue?.count == 2)
        #expect(links[path: "data.0"] == ["type": "stops", "id": "10"])
        let (_, related) = try await server.call(.get, "/api/trails/1/stops?include=trail.category")
        #expect(related[path: "data.1.attributes.name"] == "Alto 11")
        #expect(related["included"]?.arrayValue?.count == 2)
        let (_, one) = try await server.call(.get, "/api/trails/1/category")
        #expect(one[path: "data.id"] == "2")
    }

    @Test func `relationships are changed at their own paths`() async throws {
        let server = try await TrailServer()
        let path = "/api/trails/1/relationships/stops"
        let other = #"{"data": [{"type": "stops", "id": "20"}]}"#
        func ids() async throws -> [String?] {
            let (_, document) = try await server.call(.get, path)
            return document["data"]?.arrayValue?.map { $0["id"]?.stringValue } ?? []
        }
        for _ in 0..<2 {
            #expect(try await server.call(.post, path, other).response.status == .noContent)
            #expect(try await ids() == ["10", "11", "20"])
        }
        for _ in 0..<2 {
            #expect(try await server.call(.delete, path, other).response.status == .noContent)
            #expect(try await ids() == ["10", "11"])
        }
        #expect(try await server.call(.patch, path, other).response.status == .noContent)
        #expect(try await ids() == ["20"])
        let category = "/api/trails/1/relationships/category"
        #expect(
            try await server.call(.patch, category, #"{"data": null}"#).response.status
                == .noContent
        )
        #expect(try await server.call(.get, category).document["data"] == .null)
        #expect(try await server.call(.get, "/api/trails/1/category").document["data"] == .null)
    }

    @Test func `a resource is created, changed and deleted`() async throws {
        let server = try await TrailServer()
        let new = """
            {"data": {"type": "trails", "lid": "n", "attributes": {"title": "Nueva", "metres": 7},
             "relationships": {"category": {"data": {"type": "categories", "id": "2"}}}}}
            """
        let (made, document) = try await server.call(.post, "/api/trails?include=category", new)
        #expect(made.status == .created)
        #expect(made.fields[.location] == "/api/trails/6")
        #expect(document[path: "data.links.self"] == "/api/trails/6")
        #expect(document[path: "included.0.attributes.name"] == "Costa")
        let change = #"{"data": {"type": "trails", "id": "6", "attributes": {"metres": null}}}"#
        let (changed, after) = try await server.call(.patch, "/api/trails/6", change)
        #expect(changed.status == .ok)
        #expect(after[path: "data.attributes.title"] == "Nueva")
        #expect(try await server.call(.delete, "/api/trails/6").response.status == .noContent)
        #expect(try await server.call(.delete, "/api/trails/6").response.status == .notFound)
    }
}
