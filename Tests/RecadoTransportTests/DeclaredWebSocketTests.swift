// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoSockets
import RecadoTestSupport
import Testing

/// A message in a room.
struct Utterance: Codable, Sendable, Hashable { var text: String }

/// A WebSocket for messages in a room.
struct EnterRoom: WebSocketEndpoint {
    static let route: Route = "GET /rooms/{room}"
    typealias Incoming = Utterance
    typealias Outgoing = Utterance
    enum Failure: Problem, CaseIterable {
        case closed
        var status: Status { .conflict }
        var title: String { "The room is closed" }
    }

    static let subprotocols = ["rooms.v1"]
    @Path var room: Int
}

/// A WebSocket for messages in a room that is only for members.
struct EnterClub: WebSocketEndpoint {
    static let route: Route = "GET /club"
    typealias Incoming = Utterance
    typealias Outgoing = Utterance
    struct Caller: RecadoEndpoints.Caller {
        typealias Credentials = BasicCredentials
        static var realm: String { "Club" }
        let name: String
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `WebSockets of declared endpoints` {
    typealias Body = @Sendable (EnterRoom.Output.Socket) async throws -> Void

    /// Runs a server while `function` runs, which gets a client and the server.
    private func run(
        _ body: @escaping Body,
        credentials: BasicCredentials? = nil,
        _ function: (Client, Server) async throws -> Void
    ) async throws {
        var service = Service(
            API(
                name: "talks",
                title: "T",
                version: "1",
                endpoints: [EnterRoom.self, EnterClub.self]
            )
        )
        service.authenticate(EnterClub.Caller.self) { credentials, _ throws(ProblemDetails) in
            credentials.password == "secret" ? EnterClub.Caller(name: credentials.user) : nil
        }
        service.serve { (call: EnterRoom) async throws(EnterRoom.Failure) in
            if call.room == 0 { throw .closed }
            return WebSocketHandler(body)
        }
        service.serve { (_: EnterClub, caller: EnterClub.Caller) async in
            WebSocketHandler { try await $0.send(Utterance(text: caller.name)) }
        }
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        let server = Server(configuration, handler: try Application([service]))
        let authority = try await server.start()[0].description
        let client = try Client(base: "http://\(authority)/talks", transport: SocketTransport()) {
            $0.credentials = credentials
        }
        do {
            try await function(client, server)
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }

    private static let echo: Body = { socket in
        for try await utterance in socket.messages { try await socket.send(utterance) }
    }

    @Test func `values are sent in both directions`() async throws {
        try await run(Self.echo) { client, _ in
            let socket = try await client.webSocket(EnterRoom(room: 7))
            #expect(socket.subprotocol == "rooms.v1")
            // The second text is compressed, and the third is sent in fragments.
            let texts = ["hola", String(repeating: "señora ", count: 500), Self.noise]
            var messages = socket.messages.makeAsyncIterator()
            for text in texts {
                try await socket.send(Utterance(text: text))
                #expect(try await messages.next()?.text == text)
            }
            await socket.close()
            #expect(await socket.socket.closeEvent?.code == .normal)
        }
    }

    /// A random text, which can hardly be compressed.
    private static var noise: String {
        var generator = SystemRandomNumberGenerator()
        return String(
            (0..<300_000).map { _ in
                Character(Unicode.Scalar(UInt8.random(in: 35...91, using: &generator)))
            }
        )
    }

    @Test func `many messages keep their order`() async throws {
        try await run(Self.echo) { client, _ in
            let socket = try await client.webSocket(EnterRoom(room: 7))
            async let sent: Void = {
                for number in 0..<500 { try await socket.send(Utterance(text: "\(number)")) }
            }()
            var expected = 0
            for try await utterance in socket.messages {
                #expect(utterance.text == "\(expected)")
                expected += 1
                if expected == 500 { break }
            }
            try await sent
            await socket.close()
        }
    }

    @Test func `a declared failure refuses the handshake`() async throws {
        try await run(Self.echo) { client, _ in
            let error = await #expect(throws: WebSocketError.self) {
                _ = try await client.webSocket(EnterRoom(room: 0))
            }
            #expect(error?.kind == .refused)
            #expect(error?.failure(of: EnterRoom.self) == .closed)
        }
    }

    @Test(arguments: ["secret", "wrong"])
    func `the handshake authenticates the caller`(password: String) async throws {
        let credentials = try BasicCredentials(user: "Ana", password: password)
        try await run(Self.echo, credentials: credentials) { client, _ in
            do {
                let socket = try await client.webSocket(EnterClub())
                var texts: [String] = []
                for try await utterance in socket.messages { texts.append(utterance.text) }
                #expect(texts == ["Ana"])
                #expect(password == "secret")
            } catch {
                #expect((error as? WebSocketError)?.response?.status == .unauthorized)
                #expect(password == "wrong")
            }
        }
    }

    @Test func `the client gets the close code and reason of the handler`() async throws {
        try await run { _ in
            throw WebSocketClose(.init(4_001), "adiós")
        } _: { client, _ in
            let socket = try await client.webSocket(EnterRoom(room: 7))
            let error = await #expect(throws: WebSocketError.self) {
                for try await _ in socket.messages {}
            }
            #expect(error?.close == WebSocketClose(.init(4_001), "adiós"))
        }
    }

    @Test func `a message above the size limit closes the WebSocket`() async throws {
        try await run(Self.echo) { client, _ in
            let socket = try await client.webSocket(EnterRoom(room: 7)) {
                $0.offersCompression = false
            }
            let error = await #expect(throws: WebSocketError.self) {
                try await socket.send(Utterance(text: String(repeating: "x", count: 2 << 20)))
                for try await _ in socket.messages {}
            }
            // The close frame may be lost, as the server stops reading the message.
            if let close = error?.close { #expect(close.code == .tooBig) }
        }
    }

    @Test func `a slow client pauses the handler and loses no message`() async throws {
        let sent = Tally()
        let body: Body = { socket in
            let piece = [UInt8](repeating: 7, count: 10_000)
            for _ in 0..<1_500 {
                try await socket.send(raw: .binary(piece))
                sent.add()
            }
        }
        try await run(body) { client, _ in
            let socket = try await client.webSocket(EnterRoom(room: 7)) {
                $0.offersCompression = false
                $0.buffer = 1_000
            }
            var messages = socket.socket.messages.makeAsyncIterator()
            _ = try await messages.next()
            var (count, still) = (0, 0)
            while still < 50 {
                _ = try? await client.webSocket(EnterRoom(room: 0))
                still = sent.value == count ? still + 1 : 0
                count = sent.value
            }
            #expect(count < 1_500)
            var received = 1
            while try await messages.next() != nil { received += 1 }
            #expect(received == 1_500)
        }
    }

    @Test func `a server shutdown closes the WebSocket with the code goingAway`() async throws {
        try await run(Self.echo) { client, server in
            let socket = try await client.webSocket(EnterRoom(room: 7))
            try await socket.send(Utterance(text: "hola"))
            var messages = socket.messages.makeAsyncIterator()
            #expect(try await messages.next()?.text == "hola")
            async let end: Void = server.shutdown(grace: .seconds(20))
            #expect(try await messages.next() == nil)
            #expect(await socket.socket.closeEvent?.code == .goingAway)
            await end
        }
    }

    @Test func `releasing the client's WebSocket cancels the handler`() async throws {
        let ended = Event()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        continuation.onTermination = { _ in ended.happen() }
        let body: Body = { socket in
            try await socket.send(Utterance(text: "hola"))
            for await _ in stream {}
        }
        try await run(body) { client, _ in
            do {
                let socket = try await client.webSocket(EnterRoom(room: 7))
                var messages = socket.messages.makeAsyncIterator()
                _ = try await messages.next()
            }
            await ended.wait()
        }
    }
}
