// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Requests and responses over sockets` {
    let transport = SocketTransport()

    @Test
    func `response fields keep their order, and Set-Cookie fields stay separate`() async throws {
        let server = try ScriptedServer(
            answering: """
                HTTP/1.1 201 Created\r\nSet-Cookie: a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT\r
                Content-Length: 4\r\nSet-Cookie: b=2\r\nX-Empty:\r\nx-folded: one\r\n  two\r
                SET-COOKIE:c=3 \r\n\r\nfilm
                """
        )
        let (response, text) = try await transport.fetch(server.request())
        #expect(response.status == .created)
        #expect(text == "film")
        let cookies = response.fields[values: .setCookie]
        #expect(cookies == ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "b=2", "c=3"])
        #expect(response.fields["x-empty"]?.isEmpty == true)
        #expect(response.fields["X-Folded"] == "one two")
        #expect(response.fields.map(\.name.rawName).first == "Set-Cookie")
    }

    @Test
    func `chunked content is joined, and its trailers are not header fields`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\nHello\r\n1;x=y\r\n,\r\n6\r\n world\r\n0\r\nX-Sum: 12\r\n\r\n"
        )
        let (response, text) = try await transport.fetch(server.request())
        #expect(text == "Hello, world")
        #expect(response.fields.count == 1)
    }

    @Test
    func `content without a length ends with the connection`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.0 200 OK\r\n\r\nuntil the end")
        }
        let (_, text) = try await transport.fetch(server.request())
        #expect(text == "until the end")
    }

    @Test
    func `successive calls share a connection`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        for _ in 0..<5 {
            let (_, text) = try await transport.fetch(server.request())
            #expect(text == "ok")
        }
        #expect(server.connectionCount == 1)
    }

    @Test
    func `informational responses are skipped`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
                + "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
        let (response, text) = try await transport.fetch(server.request())
        #expect(response.status == .ok)
        #expect(response.fields.map(\.name.rawName) == ["Content-Length"])
        #expect(text == "ok")
    }

    @Test(arguments: [
        (Method.head, "200 OK\r\nContent-Length: 1000"), (.get, "204 No Content"),
        (.get, "304 Not Modified\r\nContent-Length: 1000"), (.get, "200 OK\r\nContent-Length: 0"),
    ])
    func `responses to HEAD and with status 204 or 304 have no content`(
        method: Method,
        head: String
    ) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 \(head)\r\n\r\n")
        for _ in 0..<2 {
            let (_, text) = try await transport.fetch(server.request(method))
            #expect(text.isEmpty)
        }
        #expect(server.connectionCount == 1)
    }

    @Test
    func `a redirect is returned without being followed`() async throws {
        let server = try ScriptedServer(
            answering:
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
        )
        let (response, _) = try await transport.fetch(server.request())
        #expect(response.status == .temporaryRedirect)
        #expect(response.fields[.location] == "/other")
    }

    // MARK: - Requests

    /// Sends a request to a server that records it, and returns what arrived.
    private func received(
        _ method: Method,
        _ target: String = "/",
        fields: Fields = [:],
        content: Content = .empty
    ) async throws -> ScriptedServer.Connection.Received {
        let notes = Notes<ScriptedServer.Connection.Received>()
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                notes.add(received)
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let request = server.request(method, target, fields: fields, content: content)
        _ = try await transport.fetch(request)
        var received = try #require(notes.all.first)
        received.head = received.head.replacing(":\(server.port)", with: "")
        return received
    }

    @Test
    func `a request is sent with its own fields and Host only`() async throws {
        let name: FieldName = "X-Empty"
        let received = try await received(
            .get,
            "/a/../b%20c?q=%2B",
            fields: [name: "", .accept: "x/y"]
        )
        let expected =
            "GET /a/../b%20c?q=%2B HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Empty:\r\nAccept: x/y"
        #expect(received.head == expected)
    }

    @Test
    func `a DELETE without content sends no Content-Length`() async throws {
        let received = try await received(.delete, "/7")
        #expect(received.head == "DELETE /7 HTTP/1.1\r\nHost: 127.0.0.1")
    }

    @Test(arguments: [Method.post, .put, .patch])
    func `POST, PUT and PATCH without content send Content-Length 0`(method: Method) async throws {
        let received = try await received(method)
        #expect(received.value(of: "Content-Length") == "0")
        #expect(received.value(of: "Content-Type") == nil)
    }

    @Test
    func `an OPTIONS request can have an asterisk as its target`() async throws {
        let received = try await received(.options, "*")
        #expect(received.head.hasPrefix("OPTIONS * HTTP/1.1\r\n"))
    }

    @Test(arguments: [1, 1000, 65_536, 65_537, 3_000_000], [Method.post, .put])
    func `content in memory is sent completely`(size: Int, method: Method) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let received = try await received(
            method,
            fields: [.contentType: "a/b", .contentLength: "\(size)"],
            content: Content(bytes)
        )
        #expect(received.content == bytes)
        #expect(received.value(of: "Content-Length") == "\(size)")
        #expect(received.value(of: "Content-Type") == "a/b")
        #expect(received.value(of: "Expect") == nil)
        #expect(received.value(of: "Transfer-Encoding") == nil)
    }

    @Test(arguments: [true, false])
    func `streamed content is sent completely`(isLengthKnown: Bool) async throws {
        let pieces = (0..<200).map { [UInt8](repeating: UInt8($0), count: 1 + $0 * 37) }
        let bytes = Array(pieces.joined())
        let source = PieceSource(pieces, length: isLengthKnown ? bytes.count : nil)
        let received = try await received(.post, content: Content(reading: source))
        #expect(received.content == bytes)
        #expect(received.value(of: "Transfer-Encoding") == (isLengthKnown ? nil : "chunked"))
        #expect(received.value(of: "Expect") == nil)
    }

    @Test
    func `an empty stream is sent as empty content`() async throws {
        let source = PieceSource([])
        let received = try await received(.put, content: Content(reading: source))
        #expect(received.content.isEmpty)
    }

    @Test
    func `a request is not affected by the previous request's content`() async throws {
        let notes = Notes<ScriptedServer.Connection.Received>()
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                notes.add(received)
                let isHead = received.head.hasPrefix("HEAD")
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + (isHead ? "" : "ok")
                )
            }
        }
        let stream = Content(reading: PieceSource([[1, 2]]))
        let requests = [
            server.request(.post, content: Content("abc")), server.request(),
            server.request(.put, content: stream), server.request(), server.request(.head),
            server.request(), server.request(.delete), server.request(),
        ]
        for request in requests {
            let (_, text) = try await transport.fetch(request)
            #expect(text == (request.method == .head ? "" : "ok"))
        }
        for received in notes.all where received.head.hasPrefix("GET") {
            #expect(received.head == "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)")
        }
        #expect(notes.all.count == requests.count)
    }

    @Test
    func `proxy variables of the environment are ignored by default`() async throws {
        // In a process of its own, as the environment variables would affect other tests.
        await #expect(processExitsWith: .success) {
            setProxyVariables()
            let server = try ScriptedServer(
                answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
            let (_, text) = try await SocketTransport().fetch(server.request())
            #expect(text == "ok")
        }
    }
}
