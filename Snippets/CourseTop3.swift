// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The app for the best three scores from a document of the course, written with Recado. Needs a
// running `recado serve`: `swift run CourseTop3`.

import Recado
import RecadoContracts

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let game = try Client(base: server)

// The document's table shows dictionaries with the keys `name` and `total`.

struct Top: Decodable {
    var name: String?
    var total: Int?
}

func show(_ scores: [Top]) {
    for score in scores { print(score.name ?? "–", score.total ?? 0) }
}

// The document first calls dataWithContentsOfURL:, which blocks the app. Then it moves this call to
// a queue, so that the app can show the title «Descargando ...» during the call, and «Top 3» or
// «Desactualizado» afterwards. Here a task waits without blocking.

print("Descargando ...")
do {
    show(try await game.get("scores/top3.json"))
    print("Top 3")
} catch {
    print("Desactualizado:", error.userMessage(in: "es"))
}

// The document's XMLParser reports elements and characters to a delegate, which remembers what is
// open in four properties. Here the program asks for events, and variables of the loop hold what is
// open.

func top3(from xml: [UInt8]) throws -> [Top] {
    var scores: [Top] = []
    var score = Top()
    var key = ""
    var reader = try XML().reader(of: xml)
    while let event = try reader.next() {
        switch event {
        case .start(let name, _):
            key = name.local
            if key == "score" { score = Top() }
        case .characters(let text):
            if key == "name" { score.name = text }
            if key == "total" { score.total = Int(text) }
        case .end(let name):
            if name.local == "score" { scores.append(score) }
            key = ""
        default: break
        }
    }
    return scores
}

show(try top3(from: try await game.bytes("scores/top3.xml")))

// The other document reads messages, each with the attribute `usuario`, and calls abortParsing() at
// an unknown element. Here the program just stops asking for events.

struct UnknownElement: Error {
    var name: String
}

func messages(in text: String) throws -> [String] {
    var messages: [String] = []
    var reader = try XML().reader(of: Array(text.utf8))
    while let event = try reader.next() {
        switch event {
        case .start(let name, let attributes) where name.local == "mensaje":
            messages.append((attributes.first { $0.name.local == "usuario" }?.value ?? "?") + ": ")
        case .start(let name, _) where name.local != "mensajes":
            throw UnknownElement(name: name.local)
        case .characters(let text) where !messages.isEmpty && !text.allSatisfy(\.isWhitespace):
            messages[messages.count - 1] += text
        default: break
        }
    }
    return messages
}

let mensajes = """
    <mensajes>
      <mensaje usuario="pepe">Hola, ¿qué tal?</mensaje>
      <mensaje usuario="ana">Fetén</mensaje>
    </mensajes>
    """
print(try messages(in: mensajes))
do {
    _ = try messages(in: "<mensajes><foto/></mensajes>")
} catch let error as UnknownElement {
    print("stopped at", error.name)
}

// The document prints a SOAP 1.1 envelope for Top3AsXml and the response to it. The contract makes
// the one and reads the other.

let best = try await game.soap(Scores.tops3).send(Top3AsXml())
print(best.map { $0.name ?? "–" })
