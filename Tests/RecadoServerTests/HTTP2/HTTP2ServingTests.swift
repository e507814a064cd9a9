// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Serving HTTP2` {
    @Test func `a request is answered`() async throws {
        let handler = FunctionHandler { request in
            let text =
                "\(request.method) \(request.scheme) \(request.authority) \(request.target) "
                + "\(request.fields[.accept] ?? "-") \(request.peer?.isLocal ?? false)"
            return Response(status: .ok, fields: ["X-Thing": " a "], content: Content(text))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "GET", "/a?b=%20", [("accept", "text/plain")])
            let answer = try client.answer(1)
            #expect(answer.status == 200)
            #expect(answer.text == "GET http h /a?b=%20 text/plain true")
            #expect(answer["content-length"] == "\(answer.content.count)")
            #expect(answer["x-thing"] == "a")
            #expect(answer["date"]?.hasSuffix(" GMT") == true)
        }
    }

    @Test func `a fast response overtakes a slow one`() async throws {
        let gate = Gate()
        let handler = FunctionHandler { request in
            if request.target == "/slow" { await gate.wait() }
            return Response(status: .ok, content: Content(request.target))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "GET", "/slow")
            try client.request(3, "GET", "/fast")
            #expect(try client.answer(3).text == "/fast")
            gate.open()
            #expect(try client.answer(1).text == "/slow")
        }
    }

    @Test func `a thousand requests are served on one connection`() async throws {
        let configuration = ServerConfiguration.testing { $0.limits.requestsPerConnection = 5_000 }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            for round in 0..<20 {
                let streams = (0..<50).map { UInt32(round * 100 + $0 * 2 + 1) }
                try client.send(streams.map { FrameClient.request($0, "GET", "/\($0)") })
                for stream in streams {
                    #expect(try client.answer(stream).text == "GET /\(stream) ")
                }
            }
        }
    }

    @Test(arguments: [Status.noContent, .notModified])
    func `a status without content sends no DATA frames`(status: Status) async throws {
        try await withServer(handler: FunctionHandler { _ in Response(status: status) }) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            let answer = try client.answer(1)
            #expect(answer.status == status.code)
            #expect(answer["content-length"] == nil)
            #expect(client.dataOrder.isEmpty)
        }
    }

    @Test func `HEAD has a Content-Length and no content`() async throws {
        let handler = FunctionHandler { _ in Response(status: .ok, content: Content("four")) }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "HEAD")
            let answer = try client.answer(1)
            #expect(answer["content-length"] == "4")
            #expect(answer.content.isEmpty)
        }
    }

    @Test func `connection-specific fields are left out`() async throws {
        let fields: Fields = [
            "Connection": "keep-alive", "Keep-Alive": "timeout=5", "Proxy-Connection": "close",
            "Transfer-Encoding": "chunked", "Upgrade": "h2c", "Trailer": "a", "Content-Length": "9",
            "Set-Cookie": "a=b", "Date": "now",
        ]
        let handler = FunctionHandler { _ in
            Response(status: .ok, fields: fields, content: Content("x"))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            let answer = try client.answer(1)
            #expect(answer.fields.map(\.name).sorted() == ["content-length", "date", "set-cookie"])
            #expect(answer["content-length"] == "1")
            #expect(answer.fields.filter(\.isSecret).map(\.name) == ["set-cookie"])
        }
    }

    @Test func `Connection: close ends the connection after the other responses`() async throws {
        let handler = FunctionHandler { request in
            let closes = request.target == "/close"
            return Response(status: .ok, fields: closes ? ["Connection": "close"] : [:])
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.send(FrameClient.request(1, "GET", "/close"), FrameClient.request(3))
            #expect(try client.answer(1).status == 200)
            #expect(try client.answer(3).status == 200)
            client.receiveToEnd()
            #expect(client.goAways.last == FrameClient.GoAway(last: 3, code: 0))
        }
    }

    // MARK: - Beginning

    @Test func `the preface may arrive byte by byte`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port, greets: false)
            let bytes =
                FrameClient.preface + Frame.settings([]).bytes
                + FrameClient.request(1, "GET", "/slowly").bytes
            for byte in bytes { try client.client.send([byte]) }
            #expect(try client.answer(1).text == "GET /slowly ")
        }
    }

    @Test func `HTTP/1.1 is served on the same port`() async throws {
        try await withServer(handler: .mirror) { port in
            let (one, two) = (try FrameClient(port: port), try TestClient(port: port))
            try two.send("GET /one HTTP/1.1\r\nHost: h\r\n\r\n")
            try one.request(1, "GET", "/two")
            #expect(try two.answer().content == "GET /one ")
            #expect(try one.answer(1).text == "GET /two ")
        }
    }

    @Test func `an invalid preface ends the connection`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send("PRI * HTTP/2.0\r\n\r\nMS\r\n\r\n")
            #expect(try !client.receiveAll().contains("HTTP/1.1"))
        }
    }

    @Test func `a preface after an HTTP/1.1 request is refused with 505`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().status == 200)
            try client.send(FrameClient.preface)
            #expect(try client.answer().status == 505)
        }
    }

    @Test func `a server can be limited to HTTP/1.1`() async throws {
        let configuration = ServerConfiguration.testing { $0.http2 = false }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send(FrameClient.preface)
            #expect(try client.answer().status == 505)
        }
    }

    @Test func `an upgrade to h2c is ignored`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send(
                "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
            )
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.fields["upgrade"] == nil)
        }
    }

    // MARK: - The connection

    @Test func `the limits are announced in SETTINGS`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.concurrentStreams = 7
            configuration.limits.http2.streamWindow = 100_000
            configuration.limits.http2.connectionWindow = 200_000
            configuration.limits.fields = 9_000
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            #expect(client.settings == [3: 7, 4: 100_000, 6: 9_000, 9: 1])
            #expect(client.window == 200_000 - 65_535)
        }
    }

    @Test func `PING is answered with the same payload`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            #expect(client.pings.map(\.flags) == [1, 1])
            #expect(client.pings.last?.payload == Array("question".utf8))
        }
    }
}
