// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CTestTLS
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Serving over TLS` {
    private static let get = "GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n"
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private var trusting: TLSClient.Options { .init(authority: authority.issued) }

    // MARK: - Requests

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a connection serves several requests`(version: Int32) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            var options = trusting
            options.version = version
            let client = try TLSClient.connected(to: port, options)
            for number in 0..<3 {
                try client.send("GET /\(number) HTTP/1.1\r\nHost: shop.example\r\n\r\n")
                #expect(try client.answer().content == "GET /\(number) ")
            }
        }
    }

    @Test func `the peer is marked as secure`() async throws {
        let peers = Recorder<Peer?>()
        let handler = FunctionHandler { request in
            peers.record(request.peer)
            return Response(status: .noContent)
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send(Self.get)
            #expect(try client.answer().status == 204)
            let expected = Peer(address: "127.0.0.1", isLocal: true, isSecure: true)
            #expect(peers.value == expected)
        }
    }

    @Test func `pipelined requests are answered in order across TLS records`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, trusting)
            let texts = (0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: shop.example\r\n\r\n" }
            try client.send(texts.joined())
            try client.sendRaw(texts.flatMap { client.records(of: $0) })
            for number in Array(0..<20) + Array(0..<20) {
                #expect(try client.answer().content == "GET /\(number) ")
            }
        }
    }

    @Test(arguments: [1, 7])
    func `records may arrive in pieces of any size`(size: Int) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient(port: port, trusting)
            client.pieceSize = size
            try client.shakeHands()
            try client.send(
                "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 5\r\n\r\nhello"
            )
            #expect(try client.answer().content == "POST / hello")
        }
    }

    // MARK: - Large content

    @Test func `long content is echoed under back-pressure in both directions`() async throws {
        let text = String(repeating: "0123456789abcde", count: 400_000)
        let handler = FunctionHandler { request in
            let source = request.content.makeSource()
            return Response(
                status: .ok,
                content: Content(reading: FunctionSource { try await source.next() })
            )
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting, receiveBuffer: 8_192)
            try client.send(
                "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
            )
            var rest = client.records(of: text)[...]
            while !rest.isEmpty {
                let sent = client.sendSome(Array(rest.prefix(65_536)), patience: 10)
                rest = rest.dropFirst(sent)
                while client.isReadable(within: 0) { _ = try client.receive() }
            }
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.content == text)
        }
    }

    @Test func `a large response waits for a slow client, even during a key update`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 400_000)
        let handler = FunctionHandler { _ in Response(status: .ok, content: Content(text)) }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting, receiveBuffer: 32_768)
            try client.send(Self.get)
            #expect(client.isReadable(within: 10_000))
            // A key update in the middle makes the server write while it reads.
            client.updateKeys()
            try client.send(Self.get)
            for _ in 0..<2 {
                let answer = try client.answer()
                #expect(answer.status == 200)
                #expect(answer.content == text)
            }
        }
    }

    @Test func `a handler that does not read holds the client back`() async throws {
        let gate = Gate()
        let handler = FunctionHandler { request in
            await gate.wait()
            let count = (try? await request.content.collect(upTo: 64 << 20).count) ?? -1
            return Response(status: .ok, content: Content("\(count)"))
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting)
            let (piece, count) = ([UInt8](repeating: 1, count: 16_000), 1_000)
            try client.send(
                "POST / HTTP/1.1\r\nHost: shop.example\r\n"
                    + "Content-Length: \(piece.count * count)\r\n\r\n"
            )
            let records = client.records(of: String(repeating: "x", count: piece.count * count))
            let sent = client.sendSome(records, patience: 300)
            #expect(sent < records.count)
            gate.open()
            try client.sendRaw(Array(records[sent...]))
            #expect(try client.answer().content == "\(piece.count * count)")
        }
    }

    // MARK: - The end

    @Test func `a complete response is followed by close_notify`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send("GET / HTTP/1.0\r\nHost: shop.example\r\n\r\n")
            #expect(try client.answer().status == 200)
            #expect(try client.receiveAll().isEmpty)
            #expect(client.wasToldEnd)
        }
    }

    @Test func `a truncated response is not followed by close_notify`() async throws {
        struct Fault: Error {}
        let pieces = Counter()
        let handler = FunctionHandler { _ in
            Response(
                status: .ok,
                content: Content(
                    reading: FunctionSource {
                        pieces.add(1)
                        if pieces.value > 1 { throw Fault() }
                        return Array("half".utf8)
                    }
                )
            )
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send("GET / HTTP/1.0\r\nHost: shop.example\r\n\r\n")
            _ = try? client.receiveAll()
            #expect(!client.wasToldEnd)
            #expect(client.hasEnded)
        }
    }

    @Test func `a client that has sent close_notify still gets its response`() async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send(Self.get)
            try client.sendCloseNotify()
            #expect(try client.answer().content == "GET / ")
            #expect(try client.receiveAll().isEmpty)
            #expect(client.wasToldEnd)
        }
    }

    @Test(arguments: [true, false])
    func `truncated content is not accepted as complete`(saysFarewell: Bool) async throws {
        let errors = Recorder<String>()
        let ended = Gate()
        let handler = FunctionHandler { request in
            do {
                _ = try await request.content.collect(upTo: 1 << 20)
            } catch {
                errors.record("\(error)")
            }
            ended.open()
            return Response(status: .ok)
        }
        try await withServer(.secure(authority), handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send(
                "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 9\r\n\r\nhalf"
            )
            if saysFarewell { try client.sendCloseNotify() }
            client.finishSending()
            await ended.wait()
            #expect(errors.value == RequestContentError.disconnected.description)
        }
    }

    @Test func `an idle connection is closed with close_notify`() async throws {
        let configuration = try ServerConfiguration.secure(authority) {
            $0.deadlines.idle = .milliseconds(200)
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send(Self.get)
            #expect(try client.answer().status == 200)
            #expect(try client.receiveAll().isEmpty)
            #expect(client.wasToldEnd)
        }
    }

    @Test func `shutdown completes running requests and closes idle connections`() async throws {
        let (started, gate) = (Gate(), Gate())
        let handler = FunctionHandler { request in
            if request.target == "/slow" {
                started.open()
                await gate.wait()
            }
            return await FunctionHandler.mirror.respond(to: request)
        }
        let server = Server(try .secure(authority), handler: handler)
        let port = try await server.start()[0].port ?? 0
        let idle = try TLSClient.connected(to: port, trusting)
        try idle.send(Self.get)
        #expect(try idle.answer().status == 200)
        let silent = try TLSClient(port: port, trusting)
        let busy = try TLSClient.connected(to: port, trusting)
        try busy.send("GET /slow HTTP/1.1\r\nHost: shop.example\r\n\r\n")
        await started.wait()
        // A task on the global executor, because the clients block the thread of this one.
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(30))
        }
        #expect(try idle.receiveAll().isEmpty)
        #expect(idle.wasToldEnd)
        #expect(try silent.receiveRaw() == nil)
        gate.open()
        let answer = try busy.answer()
        #expect(answer.content == "GET /slow ")
        #expect(answer.fields["connection"] == "close")
        #expect(try busy.receiveAll().isEmpty)
        #expect(busy.wasToldEnd && !busy.wasReset)
        await end.value
    }

    // MARK: - Coming back over TLS

    @Test(arguments: [
        "shop.example": "max-age=31536000", "shop.example:8443": "max-age=31536000",
        "localhost": nil, "LOCALHOST:8443": nil, "shop.localhost": nil, "127.0.0.1": nil,
        "[::1]:8443": nil,
    ])
    func `HSTS is sent, except for local hosts`(host: String, value: String?) async throws {
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try client.answer().fields["strict-transport-security"] == value)
        }
    }

    @Test func `the HSTS value can be configured or set by the handler`() async throws {
        let configuration = try ServerConfiguration.secure(authority) {
            $0.tls?.strictTransport = .init(maxAge: .seconds(60), includesSubdomains: true)
        }
        let handler = FunctionHandler { request in
            var response = Response(status: .ok)
            if request.target == "/own" {
                response.fields[.strictTransportSecurity] = "max-age=0"
            }
            return response
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try TLSClient.connected(to: port, trusting)
            try client.send(Self.get)
            let field = "strict-transport-security"
            #expect(try client.answer().fields[field] == "max-age=60; includeSubDomains")
            try client.send("GET /own HTTP/1.1\r\nHost: shop.example\r\n\r\n")
            #expect(try client.answer().fields[field] == "max-age=0")
        }
    }
}
