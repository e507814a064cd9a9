// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Opening a WebSocket` {
    /// Returns the error of a handshake whose response is exactly `answer`.
    private func error(
        for answer: [UInt8],
        isEnd: Bool = false,
        _ middleware: ClientMiddleware = .none
    ) async throws -> WebSocketError? {
        let memory = try MemoryWebSocket(middleware: middleware)
        async let asked = memory.peer.request()
        async let opening = webSocketError { _ = try await memory.client.webSocket("live") }
        let connection = try #require(await asked).connection
        connection.send(answer)
        if isEnd { connection.end() }
        let error = await opening
        await connection.waitForEnd()
        return error
    }

    /// A counter that several tasks share.
    private final class Notes: Sendable {
        private let count = Mutex(0)

        func add() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    // MARK: - Requests

    @Test
    func `the handshake request contains the required header fields`() async throws {
        let memory = try MemoryWebSocket()
        let member = try BasicCredentials(user: "ana", password: "s3cret")
        let client = memory.client.with {
            $0.credentials = member
            $0.fields["Origin"] = "https://club.example"
        }
        async let asked = memory.peer.request()
        async let opening = client.webSocket(
            "live/7?mode=all",
            protocols: ["scores.v2", "scores.v1"],
            query: ["since": "9"]
        )
        let (lines, connection) = try #require(await asked)
        connection.send(
            Array(MemoryPeer.answer(to: lines, "Sec-WebSocket-Protocol: scores.v1\r\n").utf8)
        )
        #expect(try await opening.subprotocol == "scores.v1")
        #expect(lines.first == "GET /api/live/7?mode=all&since=9 HTTP/1.1")
        let expected = [
            "Host": "club.example", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "scores.v2, scores.v1",
            "Origin": "https://club.example", "User-Agent": "Recado",
            "Authorization": "Basic YW5hOnMzY3JldA==",
        ]
        for (name, value) in expected {
            #expect(MemoryPeer.value(of: name, in: lines) == value, "\(name)")
        }
        #expect(memory.peer.connected == ["https://club.example"])
    }

    @Test(arguments: ["wss://club.example/api/live", "WSS://club.example/api/live", "live"])
    func `wss URIs and relative paths are accepted`(path: String) async throws {
        let memory = try MemoryWebSocket()
        async let asked = memory.peer.request()
        let opening = Task { try await memory.client.webSocket(path) }
        let (lines, connection) = try #require(await asked)
        #expect(lines.first == "GET /api/live HTTP/1.1")
        connection.end()
        opening.cancel()
        _ = await opening.result
    }

    @Test(
        arguments: [
            ("wss://other.example/live", "", []), ("ws://club.example/api/live", "", []),
            ("live", "Upgrade", []), ("live", "Sec-WebSocket-Key", []), ("live", "", ["a b"]),
            ("live", "", ["a", "a"]),
        ] as [(String, String, [String])]
    )
    func `an invalid URI, header field or subprotocol fails before connecting`(
        path: String,
        field: String,
        protocols: [String]
    ) async throws {
        let memory = try MemoryWebSocket()
        var options = CallOptions()
        if let name = FieldName(field) { options.fields.append("x", to: name) }
        let error = await webSocketError {
            _ = try await memory.client.webSocket(path, protocols: protocols, with: options)
        }
        #expect(error?.kind == .invalid)
        #expect(memory.peer.connected.isEmpty)
    }

    @Test
    func `a transport without WebSocket connections is an error`() async throws {
        let client = try Client(base: "https://club.example", transport: StubTransport(.ok))
        let error = await webSocketError { _ = try await client.webSocket("live") }
        #expect(error?.kind == .invalid)
    }

    // MARK: - Answers

    @Test(
        arguments: [
            ("another version", "HTTP/1.0 101 Switching Protocols\r\n\r\n"),
            ("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"), ("no code", "HTTP/1.1 abc\r\n\r\n"),
            ("a field without a colon", "HTTP/1.1 101 Hola\r\nUpgrade\r\n\r\n"),
            ("a blank before the colon", "HTTP/1.1 101 Hola\r\nUpgrade : websocket\r\n\r\n"),
            ("a continued line", "HTTP/1.1 101 Hola\r\nA: b\r\n c\r\n\r\n"),
            ("a bare line feed", "HTTP/1.1 101 Hola\nUpgrade: websocket\r\n\r\n"),
            ("a control character", "HTTP/1.1 101 Hola\r\nA: \u{1}\r\n\r\n"),
            ("no upgrade", "HTTP/1.1 101 Hola\r\n\r\n"),
            (
                "another key",
                "HTTP/1.1 101 Hola\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
            ),
            ("no end", "HTTP/1.1 101 Hola\r\nA: " + String(repeating: "a", count: 70_000)),
        ]
    )
    func `an invalid handshake response is an error`(name: String, answer: String) async throws {
        let error = try await error(for: Array(answer.utf8))
        #expect(error?.kind == .badHandshake, "\(name)")
    }

    @Test(arguments: ["", "HTTP/1.1 101 Switching Pro"])
    func `a connection that ends during the handshake is an error`(answer: String) async throws {
        let error = try await error(for: Array(answer.utf8), isEnd: true)
        #expect(error?.kind == .unreachable)
    }

    @Test
    func `a response in single bytes after 103 Early Hints is accepted`() async throws {
        let memory = try MemoryWebSocket()
        async let asked = memory.peer.request()
        async let opening = memory.client.webSocket("live")
        let (lines, connection) = try #require(await asked)
        var frames = WebSocketMachine(role: .server)
        let answer =
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
            + MemoryPeer.answer(to: lines, "Server: caf\u{E9}\r\n")
        let rest = frames.send(.text("Hola")) ?? []
        for byte in Array(answer.utf8) + rest {
            connection.send([byte])
            await connection.waitForReader()
        }
        let socket = try await opening
        #expect(socket.fields["Server"] == "café")
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("Hola"))
    }

    @Test(
        arguments: [
            ("Content-Length: 5\r\n\r\nHolas y adiós", false, "Holas"),
            ("Content-Length: 500\r\n\r\nHola", true, "Hola"),
            (
                "Transfer-Encoding: chunked\r\n\r\n2\r\nHo\r\n2;x=y\r\nla\r\n0\r\n\r\n", false,
                "Hola"
            ),
            ("Transfer-Encoding: chunked\r\n\r\n2\r\nHo\r\n7FFFFFFFFFFFFFFF\r\nla", false, "Ho"),
            ("Transfer-Encoding: chunked\r\n\r\n4\r\nHo", true, "Ho"), ("\r\nHola", true, "Hola"),
        ]
    )
    func `the error of a refused handshake contains the response`(
        rest: String,
        isEnd: Bool,
        content: String
    ) async throws {
        let answer = "HTTP/1.1 403 Forbidden\r\nServer: x\r\n\(rest)"
        let error = try await error(for: Array(answer.utf8), isEnd: isEnd)
        #expect(error?.kind == .refused)
        #expect(error?.response?.status == .forbidden)
        #expect(error?.response?.fields["Server"] == "x")
        #expect(error?.response?.content.bytes == Array(content.utf8))
    }

    // MARK: - Time and cancellation

    @Test
    func `the handshake has a timeout`() async throws {
        let memory = try MemoryWebSocket(middleware: .none)
        let clock = VirtualClock()
        var options = CallOptions()
        options.timeouts = Timeouts(total: .seconds(3))
        async let asked = memory.peer.request()
        async let opening = webSocketError { [options] in
            _ = try await memory.client.webSocket("live", with: options) { $0.clock = clock }
        }
        let connection = try #require(await asked).connection
        connection.send(Array("HTTP/1.1 101 ".utf8))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await opening?.kind == .timedOut)
        #expect(connection.isClosed)
    }

    @Test
    func `cancelling the handshake closes the connection`() async throws {
        let memory = try MemoryWebSocket()
        async let asked = memory.peer.request()
        let opening = Task { try await memory.client.webSocket("live") }
        let connection = try #require(await asked).connection
        opening.cancel()
        #expect(await webSocketError { _ = try await opening.value }?.kind == .cancelled)
        await connection.waitForEnd()
    }

    // MARK: - ClientMiddleware

    @Test(arguments: [true, false])
    func `cookies are sent with the handshake and stored from its response`(
        isRefused: Bool
    ) async throws {
        let jar = CookieJar()
        let uri = try URI("https://club.example/api/live")
        jar.set("session=s3cret; Secure; Path=/", from: uri)
        let memory = try MemoryWebSocket(middleware: .standard { $0.cookies = jar })
        let opening = Task { try await memory.client.webSocket("live") }
        let (lines, connection) = try #require(await memory.peer.request())
        #expect(MemoryPeer.value(of: "Cookie", in: lines) == "session=s3cret")
        let field = "Set-Cookie: seat=7; Path=/\r\n"
        let refusal = "HTTP/1.1 403 Forbidden\r\n\(field)Content-Length: 0\r\n\r\n"
        connection.send(
            Array((isRefused ? refusal : MemoryPeer.answer(to: lines, field)).utf8)
        )
        let error = await webSocketError { _ = try await opening.value }
        #expect(error?.kind == (isRefused ? .refused : nil))
        #expect(jar.header(for: uri) == "session=s3cret; seat=7")
    }

    @Test
    func `an unencrypted handshake is sent only to this machine`() async throws {
        let memory = try MemoryWebSocket(base: "http://club.example")
        let error = await webSocketError { _ = try await memory.client.webSocket("live") }
        #expect(error?.kind == .invalid)
        #expect((error?.underlying as? TransportError)?.kind == .cleartext)
        #expect(memory.peer.connected.isEmpty)
        let local = try MemoryWebSocket(base: "http://localhost:8080")
        _ = try await local.open()
        #expect(local.peer.connected == ["http://localhost:8080"])
    }

    @Test
    func `an authentication challenge is answered on another connection`() async throws {
        let member = try BasicCredentials(user: "ana", password: "s3cret")
        let middleware = ClientMiddleware.standard {
            $0.authentication = .challenges(.constant(member))
        }
        let memory = try MemoryWebSocket(middleware: middleware)
        async let opening = memory.client.webSocket("live")
        let (first, connection) = try #require(await memory.peer.request())
        #expect(MemoryPeer.value(of: "Authorization", in: first) == nil)
        let refusal = "HTTP/1.1 401 Who?\r\nWWW-Authenticate: Basic realm=\"club\"\r\n"
        connection.send(Array("\(refusal)Content-Length: 0\r\n\r\n".utf8))
        let (second, other) = try #require(await memory.peer.request())
        #expect(MemoryPeer.value(of: "Authorization", in: second) == "Basic YW5hOnMzY3JldA==")
        other.send(Array(MemoryPeer.answer(to: second).utf8))
        _ = try await opening
        #expect(connection.isClosed)
    }

    @Test
    func `a bearer token is reused by the next handshake`() async throws {
        let refreshes = Notes()
        let origin = try URI("https://club.example")
        let middleware = ClientMiddleware.standard {
            $0.authentication = .bearer(origin: origin) { _, _ in
                AccessToken("t\(refreshes.add())")
            }
        }
        let memory = try MemoryWebSocket(middleware: middleware)
        for _ in 1...2 {
            async let opening = memory.client.webSocket("live")
            let (lines, connection) = try #require(await memory.peer.request())
            #expect(MemoryPeer.value(of: "Authorization", in: lines) == "Bearer t1")
            connection.send(Array(MemoryPeer.answer(to: lines).utf8))
            _ = try await opening
        }
    }

    @Test
    func `a redirect of the handshake is an error`() async throws {
        let answer = "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
        let error = try await error(for: Array(answer.utf8), .standard)
        #expect(error?.kind == .refused)
        #expect(error?.response?.fields[.location] == "/other")
    }
}
