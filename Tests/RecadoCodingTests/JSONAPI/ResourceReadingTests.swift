// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Reading JSON API resources` {
    private let hikes: [Hike]

    init() throws { hikes = try JSONAPI().decode([Hike].self, from: Samples.hikes) }

    @Test func `attributes and identity are read into one model`() throws {
        let first = try #require(hikes.first)
        #expect(first.id == "1")
        #expect(first.title == "Cares")
        #expect(first.metres == 900)
        #expect(hikes.map(\.id) == ["1", "2", "4"])
    }

    @Test func `a to-one relationship can be resolved, empty or absent`() throws {
        #expect(hikes[0].category.value == HikeCategory(id: 3, name: "Naturaleza"))
        #expect(hikes[0].category.identifier?.meta?["target"] == 5)
        #expect(hikes[0].category.links["self"]?.href == "/hikes/1/relationships/category")
        #expect(hikes[0].category.meta?["n"] == 1)
        guard case .empty = hikes[1].category.linkage else {
            Issue.record("expected an empty relationship")
            return
        }
        guard case .absent = hikes[2].category.linkage else {
            Issue.record("expected an absent relationship")
            return
        }
        #expect(hikes[2].category.links["related"]?.href == "/hikes/4/category")
    }

    @Test func `a to-many relationship has all identifiers and the included resources`() {
        #expect(hikes[0].stops.identifiers.map(\.id) == ["a", "b"])
        #expect(hikes[0].stops.values.map(\.name) == ["Caín"])
        #expect(hikes[1].stops.linkage?.isEmpty == true)
        #expect(hikes[2].stops.isAbsent)
    }

    @Test func `a link back to a containing resource has only its identifier`() throws {
        let stop = try #require(hikes[0].stops.values.first)
        #expect(stop.hike?.value == nil)
        #expect(stop.hike?.id == "1")
    }

    @Test func `resources can be decoded into a plain Decodable model`() throws {
        let plain = try JSONAPI().decode([PlainHike].self, from: Samples.hikes)
        #expect(plain[0].category?.name == "Naturaleza")
        #expect(plain[0].stops?.map(\.name) == ["Caín", nil])
        #expect(plain[1].category == nil)
        #expect(plain[1].stops?.isEmpty == true)
        #expect(plain[2].stops == nil)
    }

    @Test func `decoding an id as an array is refused`() {
        struct Listed: Decodable {
            let id: [String]
        }
        #expect(throws: CodingError.self) {
            try JSONAPI().decode([Listed].self, from: Samples.hikes)
        }
    }

    @Test(
        arguments: [
            ("", nil, nil), ("category", "Naturaleza", nil), ("stops", nil, "Caín"),
            ("category,stops.hike", "Naturaleza", "Caín"), ("nothing.at.all", nil, nil),
        ] as [(String, String?, String?)]
    )
    func `the include list determines which relationships are resolved`(
        _ include: String,
        _ category: String?,
        _ stop: String?
    ) throws {
        var format = JSONAPI()
        format.include = IncludePaths(list: include)
        let plain = try format.decode([PlainHike].self, from: Samples.hikes)
        #expect(plain[0].category?.id == "3")
        #expect(plain[0].category?.name == category)
        #expect(plain[0].stops?.first?.name == stop)
    }

    @Test(
        arguments: [
            ("data.0.title", "Cares"), ("data.0.category.name", "Naturaleza"),
            ("data.0.stops.0.name", "Caín"), ("data.1.id", "2"), ("links.self", "/hikes"),
        ]
    )
    func `a coding path can go through relationships`(_ path: String, _ expected: String) throws {
        let found = try JSONAPI()
            .decode(String.self, from: Samples.hikes, at: CodingPath(path))
        #expect(found == expected)
    }

    @Test func `a top-level document has data, links, meta and a version`() throws {
        let whole = try JSONAPI().topLevel([Hike].self, from: Array(Samples.hikes.utf8))
        #expect(whole.data?.count == 3)
        #expect(whole.links.next?.href == "/hikes?page[offset]=1")
        #expect(whole.links.next?.meta?["n"] == 2)
        #expect(whole.links.previous == nil)
        #expect(whole.meta?["count"] == 3)
        #expect(whole.version == "1.1")
        #expect(whole.errors.isEmpty)
    }

    @Test func `a resource that is linked to twice is decoded once`() throws {
        final class Shared: Decodable {
            let id: String
            let name: String
        }
        struct Pair: Decodable {
            let left: Shared
            let right: [Shared]
        }
        let text = """
            {"data": {"type": "pairs", "id": "1", "relationships": {
              "left": {"data": {"type": "s", "id": "\\u0061"}},
              "right": {"data": [{"type": "s", "id": "a"}, {"type": "s", "id": "b"}]}}},
             "included": [{"type": "s", "id": "a", "attributes": {"name": "A"}},
                          {"type": "s", "id": "b", "attributes": {"name": "B"}}]}
            """
        let pair = try JSONAPI().decode(Pair.self, from: text)
        #expect(pair.left === pair.right[0])
        #expect(pair.right.map(\.name) == ["A", "B"])
    }

    @Test func `a resource is decoded once for each model type`() throws {
        final class Person: Decodable {
            let name: String
        }
        final class Author: Decodable {
            let id: String
            let name: String
        }
        struct Book: Decodable {
            let writer: Person
            let owner: Author
            let readers: [Author]
        }
        let text = """
            {"data": {"type": "books", "id": "1", "relationships": {
              "writer": {"data": {"type": "a-rather-long-type", "id": "an-identity-of-some-length"}},
              "owner": {"data": {"type": "a-rather-long-type", "id": "an-identity-of-s\\u006fme-length"}},
              "readers": {"data": [
                {"type": "a-rather-long-typ\\u0065", "id": "an-identity-of-some-length"},
                {"type": "a-rather-long-type", "id": "an-identity-of-some-lengtH"}]}}},
             "included": [
               {"type": "a-rather-long-type", "id": "an-identity-of-some-length", "attributes": {"name": "A"}},
               {"type": "a-rather-long-type", "id": "an-identity-of-some-lengtH", "attributes": {"name": "B"}}]}
            """
        let book = try JSONAPI().decode(Book.self, from: text)
        #expect(book.writer.name == "A")
        #expect(book.owner === book.readers[0])
        #expect(book.owner.name == "A")
        #expect(book.readers[1].name == "B")
    }

    @Test func `a link to primary data gives the same object as the primary data`() throws {
        final class Node: Decodable {
            let id: String
            let next: Node?
        }
        let text = """
            {"data": [
              {"type": "n", "id": "1", "relationships": {"next": {"data": {"type": "n", "id": "2"}}}},
              {"type": "n", "id": "2", "relationships": {"next": {"data": {"type": "n", "id": "3"}}}},
              {"type": "n", "id": "3", "relationships": {"next": {"data": null}}}]}
            """
        let nodes = try JSONAPI().decode([Node].self, from: text)
        #expect(nodes[0].next === nodes[1])
        #expect(nodes[1].next === nodes[2])
        #expect(nodes[2].next == nil)
    }

    @Test func `key naming and JSON limits apply to attributes`() throws {
        struct Visit: Decodable {
            let id: Int
            let visitedAt: Int
        }
        var format = JSONAPI()
        format.keys = .snakeCase
        let text = #"{"data": {"type": "v", "id": "12", "attributes": {"visited_at": 3}}}"#
        let visit = try format.decode(Visit.self, from: text)
        #expect(visit.id == 12)
        #expect(visit.visitedAt == 3)
        format.limits.json.depth = 2
        #expect(try Samples.failure(Visit.self, of: text, format).code == .tooDeep)
    }

    @Test func `relationships of new resources are resolved by local ids`() throws {
        let text = """
            {"data": {"type": "hikes", "lid": "x", "attributes": {"title": "Nueva"},
              "relationships": {"category": {"data": {"type": "categories", "lid": "c"}}}},
             "included": [{"type": "categories", "lid": "c", "attributes": {"name": "Costa"}}]}
            """
        struct Draft: Decodable {
            struct Category: Decodable { let lid, name: String }
            let lid, title: String
            let category: Category
        }
        let draft = try JSONAPI().decode(Draft.self, from: text)
        #expect(draft.category.name == "Costa")
        #expect(draft.lid == "x")
    }

    @Test func `plain JSON codes a relationship as an object`() throws {
        let json = try JSON().encodeToString(hikes[0].category)
        #expect(json == #"{"id":3,"name":"Naturaleza"}"#)
        #expect(try JSON().decode(ToOne<HikeCategory>.self, from: json).value?.id == 3)
        #expect(
            try JSON().encodeToString(ToOne<HikeCategory>(id: "3"))
                == #"{"type":"categories","id":"3"}"#
        )
    }
}
