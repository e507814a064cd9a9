// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Serving WebSockets` {
    // MARK: - Messages

    @Test func `the opening handshake is answered as RFC 6455 requires`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port)
            try client.send(TalkClient.head("talk", ["Sec-WebSocket-Protocol": "x, talk.v1"]))
            let head = try client.headText().lowercased()
            #expect(head.hasPrefix("http/1.1 101 switching protocols\r\n"))
            #expect(head.contains("\r\nupgrade: websocket\r\n"))
            #expect(head.contains("\r\nconnection: upgrade\r\n"))
            #expect(head.contains("\r\nsec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n"))
            #expect(head.contains("\r\nsec-websocket-protocol: talk.v1\r\n"))
            for name in ["content-length", "transfer-encoding", "content-type", "extensions"] {
                #expect(!head.contains(name))
            }
        }
    }

    @Test func `messages are echoed, and pings are answered between fragments`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            try client.say("señora")
            #expect(try client.frame() == .init(first: 0x81, payload: Array("señora".utf8)))
            try client.send(TalkClient.frame(0x82, [0, 1, 255]))
            #expect(try client.frame() == .init(first: 0x82, payload: [0, 1, 255]))
            try client.send(TalkClient.frame(0x01, Array("se\u{F1}".utf8.prefix(3))))
            try client.send(TalkClient.frame(0x89, [7]))
            #expect(try client.frame() == .init(first: 0x8A, payload: [7]))
            try client.send(TalkClient.frame(0x80, Array("\u{F1}or".utf8.dropFirst())))
            #expect(try client.frame().text == "señor")
        }
    }

    @Test func `frames may arrive in pieces of any size`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port)
            let bytes =
                Array(TalkClient.head("talk").utf8) + TalkClient.frame(0x81, Array("a".utf8))
                + TalkClient.frame(0x81, Array("bc".utf8))
            // The first frames are sent together with the handshake, others byte by byte.
            try client.send(bytes)
            _ = try client.headText()
            #expect(try client.frame().text == "a")
            #expect(try client.frame().text == "bc")
            for byte in TalkClient.frame(0x81, Array("d".utf8)) { try client.send([byte]) }
            #expect(try client.frame().text == "d")
        }
    }

    @Test func `messages before a close frame are read but not answered`() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (course, telling) = AsyncStream.makeStream(of: String.self)
        let service = TalkService { socket in
            for await _ in gate { break }
            while case .text(let text)? = try await socket.receive() {
                do {
                    try await socket.send(Remark(text: text))
                    telling.yield("answered \(text)")
                } catch {
                    telling.yield("read \(text)")
                }
            }
            telling.finish()
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            try client.say("a")
            try client.say("b")
            try client.sendClose(1_000)
            #expect(try client.frame().code == 1_000)
            opening.finish()
            var told: [String] = []
            for await line in course { told.append(line) }
            #expect(told == ["read a", "read b"])
        }
    }

    @Test func `long messages are sent in fragments`() async throws {
        let service = TalkService {
            try await $0.send(raw: .binary([UInt8](repeating: 1, count: 2_500)))
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            let frames = [try client.frame(), try client.frame(), try client.frame()]
            #expect(frames.map(\.first) == [0x02, 0x00, 0x80])
            #expect(frames.map(\.payload.count) == [1_024, 1_024, 452])
        }
    }

    @Test func `messages are compressed if the client offers it`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port)
            let offer = "permessage-deflate; client_max_window_bits, x"
            try client.send(TalkClient.head("talk", ["Sec-WebSocket-Extensions": offer]))
            #expect(try client.headText().contains("xtensions: permessage-deflate\r\n"))
            let text = Array(String(repeating: "recado ", count: 500).utf8)
            let deflater = try #require(WebSocketDeflater(window: 15, resetsPerMessage: false))
            let inflater = WebSocketInflater(resetsPerMessage: false)
            for _ in 0..<2 {
                let compressed = try #require(try deflater.compress(text))
                try client.send(TalkClient.frame(0xC1, compressed))
                let frame = try client.frame()
                #expect(frame.first == 0xC1)
                #expect(frame.payload.count < 200)
                var input = (frame.payload + [0, 0, 0xFF, 0xFF])[...]
                var output: [UInt8] = []
                while true {
                    let piece = try inflater.decompress(&input)
                    if piece.isEmpty { break }
                    output += piece
                }
                inflater.endMessage()
                #expect(output == text)
            }
        }
    }

    @Test func `messages are sent uncompressed without memory for compressors`() async throws {
        var configuration = ServerConfiguration.testing()
        // Room for the memory of one compressor, about 280 KiB.
        configuration.limits.webSocketMessages = 400_000
        let text = String(repeating: "recado ", count: 500)
        try await TalkService.echo.run(configuration) { port in
            func client() throws -> TalkClient {
                let client = try TalkClient(port: port)
                let offer = ["Sec-WebSocket-Extensions": "permessage-deflate"]
                try client.send(TalkClient.head("talk", offer))
                #expect(try client.headText().contains("xtensions: permessage-deflate\r\n"))
                return client
            }
            let (first, second) = (try client(), try client())
            try first.say(text)
            #expect(try first.frame().first == 0xC1)
            try second.say(text)
            let frame = try second.frame()
            #expect(frame.first & 0x40 == 0 && frame.payload.count > 500)
            // When a client leaves, its memory is free again.
            first.reset()
            var third = try client()
            try third.say(text)
            while try third.frame().first & 0x40 == 0 {
                await Task.yield()
                third = try client()
                try third.say(text)
            }
        }
    }

    @Test func `frames are exchanged over TLS, however records are split`() async throws {
        let authority = try TestAuthority()
        let application = try TalkService.echo.application()
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, .init(authority: authority.issued))
            client.pieceSize = 3
            try client.send(TalkClient.head("talk"))
            #expect(try client.headText().hasPrefix("HTTP/1.1 101 "))
            try client.send(TalkClient.frame(0x81, Array("hola".utf8)))
            #expect(try client.take(6) == [0x81, 4] + Array("hola".utf8))
            try client.send(TalkClient.frame(0x88, [0x03, 0xE8]))
            #expect(try client.take(4) == [0x88, 2, 0x03, 0xE8])
            #expect(try client.receiveAll().isEmpty)
            #expect(client.wasToldEnd)
        }
    }

    // MARK: - Ends

    @Test func `a client's close frame is answered and the connection closed`() async throws {
        let heard = Recorder<[String]>()
        let service = TalkService { socket in
            var texts: [String] = []
            for try await remark in socket.messages { texts.append(remark.text) }
            heard.record(texts)
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            try client.say(#"{"text":"hola"}"#)
            try client.sendClose(1_001)
            #expect(try client.frame() == .init(first: 0x88, payload: [0x03, 0xE9]))
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
            #expect(heard.value == ["hola"])
        }
    }

    struct Ending: Sendable, CustomTestStringConvertible {
        let name: String
        let code: Int
        let reason: String
        let body: TalkService.Body

        var testDescription: String { name }

        static let all = [
            Ending(name: "returns", code: 1_000, reason: "") { _ in },
            Ending(name: "throws a farewell", code: 4_001, reason: "no") { _ in
                throw WebSocketClose(.init(4_001), "no")
            },
            Ending(name: "throws a farewell that cannot be sent", code: 1_000, reason: "") { _ in
                throw WebSocketClose(.abnormal)
            },
            Ending(name: "fails", code: 1_011, reason: "") { _ in throw TickSequence.Broken() },
            Ending(name: "closes", code: 1_008, reason: "rude") { socket in
                await socket.close(code: .policyViolation, reason: "rude")
                let rest = try await socket.receive()
                #expect(rest == nil)
            },
            Ending(
                name: "cannot read",
                code: 1_007,
                reason: "a message is not what was expected"
            ) { socket in
                for try await _ in socket.messages {}
            },
        ]
    }

    @Test(arguments: Ending.all)
    func `the handler's outcome decides the close code`(ending: Ending) async throws {
        try await TalkService(ending.body).run { port in
            let client = try TalkClient(port: port, opening: "talk")
            try client.say("no remark")
            let frame = try client.frame()
            #expect(frame.first == 0x88)
            #expect(frame.code == ending.code)
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == ending.reason)
            try client.sendClose(ending.code)
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test func `a client that does not answer a close frame is disconnected`() async throws {
        try await TalkService { _ in }.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            #expect(try client.frame().code == 1_000)
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test func `a client that disconnects cancels the handler`() async throws {
        let (begun, ended) = (Gate(), Gate())
        let service = TalkService { _ in
            begun.open()
            await waitForCancellation()
            ended.open()
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            await begun.wait()
            client.reset()
            await ended.wait()
        }
    }

    @Test func `a reading handler gets the client's close code and reason`() async throws {
        let error = Recorder<(any Error)?>()
        let ended = Gate()
        let service = TalkService { socket in
            do {
                for try await _ in socket.messages {}
                error.record(nil)
            } catch let found {
                error.record(found)
            }
            ended.open()
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            try client.sendClose(4_000, "bye")
            await ended.wait()
            #expect(error.value as? WebSocketClose == WebSocketClose(.init(4_000), "bye"))
        }
    }

    @Test func `a shutdown sends close code 1001 and waits for the reply`() async throws {
        let application = try TalkService.echo.application()
        let server = Server(
            .testing(),
            handler: FunctionHandler { await application.respond(to: $0) }
        )
        let port = try await server.start()[0].port ?? 0
        let client = try TalkClient(port: port, opening: "talk")
        try client.say("hola")
        #expect(try client.frame().text == "hola")
        // In a task of its own, because the client blocks the thread of this one.
        let end = Task { await server.shutdown(grace: .seconds(20)) }
        #expect(try client.frame().code == 1_001)
        try client.sendClose(1_001)
        #expect(try client.receiveAll().isEmpty)
        await end.value
    }

    // MARK: - Time

    @Test func `a silent client is sent pings`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port, opening: "watched")
            for _ in 0..<3 {
                let ping = try client.frame()
                #expect(ping.first == 0x89)
                try client.send(TalkClient.frame(0x8A, ping.payload))
            }
        }
    }

    @Test func `a client that does not answer pings is disconnected`() async throws {
        let ended = Gate()
        let service = TalkService { _ in
            await waitForCancellation()
            ended.open()
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "watched")
            #expect(try client.frame().first == 0x89)
            await ended.wait()
            #expect(throws: TestClient.Failure.self) { try client.frame() }
        }
    }

    @Test func `an idle client is closed with code 1000`() async throws {
        try await TalkService.echo.run { port in
            let client = try TalkClient(port: port, opening: "idle")
            try client.say("a")
            #expect(try client.frame().text == "a")
            #expect(try client.frame().code == 1_000)
        }
    }

    // MARK: - Back-pressure

    @Test func `a client that does not read holds the handler back`() async throws {
        let sent = Counter()
        let service = TalkService { socket in
            let piece = [UInt8](repeating: 7, count: 1_024)
            for _ in 0..<1_000_000 {
                try await socket.send(raw: .binary(piece))
                sent.add(1)
            }
        }
        try await service.run { port in
            let slow = try TalkClient(port: port, opening: "talk", receiveBuffer: 4_096)
            var (count, still) = (0, 0)
            while still < 50 {
                let other = try TestClient(port: port)
                try other.send("GET /talks/talk HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try other.answer().status == 426)
                still = sent.value == count && count > 0 ? still + 1 : 0
                count = sent.value
            }
            #expect(count < 1_000_000)
            slow.reset()
        }
    }

    @Test func `a handler that does not read holds the client back`() async throws {
        let go = Gate()
        let service = TalkService { socket in
            await go.wait()
            while let message = try await socket.receive() {
                if message.size > 1 { return try await socket.send(raw: .binary([7])) }
            }
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            let frame = TalkClient.frame(0x82, [UInt8](repeating: 7, count: 4_000))
            var bytes: [UInt8] = []
            for _ in 0..<5_000 { bytes += frame }
            let count = client.sendSome(bytes, patience: 500)
            #expect(count < bytes.count)
            go.open()
            #expect(try client.frame().payload == [7])
            client.reset()
        }
    }
}
