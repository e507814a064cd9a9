// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import RecadoStore
import Testing

/// Values that the columns of a score cannot hold, and content that is not a score.
@Suite(.timeLimit(.minutes(3)))
struct `Invalid scores` {
    private static let message = "is too long (maximum is 255 characters)"

    @Test(arguments: ["x", "ñ", "🇪🇸", "e\u{301}"])
    func `a name above 255 characters is refused`(letter: String) async throws {
        try await Board.open { board in
            let size = letter.unicodeScalars.count
            let longest = String(repeating: letter, count: 255 / size)
            #expect(try await board.add(longest, 1) == 1)
            let content = #"{"name":"\#(longest)\#(letter)","total":1}"#
            let json = try await board.json(.post, "/scores.json", content)
            #expect(json.status == 422)
            #expect(json.text == #"{"name":["\#(Self.message)"]}"#)
            let xml = try await board.json(.patch, "/scores/1.xml", content)
            #expect(xml.status == 422)
            #expect(xml.text.contains("\n<errors>\n  <error>Name \(Self.message)</error>\n</"))
            let page = try await board.json(.post, "/scores", content)
            #expect(page.status == 422)
            #expect(page.text.contains("Name \(Self.message)"))
            #expect(page.text.contains(#"value="\#(longest)\#(letter)""#))
            #expect(try await board.send(.get, "/scores.json").value.arrayValue?.count == 1)
            #expect(try await board.send(.get, "/scores/1.json").value["name"] == .string(longest))
        }
    }

    @Test func `all invalid members are reported together`() async throws {
        try await Board.open { board in
            let name = String(repeating: "x", count: 256)
            let content = #"{"name":"\#(name)","total":9223372036854775808}"#
            let reply = try await board.json(.post, "/scores.json", content)
            #expect(reply.status == 422)
            #expect(reply.value["name"]?[0] == .string(Self.message))
            #expect(
                reply.value["total"]?[0] == "must be less than or equal to 9223372036854775807"
            )
        }
    }

    @Test func `a name that is too long is also refused by SOAP and by the play endpoint`()
        async throws
    {
        try await Board.open { board in
            let name = String(repeating: "x", count: 256)
            let envelope = """
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
                <AddScore xmlns="http://localhost:3000/webservices/"><score><name>\(name)</name>
                <total>1</total></score></AddScore></soap:Body></soap:Envelope>
                """
            let soap = try await board.send(.post, "/play.asmx", envelope, as: "text/xml")
            #expect(soap.status == 500)
            #expect(soap.text.contains("<faultcode>soap:Client</faultcode>"), "\(soap.text)")
            let json = try await board.json(.post, "/play", #"{"name":"\#(name)"}"#)
            #expect(json.status == 422)
            #expect(try await board.top() == [])
        }
    }

    @Test(arguments: [
        #"{"score":[1]}"#, #"{"score":[]}"#, #"{"score":["a",{"name":"b"}]}"#, #"{"score":"x"}"#,
        #"{"score":1}"#, #"{"score":true}"#, #"{"score":false}"#,
    ])
    func `content that is not a score gets status 400`(content: String) async throws {
        try await Board.open { board in
            let json = try await board.json(.post, "/scores.json", content)
            #expect(json.status == 400)
            #expect(json.text == #"{"status":400,"error":"Bad Request"}"#)
            let xml = try await board.json(.post, "/scores.xml", content)
            #expect(xml.status == 400)
            #expect(xml.text.contains("<error>Bad Request</error>"))
            let page = try await board.json(.post, "/scores", content)
            #expect(page.status == 400)
            #expect(try await board.send(.get, "/scores.json").text == "[]")
        }
    }

    @Test func `a new score gets status 500 if no number is left`() async throws {
        try await Board.open { board in
            try await board.store.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO score (id, total, created_at, updated_at)
                    VALUES (\(Int.max), 1, 0, 0)
                    """
                )
            }
            let reply = try await board.json(.post, "/scores.json", #"{"name":"a"}"#)
            #expect(reply.status == 500)
            #expect(try await board.send(.get, "/scores.json").value.arrayValue?.count == 1)
        }
    }
}
