// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(
    .enabled(if: WebSocketPeer.isInstalled, "scripts/setup --test installs the peer"),
    .timeLimit(.minutes(3))
)
struct `WebSockets with an independent server` {
    let peer: WebSocketPeer
    let client: Client
    let secureClient: Client

    init() throws {
        peer = try WebSocketPeer.shared.get()
        client = try Client(
            base: "http://127.0.0.1:\(peer.port)",
            transport: SocketTransport.shared
        )
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        secureClient = try Client(
            base: "https://localhost:\(peer.securePort)",
            transport: SocketTransport(options: options)
        )
    }

    struct Count: Decodable, Sendable {
        var number: Int
    }

    // MARK: - Messages

    @Test(arguments: [true, false], [true, false])
    func `echoed messages equal the sent ones`(isSecure: Bool, isCompressed: Bool) async throws {
        let socket = try await (isSecure ? secureClient : client).webSocket("echo") {
            $0.offersCompression = isCompressed
        }
        #expect(socket.fields.contains("Sec-WebSocket-Extensions") == isCompressed)
        var messages = socket.messages.makeAsyncIterator()
        for size in [0, 1, 125, 126, 1000, 65_535, 65_536, 70_000, 1_000_000] {
            let text = WebSocketMessage.text(String(repeating: "señor ", count: size / 7))
            let bytes = WebSocketMessage.binary(
                (0..<size).map { UInt8(truncatingIfNeeded: $0 * $0) }
            )
            for message in [text, bytes] {
                try await socket.send(message)
                #expect(try await messages.next() == message)
            }
        }
        await socket.close()
        #expect(try await messages.next() == nil)
        #expect(await socket.closeEvent == WebSocketClose(.normal))
    }

    @Test
    func `messages are decoded as values`() async throws {
        let socket = try await client.webSocket("count/1000")
        var numbers: [Int] = []
        for try await count in socket.messages(of: Count.self) { numbers.append(count.number) }
        #expect(numbers == Array(0..<1000))
        #expect(await socket.closeEvent?.code == .normal)
    }

    @Test
    func `fragments are joined into one message`() async throws {
        let socket = try await client.webSocket("fragments")
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("Hola, señora"))
        #expect(try await messages.next() == nil)
    }

    @Test
    func `pings are answered even if no message is being read`() async throws {
        let socket = try await client.webSocket("ping")
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("answered"))
    }

    @Test
    func `a server that reads slowly makes senders wait`() async throws {
        let socket = try await client.webSocket("slow") { $0.offersCompression = false }
        let message = WebSocketMessage.binary([UInt8](repeating: 7, count: 100_000))
        for _ in 0..<200 { try await socket.send(message) }
        try await socket.send(.text("end"))
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("20000003"))
    }

    @Test
    func `a reader with a small buffer gets every message`() async throws {
        let socket = try await secureClient.webSocket("echo") {
            $0.buffer = 1000
            $0.offersCompression = false
        }
        let message = WebSocketMessage.binary([UInt8](repeating: 7, count: 50_000))
        async let sending: Void = {
            for _ in 0..<100 { try await socket.send(message) }
        }()
        var count = 0
        for try await echo in socket.messages {
            #expect(echo == message)
            count += 1
            if count == 100 { break }
        }
        try await sending
        #expect(count == 100)
    }

    @Test
    func `a message beyond the limit is an error`() async throws {
        for isCompressed in [true, false] {
            let socket = try await client.webSocket("big/100001") {
                $0.limits.message = 100_000
                $0.offersCompression = isCompressed
            }
            let error = await webSocketError { for try await _ in socket.messages {} }
            #expect(error?.kind == .tooLarge)
        }
    }

    // MARK: - Openings

    @Test
    func `header fields and subprotocols are sent in the opening handshake`() async throws {
        let client = client.with { $0.fields["Origin"] = "https://club.example" }
        let socket = try await client.webSocket(
            "fields/Origin",
            protocols: ["chess", "scores.v1"]
        )
        #expect(socket.subprotocol == "scores.v1")
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("https://club.example"))
    }

    @Test
    func `a refused opening handshake reports the response`() async throws {
        let error = await webSocketError { _ = try await client.webSocket("refused") }
        #expect(error?.kind == .refused)
        #expect(error?.response?.status == .unauthorized)
        #expect(error?.response?.fields[.wwwAuthenticate] == "Bearer")
        #expect(error?.response?.content.bytes == Array("Who are you?".utf8))
    }

    @Test
    func `an untrusted certificate prevents the opening handshake`() async throws {
        let client = try Client(
            base: "https://localhost:\(peer.securePort)",
            transport: SocketTransport.shared
        )
        let error = await webSocketError { _ = try await client.webSocket("echo") }
        #expect(error?.kind == .unreachable)
        #expect((error?.underlying as? TransportError)?.kind == .tls)
    }

    // MARK: - Ends

    @Test(arguments: [(1000, true), (1001, true), (1008, false), (4001, false)])
    func `a close by the server yields its code and reason`(
        code: Int,
        isOrdinary: Bool
    ) async throws {
        let socket = try await client.webSocket("close/\(code)")
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect((error == nil) == isOrdinary)
        let farewell = try #require(await socket.closeEvent)
        #expect(farewell == WebSocketClose(WebSocketClose.Code(UInt16(code)), "adiós"))
        let late = await webSocketError { try await socket.send(.text("tarde")) }
        #expect(late?.kind == .closed)
    }

    @Test
    func `a server that crashes causes an error`() async throws {
        let socket = try await client.webSocket("die")
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .unreachable)
        #expect(await socket.closeEvent?.code == .abnormal)
    }

    @Test
    func `the server receives the client's close code`() async throws {
        let peer = try WebSocketPeer()
        let client = try Client(
            base: "http://127.0.0.1:\(peer.port)",
            transport: SocketTransport.shared
        )
        var socket: WebSocket? = try await client.webSocket("wait")
        await socket?.close(code: WebSocketClose.Code(4000), reason: "me voy")
        #expect(await peer.readLine() == "4000 me voy")
        // Releasing the WebSocket closes it with the code 1001.
        socket = try await client.webSocket("wait")
        socket = nil
        #expect(await peer.readLine() == "1001 ")
        #expect(socket == nil)
    }

    @Test
    func `cancelling a task that waits for a message closes the WebSocket`() async throws {
        let peer = try WebSocketPeer()
        let client = try Client(
            base: "http://127.0.0.1:\(peer.port)",
            transport: SocketTransport.shared
        )
        let socket = try await client.webSocket("wait")
        let task = Task { try await socket.messages.first { _ in true } }
        task.cancel()
        let error = await webSocketError { _ = try await task.value }
        #expect(error?.kind == .cancelled)
        #expect(await peer.readLine() == "1001 ")
    }

    @Test
    func `shutting down the transport ends its WebSockets`() async throws {
        let transport = SocketTransport()
        let client = try Client(base: "http://127.0.0.1:\(peer.port)", transport: transport)
        for _ in 0..<20 {
            let socket = try await client.webSocket("echo")
            try await socket.send(.text("Hola"))
            _ = try await socket.messages.first { _ in true }
        }
        let socket = try await client.webSocket("wait")
        await transport.shutdown()
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .unreachable)
        let late = await webSocketError { _ = try await client.webSocket("echo") }
        #expect(late?.kind == .unreachable)
    }
}

/// Returns the WebSocket error that some work throws, or `nil`.
func webSocketError(_ body: () async throws -> Void) async -> WebSocketError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? WebSocketError
    }
}
