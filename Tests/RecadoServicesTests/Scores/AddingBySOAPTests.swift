// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import Testing

/// Scores can be added by SOAP, although the document only describes an operation that reads.
@Suite(.timeLimit(.minutes(3)))
struct `Adding scores by SOAP` {
    @Test(arguments: [SOAP.Version.soap11, .soap12])
    func `stores the sent score`(version: SOAP.Version) async throws {
        try await Board.open { board in
            try await board.serve { authority, transport in
                let client = try Client(base: "http://\(authority)", transport: transport)
                var soap = client.soap(Scores.play)
                soap.version = version
                let score = try await soap.send(AddScore(.init(name: "Ana & Bé", total: 7)))
                #expect(
                    score
                        == Score(
                            id: 1,
                            name: "Ana & Bé",
                            total: 7,
                            createdAt: "2017-01-31T10:20:30Z"
                        )
                )
                let top = try await client.soap(Scores.tops3).send(Top3AsXml())
                #expect(top == [score])
            }
        }
    }

    @Test func `the result of Top3AsXml equals the XML document of the best three`() async throws {
        try await Board.open { board in
            try await board.add("Ana", 7)
            try await board.add("Bé", nil)
            #expect(
                try await board.json(.post, "/scores.json", #"{"score":{"total":3}}"#).status == 201
            )
            let envelope = Self.envelope(
                #"<e:Body><Top3AsXml xmlns="http://localhost:3000/webservices/"/></e:Body>"#
            )
            let document = try await board.send(.get, "/scores/top3.xml").text
            #expect(document.contains(#"<created-at type="datetime">"#), "\(document)")
            let reply = try await board.send(.post, "/tops3.asmx", envelope, as: "text/xml")
            let start = try #require(reply.text.firstRange(of: "<scores")?.lowerBound)
            let end = try #require(reply.text.firstRange(of: "</scores>")?.upperBound)
            let result = reply.text[start..<end].replacing(#" xmlns="""#, with: "")
            #expect(document.contains(result), "\(result)")
            #expect(try await board.send(.get, "/tops3").text == document)
        }
    }

    @Test func `characters of a name that XML does not allow become U+FFFD`() async throws {
        try await Board.open { board in
            let score = #"{"score":{"name":"a\u0001b\uFFFE","total":7}}"#
            #expect(try await board.json(.post, "/scores.json", score).status == 201)
            for path in ["/tops3", "/tops3.xml", "/scores/top3.xml", "/scores.xml"] {
                let reply = try await board.send(.get, path)
                #expect(reply.status == 200, "\(path)")
                #expect(reply.text.contains("<name>a\u{FFFD}b\u{FFFD}</name>"), "\(reply.text)")
            }
            let envelope = """
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
                <Top3AsXml xmlns="http://localhost:3000/webservices/"/></soap:Body></soap:Envelope>
                """
            let reply = try await board.send(.post, "/tops3.asmx", envelope, as: "text/xml")
            #expect(reply.status == 200)
            #expect(reply.text.contains("a\u{FFFD}b\u{FFFD}"), "\(reply.text)")
            // JSON can represent the characters, so nothing is lost there.
            let json = try await board.send(.get, "/scores/top3.json")
            #expect(json.text.contains(#"a\u0001b"#), "\(json.text)")
        }
    }

    @Test func `a total that is not a number gets a client fault and adds nothing`() async throws {
        try await Board.open { board in
            let envelope = """
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
                <AddScore xmlns="http://localhost:3000/webservices/"><score><name>Ana</name>
                <total>many</total></score></AddScore></soap:Body></soap:Envelope>
                """
            let reply = try await board.send(.post, "/play.asmx", envelope, as: "text/xml")
            #expect(reply.status == 500)
            #expect(reply.text.contains("<faultcode>soap:Client</faultcode>"), "\(reply.text)")
            #expect(try await board.top() == [])
        }
    }

    @Test func `the documented WSDL has only Top3AsXml, and a second one AddScore`() async throws {
        try await Board.open { board in
            let top = try await board.send(.get, "/tops3.asmx?wsdl")
            #expect(top.text.contains("Top3AsXml"))
            #expect(!top.text.contains("AddScore"))
            let play = try await board.send(.get, "/play.asmx?wsdl")
            #expect(play.status == 200)
            #expect(play.text.contains(#"<wsdl:service name="Play">"#), "\(play.text)")
            #expect(play.text.contains("AddScore"))
        }
    }

    /// Marks that Unicode's canonical order rearranges, so that comparing the text as such is slow.
    private static let marks = String(repeating: "\u{301}\u{323}", count: 1 << 17)

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            #"<e:Envelope xmlns:e="h\#(marks)"><e:Body/></e:Envelope>"#,
            envelope(#"<e:Body><b xmlns="h\#(marks)"/></e:Body>"#),
            envelope("<e:Body><b\(marks)/></e:Body>"),
            envelope(#"<e:Header><h e:mustUnderstand="1\#(marks)"/></e:Header><e:Body/>"#),
            envelope(
                #"<e:Header><h e:mustUnderstand="1" e:actor="h\#(marks)"/></e:Header><e:Body/>"#
            ),
            envelope(#"<e:Body e:encodingStyle="h\#(marks)"/>"#),
        ]
    )
    func `a message with many combining marks is refused quickly`(_ message: String) async throws {
        try await Board.open { board in
            let reply = try await board.send(.post, "/play.asmx", message, as: "text/xml")
            #expect([400, 500].contains(reply.status))
            #expect(reply.text.utf8.count < 1 << 21)
        }
    }

    private static func envelope(_ content: String) -> String {
        #"<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">\#(content)</e:Envelope>"#
    }
}
