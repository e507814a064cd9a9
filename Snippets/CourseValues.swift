// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The course's exercises on JSON, written with Recado. Needs a running `recado serve`: `swift run
// CourseValues`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"

// The document reads JSON with JSONSerialization and casts each dictionary, array and number before
// it can look inside. A Value is the same tree: a member that is missing, or of another type, is
// nil.

let tree = try JSON().value(from: #"{"someKey": 42.0, "anotherKey": {"someNestedKey": true}}"#)
print(tree["someKey"]?.doubleValue ?? 0)
print(tree["anotherKey"]?["someNestedKey"]?.boolValue ?? false)
for (key, value) in tree.objectValue ?? [:] { print(key, "is", value) }

let list = try JSON().value(from: #"["hello", 3, true]"#)
for element in list.arrayValue ?? [] { print(element) }

// The document turns a dictionary into text with .prettyPrinted, and unwraps the data by force.

var pretty = JSON()
pretty.isPretty = true
print(try pretty.encodeToString(["someKey": 42.0, "anotherKey": "prueba"] as Value))

// The document writes a failable initializer whose guard looks for each member of the nested
// dictionary, but does not say which one was missing. Here keys are paths, and the error says where
// the mistake is.

struct Restaurant: Codable {
    var name: String
    var latitude: Double
    var longitude: Double
    var meals: [String]

    enum CodingKeys: String, PathCodingKey {
        case name, meals
        case latitude = "coordinates.lat"
        case longitude = "coordinates.lng"
    }
}

let macs: Restaurant = try JSON().decode(
    from: """
        {
          "name": "Caffè Macs",
          "coordinates": {"lat": 37.330576, "lng": -122.029739},
          "meals": ["breakfast", "lunch", "dinner"]
        }
        """
)
print(macs.name, macs.latitude, macs.longitude, macs.meals)

do {
    _ = try JSON().decode(Restaurant.self, from: #"{"name": "X", "coordinates": {"lat": "x"}}"#)
} catch {
    print(error)
}

// The document's list of films is an array of dictionaries, each read by an initializer; the member
// `id` becomes `identif`.

struct Pelicula: Decodable {
    var identif: Int?
    var title: String
    var rented: Bool

    enum CodingKeys: String, CodingKey {
        case identif = "id"
        case title, rented
    }
}

let club = try Client(base: server + "/videoclub")
let dictionaries = try await club.get("api/v1/catalog")
print(dictionaries[path: "0.title"]?.stringValue ?? "no film")
let peliculas: [Pelicula] = try await club.get("api/v1/catalog")
print(peliculas.count, peliculas[0].identif ?? 0, peliculas[0].title)
