// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The app that sends new scores, from a document of the course, written with Recado. Needs a
// running `recado serve`: `swift run CourseNewScores`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let game = try Client(base: server)

struct NewScore: Encodable {
    var name: String
    var total: Int
}

struct SavedScore: Decodable {
    var id: Int
    var name: String
    var total: Int
}

// The document puts name and total into a JSON text, and gives its number of characters as the
// length. Names with accents have more bytes than characters, and a quotation mark would end the
// text. Here an encoder writes the content.

let pedro: SavedScore = try await game.post("scores.json", NewScore(name: "Pedro", total: 125))
print(pedro.name, pedro.total)

// Another score, sent as XML: `<score><name>…</name><total>…</total></score>`.

var xml = XML()
xml.root = "score"
let ines: SavedScore = try await game.post(
    "scores.xml",
    NewScore(name: "Inés & Co", total: 51),
    with: CallOptions(format: .xml(xml))
)
print(ines.name, ines.total)

// A score sent as a form, like the curl command in the document: score[name]=Nuria&score[total]=53.

let nuria: SavedScore = try await game.post(
    "scores.json",
    ["score": NewScore(name: "Nuria", total: 53)],
    with: CallOptions(format: .form)
)
print(nuria.name, nuria.total)

// PUT changes a score and DELETE removes it, as with curl in the document.

let changed = ["score": ["total": 153]]
print(try await game.put("scores/\(nuria.id).json", changed)["total"]?.intValue ?? 0)
try await game.delete("scores/\(ines.id).json")
do {
    _ = try await game.get("scores/\(ines.id).json")
} catch .refused(.notFound) {
    print("gone")
} catch {
    print(error.userMessage(in: "es"))
}

// The document escapes texts for URLs and forms, and writes and reads UTF-8 and Base64. Calls do
// that by themselves; these functions do it by hand.

print(PercentEncoding.encode("El Camión", keeping: .pathSegment))
let query: QueryItems = ["title": "El Camión", "a&b": "1+1"]
print(query.encoded)
let base64 = Base64.encode(Array("El Camión".utf8))
print(base64, String(decoding: Base64.decode(base64) ?? [], as: UTF8.self))
