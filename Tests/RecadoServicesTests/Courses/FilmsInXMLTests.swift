// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects films from a parser's events, like the parser of messages in the course.
final class FilmEvents: NSObject, XMLParserDelegate {
    private(set) var films: [[String: String]] = []
    private var film: [String: String]?
    private var text = ""
    private static let members: Set = [
        "id", "title", "year", "director", "poster", "rented", "synopsis", "created_at",
        "updated_at", "error", "msg",
    ]

    /// Returns the films of a document, or `nil` if it is not a list of films.
    static func films(in data: Data) -> [[String: String]]? {
        let parser = XMLParser(data: data)
        let events = FilmEvents()
        parser.delegate = events
        return parser.parse() ? events.films : nil
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        text = ""
        if elementName.lowercased() == "film" {
            film = [:]
        } else if elementName.lowercased() != "films", !Self.members.contains(elementName) {
            // Other elements are not expected.
            parser.abortParsing()
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        text += characters
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        if elementName.lowercased() == "film" {
            if let film { films.append(film) }
            film = nil
        } else {
            film?[elementName] = text
        }
    }
}

/// The videoclub in XML, with an app as the course's document describes one for XML.
@Suite(.timeLimit(.minutes(3)))
struct `The film app of the iOS course in XML` {
    private static func send(
        _ server: CourseServer,
        _ method: String,
        _ rest: String,
        _ xml: String? = nil
    ) async throws -> (status: Int, data: Data) {
        var request = URLRequest(url: try server.url(Club.catalog + rest))
        request.httpMethod = method
        request.httpBody = xml.map { Data($0.utf8) }
        request.setValue("application/xml", forHTTPHeaderField: "Accept")
        request.setValue("application/xml", forHTTPHeaderField: "Content-Type")
        let pair = Data("test123:test123".utf8).base64EncodedString(options: [])
        request.addValue("Basic \(pair)", forHTTPHeaderField: "Authorization")
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let (data, response) = try await session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `reads every film and changes those of its user`(manner: Videoclub.Manner) async throws {
        try await CourseServer.serve(in: manner) { server in
            let draft = """
                <?xml version="1.0" encoding="UTF-8"?>
                <film><title>Ñu &lt;&amp;&gt; 🎬</title><year>1983</year>
                <director>Él</director></film>
                """
            let made = try await Self.send(server, "POST", "", draft)
            #expect(made.status == (manner == .course ? 200 : 201))
            let id = try #require(FilmEvents.films(in: made.data)?.first?["id"])
            let rented = try await Self.send(server, "PUT", "/\(id)/rent")
            #expect(rented.status == 200)
            let list = try await Self.send(server, "GET", "")
            let films = try #require(FilmEvents.films(in: list.data))
            #expect(films.count == 21)
            #expect(films.allSatisfy { $0.count == 9 && $0["title"]?.isEmpty == false })
            #expect(films.last?["title"] == "Ñu <&> 🎬" && films.last?["poster"] == "")
            let states = manner == .course ? ["0", "1"] : ["false", "true"]
            #expect(films.allSatisfy { states.contains($0["rented"] ?? "") })
            #expect(films.last?["rented"] == states[1])
            let refused = try await Self.send(server, "DELETE", "/1")
            #expect(refused.status == 403)
            // An unexpected element makes the parser stop, so a problem is not read as a film.
            #expect(FilmEvents.films(in: refused.data) == nil)
            #expect(try await Self.send(server, "DELETE", "/\(id)").status == 200)
        }
    }
}
