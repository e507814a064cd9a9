// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Models whose properties are at other paths than the document's members, or need cleaned values.

import RecadoCoding

struct Place: Codable {
    var name: String
    var elevation: Int?
    var tags: [String]

    enum CodingKeys: String, PathCodingKey {
        case name
        case elevation = "info.height.metres"
        case tags = "info.tags"
    }
}

let text = #"{"name": "Teide", "info": {"height": {"metres": 3715}, "tags": ["volcano"]}}"#
let place = try JSON().decode(Place.self, from: text)
print(place.elevation ?? 0)
print(try JSON().encodeToString(place))

let xml = """
    <place>
      <name>Teide</name>
      <info><height metres="3715"/><tags>volcano</tags><tags>park</tags></info>
    </place>
    """
print(try XML().decode(Place.self, from: xml).tags)

do {
    _ = try JSON().decode(Place.self, from: #"{"name": "Teide", "info": {"height": 3715}}"#)
} catch {
    print(error)
}

struct Names: Decodable {
    var names: [String]
    enum CodingKeys: String, PathCodingKey { case names = "places.*.name" }
}

let places = #"{"places": [{"name": "Teide"}, {"height": 3}, {"name": "Aneto"}]}"#
print(try JSON().decode(Names.self, from: places).names)
print(try JSON().decode(String.self, from: places, at: "places.2.name"))
print(try JSON().decodeIfPresent(String.self, from: places, at: "places.7.name") ?? "none")

let answer = try JSON().parse(places)
print(try answer.decode(Names.self).names.count, try answer.decode(Int.self, at: "places.1.height"))

struct Timestamps: Codable {
    var created: Int
    var updated: Int?
}

struct Visit: Codable {
    var guest: String
    @Flat var times: Timestamps
    @Lossy var places: [Place]
    @Default<Defaults.False> var paid: Bool
}

let visit = try JSON()
    .decode(
        Visit.self,
        from:
            #"{"guest": "Ana", "created": 1, "places": [{"name": 7}, {"name": "Teide", "info": {"tags": []}}]}"#
    )
print(visit.times.created, visit.places.map(\.name), visit.$places, visit.paid)
print(try JSON().encodeToString(visit))
