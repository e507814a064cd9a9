// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Serving requests` {
    private static func get(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n"
    }

    @Test func `a connection serves one request after another`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            for number in 1...3 {
                try client.send(Self.get("/\(number)"))
                let answer = try client.answer()
                #expect(answer.status == 200)
                #expect(answer.content == "GET /\(number) ")
                #expect(answer.fields["connection"] == nil)
                #expect(answer.fields["date"]?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test func `a request has the peer's address and its own authority`() async throws {
        try await withServer(
            handler: FunctionHandler { request in
                let peer = request.peer
                let text =
                    "\(peer?.address ?? "") \(peer?.isLocal ?? false) \(request.authority)"
                return Response(status: .ok, content: Content(text))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get("/"))
            #expect(try client.answer().content == "127.0.0.1 true h")
        }
    }

    @Test func `pipelined responses keep their order even if the first is slow`() async throws {
        let gate = Gate()
        try await withServer(
            handler: FunctionHandler { request in
                if request.target == "/0" { await gate.wait() }
                return await FunctionHandler.mirror.respond(to: request)
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send((0..<40).map { Self.get("/\($0)") }.joined())
            let other = try TestClient(port: port)
            try other.send(Self.get("/other"))
            #expect(try other.answer().content == "GET /other ")
            gate.open()
            for number in 0..<40 { #expect(try client.answer().content == "GET /\(number) ") }
        }
    }

    @Test func `requests may be split at any byte`() async throws {
        let request =
            "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n2;x\r\nde\r\n0\r\nA: b\r\n\r\n" + Self.get("/b")
        let bytes = Array(request.utf8)
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            for cut in 1..<bytes.count {
                try client.send(Array(bytes[..<cut]))
                try client.send(Array(bytes[cut...]))
                #expect(try client.answer().content == "POST /a abcde", "cut at \(cut)")
                #expect(try client.answer().content == "GET /b ", "cut at \(cut)")
            }
            for byte in bytes { try client.send([byte]) }
            #expect(try client.answer().content == "POST /a abcde")
            #expect(try client.answer().content == "GET /b ")
        }
    }

    @Test func `HEAD is answered without content and keeps the connection open`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n" + Self.get("/b"))
            let answer = try client.answer(toHead: true)
            #expect(answer.fields["content-length"] == "8")
            #expect(try client.answer().content == "GET /b ")
        }
    }

    @Test func `Connection: close from a client is respected`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get("/", "Connection: close\r\n"))
            let text = try client.receiveAll()
            #expect(text.contains("\r\nConnection: close\r\n"))
            #expect(text.hasSuffix("\r\n\r\nGET / "))
            #expect(!client.wasReset)
        }
    }

    @Test func `HTTP/1.0 closes the connection unless keep-alive is requested`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.fields["connection"] == "keep-alive")
            try client.send("GET /b HTTP/1.0\r\n\r\n")
            #expect(try client.receiveAll().hasSuffix("GET /b "))
        }
    }

    @Test func `a client that only closes its sending side is answered`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get("/a") + Self.get("/b"))
            client.finishSending()
            #expect(try client.answer().content == "GET /a ")
            #expect(try client.answer().content == "GET /b ")
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
        }
    }

    @Test func `the last allowed request closes the connection`() async throws {
        try await withServer(.testing { $0.limits.requestsPerConnection = 2 }, handler: .mirror) {
            port in
            let client = try TestClient(port: port)
            try client.send(Self.get("/1") + Self.get("/2") + Self.get("/3"))
            #expect(try client.answer().fields["connection"] == nil)
            #expect(try client.answer().fields["connection"] == "close")
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
        }
    }

    @Test func `large responses arrive complete`() async throws {
        let content = [UInt8]((0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(content))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get("/") + Self.get("/"))
            for _ in 0..<2 {
                while !client.buffer.starts(with: Array("\r\n\r\n".utf8)) { _ = try client.take(1) }
                _ = try client.take(4)
                #expect(try client.take(content.count) == content)
            }
        }
    }

    @Test func `the server stops reading from a pipelining client that does not read`() async throws
    {
        let counter = Counter()
        try await withServer(
            .testing { $0.limits.requestsPerConnection = .max },
            handler: FunctionHandler { _ in
                counter.add(1)
                return Response(
                    status: .ok,
                    content: Content([UInt8](repeating: 65, count: 10_000))
                )
            }
        ) { port in
            let client = try TestClient(port: port, receiveBuffer: 8_192)
            let batch = Array(String(repeating: Self.get("/"), count: 1_000).utf8)
            // Tries to send half a million requests, which works only if the server keeps reading.
            let sent = client.sendUntilBlocked(batch, atMost: batch.count * 500)
            #expect(sent < batch.count * 500)
            #expect(counter.value < 100_000)
        }
    }

    @Test func `a server can listen on a Unix socket`() async throws {
        let path = "/tmp/recado-test-\(UInt64.random(in: 0...UInt64.max)).sock"
        var configuration = ServerConfiguration()
        configuration.addresses = [SocketAddress(path: path)]
        configuration.loops = 2
        for _ in 0..<2 {
            let server = Server(configuration, handler: FunctionHandler.mirror)
            #expect(try await server.start() == configuration.addresses)
            await #expect(throws: ServerError.addressInUse(SocketAddress(path: path))) {
                let second = Server(configuration, handler: FunctionHandler.mirror)
                try await second.start()
            }
            let client = try TestClient(path: path)
            try client.send(Self.get("/a"))
            #expect(try client.answer().content == "GET /a ")
            await server.shutdown(grace: .zero)
        }
    }

    @Test func `two hundred connections are served at the same time`() async throws {
        // More would exceed the file descriptors: each connection has two in this process, and
        // Foundation cannot watch the processes of other tests if descriptors exceed 1 023.
        try await withServer(.testing { $0.loops = 2 }, handler: .mirror) { port in
            let clients = try (0..<200).map { _ in try TestClient(port: port) }
            for (number, client) in clients.enumerated() { try client.send(Self.get("/\(number)")) }
            for (number, client) in clients.enumerated() {
                #expect(try client.answer().content == "GET /\(number) ")
            }
        }
    }

    @Test func `handlers resume on their own event loop`() async throws {
        try await withServer(
            .testing { $0.loops = 1 },
            handler: FunctionHandler { _ in
                let before = ThreadIdentity.current
                await Task.yield()
                try? await Task.sleep(for: .milliseconds(1))
                let isSame = before == ThreadIdentity.current
                return Response(status: .ok, content: Content("\(isSame)"))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get("/"))
            #expect(try client.answer().content == "true")
        }
    }
}
