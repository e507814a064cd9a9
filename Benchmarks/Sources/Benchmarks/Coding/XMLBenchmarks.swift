// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CLibXML
import Foundation
import FoundationXML
import RecadoCoding

/// Compares XML coding with Foundation's parser and tree, with libxml2 and with quick-xml.
enum XMLBenchmarks {
    static func run() async throws {
        print("\nXML: × is the peer's time divided by ours")
        print("÷ is our least time divided by that of quick-xml: above 1 is behind")
        let films = Payloads.films(10_000)
        var xml = XML()
        xml.root = "films"
        xml.item = "film"
        let bytes = try xml.encode(films)
        let peer = try SerdePeer("films", .xml, bytes)
        try peer?.check()
        try await decode(bytes, films, beside: peer)
        try await parse("10 000 films", bytes)
        try await parse("10 000 films, indented, attributes, references", indented(films))
        try await encode(films, xml, beside: peer)
    }

    // MARK: - Models

    private static func decode(
        _ bytes: [UInt8],
        _ films: [Payloads.Film],
        beside program: SerdePeer?
    ) async throws {
        let data = Data(bytes)
        let theirs = try FilmReader.films(in: data)
        let ours = try XML().decode([Payloads.Film].self, from: bytes)
        guard ours.count == films.count, theirs.count == films.count,
            ours.last?.synopsis == theirs.last?.synopsis
        else { throw BenchmarkFailure("the two readers of films do not agree") }
        try await Contest(
            title: "decode XML of 10 000 films, \(bytes.count) bytes (wanted × 4)",
            entries: [
                .init(name: "Recado") {
                    _ = try XML().decode([Payloads.Film].self, from: bytes)
                },
                .init(name: "XMLParser, a delegate by hand") { _ = try FilmReader.films(in: data) },
            ],
            runs: 1,
            rounds: 7,
            program: program?.entry("decode")
        ).run()
    }

    private static func encode(
        _ films: [Payloads.Film],
        _ xml: XML,
        beside program: SerdePeer?
    ) async throws {
        try await Contest(
            title: "encode XML of 10 000 films (wanted × 8)",
            entries: [
                .init(name: "Recado") { _ = try xml.encode(films) },
                .init(name: "XMLDocument, a tree by hand") { _ = FilmTree.data(of: films) },
            ],
            runs: 1,
            rounds: 5,
            program: program?.entry("encode")
        ).run()
    }

    // MARK: - Documents

    /// A model that reads nothing, to measure only the parsing with all its checks.
    private struct Nothing: Decodable {}

    private static func parse(_ title: String, _ bytes: [UInt8]) async throws {
        guard libxml_reads_events(bytes, bytes.count) != 0 else {
            throw BenchmarkFailure("libxml2 does not read the document")
        }
        try await Contest(
            title: "parse XML of \(title), \(bytes.count) bytes (wanted × 1.8)",
            entries: [
                .init(name: "Recado, a document") {
                    _ = try XML().decode(Nothing.self, from: bytes)
                },
                .init(name: "libxml2, events, empty callbacks") {
                    _ = libxml_reads_events(bytes, bytes.count)
                },
            ],
            runs: 1,
            rounds: 11,
            program: try SerdePeer("films", .xml, bytes)?.entry(
                "parse",
                note: ", events, content read"
            )
        ).run()
    }

    /// Returns films as a Rails service writes them, indented.
    private static func indented(_ films: [Payloads.Film]) -> [UInt8] {
        let items = films.map { film in
            """
              <film>
                <id type="integer">\(film.id)</id>
                <title>\(film.title)</title>
                <year>\(film.year)</year>
                <director>\(film.director)</director>
                <poster>\(film.poster)</poster>
                <rented type="boolean">\(film.rented)</rented>
                <synopsis>\(film.synopsis.replacing("\"", with: "&quot;"))</synopsis>
                <created-at type="datetime">\(film.createdAt)</created-at>
                <updated-at type="datetime">\(film.updatedAt)</updated-at>
                <owner type="integer"\(film.owner.map { ">\($0)</owner>" } ?? " nil=\"true\"/>")
              </film>

            """
        }
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<films type=\"array\">\n"
        return Array((head + items.joined() + "</films>\n").utf8)
    }
}

/// Reads films with a parser delegate, as courses teach it.
private final class FilmReader: NSObject, XMLParserDelegate {
    private var films: [Payloads.Film] = []
    private var fields: [String: String] = [:]
    private var text = ""

    static func films(in data: Data) throws -> [Payloads.Film] {
        let reader = FilmReader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        guard parser.parse() else { throw BenchmarkFailure("XMLParser refuses the films") }
        return reader.films
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        if name == "film" { fields = [:] }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard name == "film" else {
            fields[name] = text
            return
        }
        films.append(
            Payloads.Film(
                id: fields["id"].flatMap { Int($0) } ?? 0,
                title: fields["title"] ?? "",
                year: fields["year"] ?? "",
                director: fields["director"] ?? "",
                poster: fields["poster"] ?? "",
                rented: fields["rented"] == "true",
                synopsis: fields["synopsis"] ?? "",
                createdAt: fields["createdAt"] ?? "",
                updatedAt: fields["updatedAt"] ?? "",
                owner: fields["owner"].flatMap { Int($0) }
            )
        )
    }
}

/// Films as a tree of Foundation's nodes.
private enum FilmTree {
    static func data(of films: [Payloads.Film]) -> Data {
        let root = XMLElement(name: "films")
        for film in films { root.addChild(element(film)) }
        let document = XMLDocument(rootElement: root)
        document.version = "1.0"
        document.characterEncoding = "UTF-8"
        return document.xmlData
    }

    private static func element(_ film: Payloads.Film) -> XMLElement {
        let element = XMLElement(name: "film")
        func add(_ name: String, _ value: String) {
            element.addChild(XMLElement(name: name, stringValue: value))
        }
        add("id", "\(film.id)")
        add("title", film.title)
        add("year", film.year)
        add("director", film.director)
        add("poster", film.poster)
        add("rented", "\(film.rented)")
        add("synopsis", film.synopsis)
        add("createdAt", film.createdAt)
        add("updatedAt", film.updatedAt)
        if let owner = film.owner { add("owner", "\(owner)") }
        return element
    }
}
