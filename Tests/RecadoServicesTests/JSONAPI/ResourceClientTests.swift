// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(3))) struct `Calling JSON API services` {
    @Test func `a resource is decoded with its included resources`() async throws {
        let trails = try await TrailServer().client().resources(Trail.self)
        let trail = try await trails.find(1, including: "category,stops.trail")
        #expect(trail.category.value?.name == "Costa")
        #expect(trail.stops.values.map(\.name) == ["Alto 10", "Alto 11"])
        #expect(trail.stops.values.first?.trail.id == "1")
    }

    @Test func `pages are fetched by their next links`() async throws {
        let trails = try await TrailServer(trails: 5).client().resources(Trail.self)
        var query = ResourceQuery()
        query.sort = [.descending("metres")]
        query.fields["trails"] = ["title", "metres", "category", "stops"]
        var sizes: [Int] = []
        for try await page in trails.pages(query) { sizes.append(page.output.data?.count ?? 0) }
        #expect(sizes == [2, 2, 1])
        var ids: [Int] = []
        for try await trail in trails.all(query) { ids.append(trail.id) }
        #expect(ids == [5, 4, 3, 2, 1])
    }

    @Test func `a resource is created with a local id, changed and deleted`() async throws {
        let trails = try await TrailServer().client().resources(Trail.self)
        let draft = TrailDraft(
            id: nil,
            lid: "n1",
            title: "Nueva",
            metres: 3,
            category: ToOne(id: "1")
        )
        let made = try await trails.create(from: draft)
        #expect(made.id == 6)
        #expect(made.category.id == "1")
        let change = TrailDraft(id: 6, lid: nil, title: "Otra", metres: nil, category: nil)
        #expect(try await trails.update(6, with: change)?.title == "Otra")
        try await trails.delete(6)
        await #expect(throws: CallError<JSONAPI.Errors>.self) { try await trails.find(6) }
    }

    @Test func `errors are thrown with the pointer or parameter of each fault`() async throws {
        let trails = try await TrailServer().client().resources(Trail.self)
        do throws(CallError<JSONAPI.Errors>) {
            try await trails.create(
                from: TrailDraft(id: nil, lid: nil, title: "", metres: nil, category: nil)
            )
            Issue.record("expected a refusal")
        } catch {
            #expect(error.status == .unprocessableContent)
            let pointers = error.failure?.errors.map(\.source?.pointer)
            #expect(pointers == ["/data/attributes/title", "/data/attributes"])
        }
        do throws(CallError<JSONAPI.Errors>) {
            _ = try await trails.find(1, including: "owner")
            Issue.record("expected a refusal")
        } catch {
            #expect(error.failure?.errors.first?.source?.parameter == "include")
        }
    }

    @Test func `relationships are read and changed`() async throws {
        let trails = try await TrailServer().client().resources(Trail.self)
        let stops = trails.relationship("stops", of: 1)
        #expect(try await stops.identifiers().map(\.id) == ["10", "11"])
        try await stops.add([ResourceIdentifier(type: "stops", id: "20")])
        try await stops.remove([ResourceIdentifier(type: "stops", id: "10")])
        #expect(try await stops.identifiers().map(\.id) == ["11", "20"])
        try await stops.replace(with: [ResourceIdentifier]())
        #expect(try await stops.identifiers().isEmpty)
        let category = trails.relationship("category", of: 1)
        #expect(try await category.identifier()?.id == "2")
        try await category.replace(with: nil as ResourceIdentifier?)
        #expect(try await category.identifier() == nil)
    }

    @Test func `a GET by path decodes resources with their related ones`() async throws {
        let client = try await TrailServer().client()
        let trails: [Trail] = try await client.get(
            "trails",
            query: ["include": "category"],
            with: CallOptions(format: .jsonAPI)
        )
        #expect(trails.map(\.category.value?.name) == ["Costa", "Monte"])
    }
}
