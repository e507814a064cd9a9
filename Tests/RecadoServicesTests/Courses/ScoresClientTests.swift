// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(FoundationXML)
import FoundationXML
#endif

/// The document's apps for a game's scores: one reads the best three in several ways, the other
/// adds new scores.
@Suite(.timeLimit(.minutes(3)))
struct `The score apps of the iOS course` {
    private static let best = [
        Top3Score(name: "Ana <&> ñ", total: "125"), Top3Score(name: "Pedro", total: "67"),
        Top3Score(name: "Eva", total: "25"),
    ]

    /// Serves the best three scores and one more, all posted as the document's second app posts
    /// them.
    private static func serve(_ body: (CourseServer) async throws -> Void) async throws {
        try await CourseServer.serve { server in
            for score in [Top3Score(name: "Juan", total: "3")] + best.reversed() {
                #expect(try await post(score, asXML: score.name == "Pedro", to: server) == 201)
            }
            try await body(server)
        }
    }

    /// Posts a score as the document's second app does, with a `Content-Length`.
    private static func post(
        _ score: Top3Score,
        asXML: Bool,
        to server: CourseServer
    ) async throws -> Int {
        let text =
            asXML
            ? "<score><name>\(score.name)</name><total>\(score.total)</total></score>"
            : "{\"name\": \"\(score.name)\", \"total\": \(score.total)}"
        let type = asXML ? "text/xml; charset=utf-8" : "application/json; charset=utf-8"
        var request = URLRequest(url: try server.url(asXML ? "/scores.xml" : "/scores.json"))
        request.httpMethod = "POST"
        request.addValue(type, forHTTPHeaderField: "Content-Type")
        request.addValue("\(Data(text.utf8).count)", forHTTPHeaderField: "Content-Length")
        request.httpBody = Data(text.utf8)
        let answer = try await BlockingConnection.send(request)
        let body = String(decoding: answer.data, as: UTF8.self)
        #expect(asXML ? body.contains("<name>") : body.contains("\"id\":"), "\(body)")
        return answer.status
    }

    // MARK: - The best three

    @Test func `load the content of a URL and parse JSON`() async throws {
        try await Self.serve { server in
            let url = try server.url("/scores/top3.json")
            let data = try await DownloadQueue.run { try Data(contentsOf: url) }
            #expect(Top3Score.scores(inJSON: data) == Self.best)
        }
    }

    @Test func `parse XML with an event-based parser`() async throws {
        try await Self.serve { server in
            let url = try server.url("/scores/top3.xml")
            let scores = try await DownloadQueue.run {
                let parser = try #require(XMLParser(contentsOf: url))
                let events = Top3Events()
                parser.delegate = events
                parser.shouldResolveExternalEntities = false
                #expect(parser.parse())
                return events.scores
            }
            #expect(scores == Self.best)
        }
    }

    @Test func `load scores with a blocking call`() async throws {
        try await Self.serve { server in
            let request = URLRequest(url: try server.url("/scores/top3.json"))
            let answer = try await BlockingConnection.send(request)
            #expect(answer.status == 200)
            #expect(Top3Score.scores(inJSON: answer.data) == Self.best)
            let nowhere = URLRequest(url: try server.url("/scores/99.json"))
            #expect(try await BlockingConnection.send(nowhere).status == 404)
        }
    }

    @Test(arguments: ["/scores/top3.json", "/scores/top3.xml"])
    func `receive data piece by piece in the delegate of a connection`(path: String) async throws {
        try await Self.serve { server in
            let connection = Top3Connection(try server.url(path))
            let data = try #require(await connection.start())
            let scores =
                path.hasSuffix("xml")
                ? Top3Events.scores(in: data) : Top3Score.scores(inJSON: data)
            #expect(scores == Self.best)
            #expect(await Top3Connection(try server.url("/scores/99.json")).start() == nil)
            let nobody = try #require(URL(string: "http://127.0.0.1:9/scores/top3.json"))
            #expect(await Top3Connection(nobody).start() == nil)
        }
    }

    @Test func `call the SOAP operation in the course document`() async throws {
        try await Self.serve { server in
            let envelope = """
                <?xml version="1.0" encoding="utf-8"?>
                <soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                  xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                  xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
                  <soap:Body><Top3AsXml xmlns="http://localhost:3000/webservices/" /></soap:Body>
                </soap:Envelope>
                """
            var request = URLRequest(url: try server.url("/tops3.asmx"))
            request.httpMethod = "POST"
            request.addValue("text/xml; charset=utf-8", forHTTPHeaderField: "Content-Type")
            request.addValue(
                "\"http://localhost:3000/webservices/Top3AsXml\"",
                forHTTPHeaderField: "SOAPAction"
            )
            request.httpBody = Data(envelope.utf8)
            let answer = try await BlockingConnection.send(request)
            #expect(answer.status == 200)
            #expect(answer.type == "text/xml; charset=utf-8")
            #expect(Top3Events.scores(in: answer.data) == Self.best)
        }
    }
}
