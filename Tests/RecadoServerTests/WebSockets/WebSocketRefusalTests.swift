// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Refused WebSockets` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        var target = "talk"
        var method = "GET"
        var version = "1.1"
        /// The fields that differ from a valid handshake; an empty one is left out.
        var changes: [String: String] = [:]

        var testDescription: String { "\(name): \(status)" }

        static let all = [
            Case(name: "no Upgrade", status: 426, changes: ["Upgrade": ""]),
            Case(name: "another protocol", status: 426, changes: ["Upgrade": "h2c"]),
            Case(name: "no connection option", status: 426, changes: ["Connection": "keep-alive"]),
            Case(name: "no version", status: 426, changes: ["Sec-WebSocket-Version": ""]),
            Case(name: "an old version", status: 426, changes: ["Sec-WebSocket-Version": "8"]),
            Case(name: "HTTP/1.0", status: 426, version: "1.0"),
            Case(name: "no key", status: 400, changes: ["Sec-WebSocket-Key": ""]),
            Case(name: "a short key", status: 400, changes: ["Sec-WebSocket-Key": "AAAA"]),
            Case(name: "a key that is none", status: 400, changes: ["Sec-WebSocket-Key": "?"]),
            Case(name: "content", status: 400, changes: ["Content-Length": "2"]),
            Case(name: "chunks", status: 400, changes: ["Transfer-Encoding": "chunked"]),
            Case(name: "no chunk", status: 400, changes: ["Transfer-Encoding": "chunked"]),
            Case(name: "HEAD", status: 405, method: "HEAD"),
            Case(name: "POST", status: 405, method: "POST"),
            Case(name: "a declared failure", status: 409, target: "talk?room=13"),
            Case(name: "an input that is none", status: 422, target: "talk?room=x"),
            Case(name: "no credentials", status: 401, target: "private"),
            Case(name: "another path", status: 404, target: "walk"),
            Case(name: "a page of others", status: 403, changes: ["Origin": "https://x.example"]),
            Case(name: "a page of nobody", status: 403, changes: ["Origin": "null"]),
            Case(
                name: "a page of others with a cookie",
                status: 403,
                target: "private",
                changes: ["Origin": "https://x.example", "Authorization": "Guest Ana"]
            ),
        ]
    }

    @Test(arguments: Case.all)
    func `an invalid opening request gets a fitting error status`(refused: Case) async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port)
            try client.send(
                TalkClient.head(
                    refused.target,
                    method: refused.method,
                    version: refused.version,
                    refused.changes
                )
            )
            let contents = [
                "content": "{}", "chunks": "2\r\n{}\r\n0\r\n\r\n", "no chunk": "0\r\n\r\n",
            ]
            if let content = contents[refused.name] { try client.send(content) }
            let answer = try client.answer(toHead: refused.method == "HEAD")
            #expect(answer.status == refused.status)
            if refused.status == 426 {
                #expect(answer.fields["upgrade"] == "websocket")
                #expect(answer.fields["sec-websocket-version"] == "13")
            }
            if refused.status == 405 { #expect(answer.fields["allow"]?.contains("GET") == true) }
            guard refused.version == "1.1" else { return }
            // The refusal does not close the connection, so the client may try again.
            try client.send(TalkClient.head("talk"))
            #expect(try client.headText().hasPrefix("HTTP/1.1 101 "))
        }
    }

    @Test func `an opening request with content is refused with 400`() async throws {
        try await TalkService.echo.run { port in
            for content in ["0\r\n\r\n", "2\r\n{}\r\n0\r\n\r\n"] {
                let client = try TalkClient(port: port)
                let head = TalkClient.head("talk", ["Transfer-Encoding": "chunked"])
                try client.send(head + content)
                #expect(try client.answer().status == 400)
            }
        }
    }

    @Test func `an authenticated caller is accepted with its name`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(
                port: port,
                opening: "private",
                ["Authorization": "Guest Ana", "Origin": "http://talks.example"]
            )
            #expect(try client.frame().text == #"{"text":"Ana"}"#)
        }
    }

    @Test(arguments: [false, true])
    func `pages of other origins are accepted if the service allows it`(
        withCookies: Bool
    ) async throws {
        var service = TalkService.echo
        service.crossOrigin = .origins(["https://x.example"])
        service.crossOrigin.allowsCredentials = withCookies
        try await service.run { port in
            for (target, isAllowed) in ["talk": true, "private": withCookies] {
                let client = try TalkClient(port: port)
                let fields = ["Origin": "https://x.example", "Authorization": "Guest Ana"]
                try client.send(TalkClient.head(target, fields))
                let head = try client.headText()
                #expect(head.hasPrefix(isAllowed ? "HTTP/1.1 101 " : "HTTP/1.1 403 "))
            }
        }
    }

    @Test func `an HTTP/2 stream cannot become a WebSocket`() async throws {
        let application = try TalkService.echo.application()
        var request = Request(method: .get, target: "/talks/talk")
        request.version = .http2
        let answer = try await Answer(application.respond(to: request))
        #expect(answer.status == .notImplemented)
        #expect(answer.problem?.detail == "WebSockets are opened over HTTP/1.1 here.")
    }

    @Test func `status 101 from any other handler becomes 500`() async throws {
        let handler = FunctionHandler { _ in Response(status: .switchingProtocols) }
        try await withServer(handler: handler) { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.answer().status == 500)
        }
    }

    // MARK: - Documents

    @Test func `the OpenAPI document describes the messages`() throws {
        let operation = try #require(
            try OpenAPI(TalkService.api).value["paths"]?["/talk"]?["get"]
        )
        let remark: Value = ["$ref": "#/components/schemas/Remark"]
        #expect(operation["x-websocket"]?["client"] == remark)
        #expect(operation["x-websocket"]?["server"] == remark)
        #expect(operation["x-websocket"]?["protocols"] == ["talk.v2", "talk.v1"])
        #expect(operation["responses"]?["101"]?["description"] == "Switching Protocols")
        #expect(operation["responses"]?["426"] != nil)
    }

    private struct Posted: WebSocketEndpoint {
        static let route: Route = "POST /posted"
        typealias Incoming = Remark
        typealias Outgoing = Remark
        static let subprotocols = ["a b"]
    }

    @Test func `the API check reports invalid WebSocket declarations`() {
        let api = API(name: "a", title: "A", version: "1", endpoints: [Posted.self])
        #expect(
            api.check().map(\.message) == [
                "a WebSocket is opened with GET",
                "its subprotocols must be tokens, each named once",
            ]
        )
    }
}
