// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Writing JSON API resources` {
    private let category = HikeCategory(id: 3, name: "Naturaleza")

    private func hike(_ id: String, stops: ToMany<HikeStop> = ToMany()) -> Hike {
        Hike(id: id, title: "Ruta \(id)", metres: nil, category: ToOne(category), stops: stops)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `type and id, attributes and relationships are written in separate members`() throws
    {
        let bytes = try JSONAPI().encode(hike("1"))
        #expect(
            text(bytes) == """
                {"jsonapi":{"version":"1.1"},"data":{"type":"hikes","id":"1","attributes":{"title":"Ruta 1"},\
                "relationships":{"category":{"data":{"type":"categories","id":"3"}}}},\
                "included":[{"type":"categories","id":"3","attributes":{"name":"Naturaleza"}}]}
                """
        )
    }

    @Test func `written resources are read back unchanged in strict mode`() throws {
        let hikes = [hike("1", stops: ToMany(ids: ["a"])), hike("2", stops: ToMany([]))]
        var format = JSONAPI()
        format.isStrict = true
        format.checksFullLinkage = true
        format.isPretty = true
        let bytes = try format.encode(hikes)
        #expect(try format.decode([Hike].self, from: bytes) == hikes)
    }

    @Test func `each resource is included once, even with circular links`() throws {
        let back = HikeStop(id: "a", name: "Caín", hike: ToOne(hike("1")))
        let hikes = [hike("1", stops: ToMany([back])), hike("2", stops: ToMany([back]))]
        let bytes = try JSONAPI().encode(hikes)
        let document = try JSON().value(from: bytes)
        guard case .object(let members) = document, case .array(let included) = members["included"]
        else {
            Issue.record("expected included resources")
            return
        }
        #expect(included.count == 2)
    }

    @Test func `the include list determines which resources are included`() throws {
        let inner = hike("9")
        let stop = HikeStop(id: "a", name: "Caín", hike: ToOne(inner))
        let outer = Hike(
            id: "1",
            title: "Ruta",
            metres: 1,
            category: ToOne(category),
            stops: ToMany([stop])
        )
        func included(_ list: String) throws -> [String] {
            var format = JSONAPI()
            format.include = IncludePaths(list: list)
            let whole = try JSON().decode(Included.self, from: format.encode(outer))
            return (whole.included ?? []).map { $0.type + $0.id }
        }
        struct Included: Decodable {
            struct Name: Decodable { let type, id: String }
            let included: [Name]?
        }
        #expect(try included("category") == ["categories3"])
        #expect(try included("stops") == ["stopsa"])
        #expect(try included("stops.hike") == ["stopsa", "hikes9"])
        #expect(try included("stops.hike.category") == ["stopsa", "hikes9", "categories3"])
        #expect(try included("other").isEmpty)
    }

    @Test func `a new resource is written with its local id`() throws {
        struct NewHike: Resource {
            static let resourceType = "hikes"
            var id: String?
            var lid: String?
            var title: String
            var parent: ToOne<HikeCategory>
        }
        let new = NewHike(id: nil, lid: "n1", title: "Nueva", parent: ToOne(.empty))
        #expect(
            text(try JSONAPI().encode(new)) == """
                {"jsonapi":{"version":"1.1"},"data":{"type":"hikes","lid":"n1","attributes":{"title":"Nueva"},\
                "relationships":{"parent":{"data":null}}}}
                """
        )
    }

    @Test func `properties of resource types are written as relationships`() throws {
        struct Trip: Resource {
            static let resourceType = "trips"
            var id: Int
            var main: HikeCategory
            var other: HikeCategory?
            var all: [HikeCategory]
        }
        let trip = Trip(id: 7, main: category, other: nil, all: [category])
        let bytes = try JSONAPI().encode(trip)
        #expect(
            text(bytes).contains(
                #""relationships":{"main":{"data":{"type":"categories","id":"3"}},"all":{"data":[{"#
            )
        )
        let read = try JSONAPI().decode(Trip.self, from: bytes)
        #expect(read.all == [category])
    }

    @Test func `an attribute name that is not allowed is refused with its pointer`() {
        struct Odd: Resource {
            static let resourceType = "odd"
            var id: Int
            var name: String
            enum CodingKeys: String, CodingKey {
                case id
                case name = "na/me"
            }
        }
        let failure = #expect(throws: CodingError.self) {
            try JSONAPI().encode(Odd(id: 1, name: "x"))
        }
        #expect(failure?.pointer.hasPrefix("/data/attributes") == true)
    }

    @Test func `errors are written in place of data`() throws {
        let errors = JSONAPI.Errors([
            JSONAPI.ErrorObject(
                status: 422,
                title: "Invalid",
                source: .init(pointer: "/data/attributes/title")
            )
        ])
        let bytes = try JSONAPI().encode(errors)
        #expect(
            text(bytes) == """
                {"jsonapi":{"version":"1.1"},"errors":[{"status":"422","title":"Invalid",\
                "source":{"pointer":"/data/attributes/title"}}]}
                """
        )
        #expect(try JSONAPI().errors(from: bytes)?.errors == errors.errors)
    }

    @Test(
        arguments: [
            ("title", true), ("a-b_c d", true), ("año", true), ("@note", true), ("v:at", true),
            ("", false), ("-a", false), ("a_", false), ("a.b", false), ("a+b", false),
            ("é ", false),
            (":a", false), ("a:", false), ("@", false),
        ] as [(String, Bool)]
    )
    func `member names are valid only if the specification allows them`(
        _ name: String,
        _ isValid: Bool
    ) {
        #expect(MemberName.isValid(name) == isValid)
    }
}
