// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Models as XML: attributes, text, lists, choices, namespaces, and the same models as JSON.

import RecadoCoding

struct Film: Codable {
    @XML.Attribute var id: Int
    var title: String
    var year: Int?
    var tags: [String]
}

var xml = XML()
xml.writesDeclaration = false
let film = Film(id: 7, title: "Solaris & co", year: nil, tags: ["space", "sea"])
print(try xml.encodeToString(film))
print(try JSON().encodeToString(film))
let read: Film = try xml.decode(
    from: "<film id='7'><tags>space</tags><title>Solaris</title><tags>sea</tags></film>"
)
print(read.id, read.title, read.tags)

struct Price: Codable {
    var currency: String
    var amount: Double

    enum CodingKeys: String, XMLCodingKey {
        case currency, amount

        var node: XML.Node { self == .currency ? .attribute : .text }
    }
}

print(try xml.encodeToString(Price(currency: "EUR", amount: 9.5)))

struct Catalog: Codable {
    var films: [Film]

    enum CodingKeys: String, PathCodingKey { case films = "films.film" }
}

print(try xml.encodeToString(Catalog(films: [film])))

enum Inline: Codable {
    case text(String)
    case bold(String)

    enum CodingKeys: String, CodingKey {
        case text = "#text"
        case bold = "b"
    }
}

struct Paragraph: Codable {
    var content: [Inline]

    enum CodingKeys: String, CodingKey { case content = "*" }
}

let paragraph: Paragraph = try xml.decode(from: "<p>Take <b>care</b>.</p>")
print(paragraph.content.count)
print(try xml.encodeToString(paragraph))

struct Envelope: Codable {
    var body: String

    enum CodingKeys: String, CodingKey { case body = "soap:Body" }
}

var soap = xml
soap.root = "soap:Envelope"
soap.prefixes = ["soap": "http://www.w3.org/2003/05/soap-envelope"]
print(try soap.encodeToString(Envelope(body: "ping")))

var rails = xml
rails.isRails = true
print(try rails.encodeToString([Film(id: 7, title: "Solaris", year: 1972, tags: [])]))

let value = try XML().value(from: "<film id='7'><tag>a</tag><tag>b</tag>Solaris</film>")
print(try JSON().encodeToString(value))
var named = xml
named.root = "film"
print(try named.encodeToString(value))

do {
    _ = try xml.decode([Film].self, from: "<films>\n  <film id='x'/>\n</films>")
} catch {
    print(error)
}

let films = "<films><film>Solaris</film><film>Stalker</film></films>"
var reader = try XML().reader(of: Array(films.utf8))
while let event = try reader.next() {
    if case .characters(let text) = event { print(text) }
}
