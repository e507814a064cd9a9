// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Content that signals new data` {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    /// Serves content to every request for `/`, and sends one request.
    private func serve(
        _ source: Additions,
        request: String = get,
        receiveBuffer: Int32? = nil,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        try await withServer(
            .testing(),
            handler: FunctionHandler { request in
                guard request.target == "/" else { return Response(status: .noContent) }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in
            let client = try TestClient(port: port, receiveBuffer: receiveBuffer)
            try client.send(request)
            try await body(client)
        }
    }

    @Test func `is sent as it becomes available and keeps the connection open`() async throws {
        let source = Additions(["a"])
        try await serve(source) { client in
            await source.isFollowed.wait()
            while !String(decoding: client.buffer, as: UTF8.self).hasSuffix("1\r\na\r\n") {
                try client.receive()
            }
            source.add("bc")
            source.add("d")
            source.add(.end)
            #expect(try client.answer().content == "abcd")
            try client.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().status == 204)
        }
    }

    @Test func `ends by closing the connection for HTTP/1.0`() async throws {
        let source = Additions(["a", "b"])
        source.add(.end)
        try await serve(source, request: "GET / HTTP/1.0\r\n\r\n") { client in
            let answer = try client.answer()
            #expect(answer.content == "ab")
            #expect(!client.wasReset)
        }
    }

    @Test func `waits for a slow client, which gets all of it`() async throws {
        let pieces = (0..<400).map { String(repeating: "\($0 % 10)", count: 50_000) }
        let source = Additions(pieces)
        try await serve(source, receiveBuffer: 8_192) { client in
            await source.isFollowed.wait()
            try await Task.sleep(for: .milliseconds(200))
            // The source has 20 MB; only as much was read as the system buffers.
            #expect((1..<250).contains(source.polls))
            source.add(.end)
            #expect(try client.answer().content == pieces.joined())
        }
    }

    @Test func `gets filler bytes during silence`() async throws {
        let source = Additions(silence: .milliseconds(100))
        try await serve(source) { client in
            while !String(decoding: client.buffer, as: UTF8.self).hasSuffix("~\r\n1\r\n~\r\n") {
                try client.receive()
            }
            source.add("a")
            source.add(.end)
            let content = try client.answer().content
            #expect(content.hasPrefix("~~") && content.hasSuffix("a"))
        }
    }

    @Test(arguments: [true, false])
    func `is released when its client disconnects`(byReset: Bool) async throws {
        let released = Gate()
        var source: Additions? = Additions(["a"], released: released)
        weak let content = source
        try await withServer(
            handler: FunctionHandler { [content = Mutex(source)] _ in
                guard let source = content.withLock({ $0.take() }) else {
                    return Response(status: .noContent)
                }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in
            source = nil
            let client = try TestClient(port: port)
            try client.send(Self.get)
            await content?.isFollowed.wait()
            if byReset { client.reset() } else { client.finishSending() }
            await released.wait()
        }
    }

    @Test func `never looks complete if it fails`() async throws {
        let source = Additions(["a"])
        try await serve(source) { client in
            await source.isFollowed.wait()
            source.breakOff()
            let text = try client.receiveAll()
            #expect(!text.hasSuffix("0\r\n\r\n"))
            #expect(client.wasReset)
        }
    }

    @Test func `is not read for HEAD`() async throws {
        let source = Additions(["a"])
        try await serve(source, request: "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n") { client in
            let answer = try client.answer(toHead: true)
            #expect(answer.status == 200)
            #expect(source.polls == 0)
        }
    }

    @Test func `is read by a task while request content is outstanding`() async throws {
        let source = Additions(["a"])
        let post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n"
        try await serve(source, request: post) { client in
            let answer = try client.answer()
            #expect(answer.content == "task:a")
            #expect(!source.isFollowed.isOpen)
        }
    }

    @Test func `is released when the server shuts down`() async throws {
        let released = Gate()
        let content = Mutex<Additions?>(Additions(["a"], released: released))
        let isFollowed = try #require(content.withLock { $0?.isFollowed })
        let server = Server(
            .testing(),
            handler: FunctionHandler { _ in
                guard let source = content.withLock({ $0.take() }) else {
                    return Response(status: .noContent)
                }
                return Response(status: .ok, content: Content(reading: source))
            }
        )
        let client = try TestClient(port: try await server.start()[0].port ?? 0)
        try client.send(Self.get)
        await isFollowed.wait()
        await server.shutdown(grace: .zero)
        await released.wait()
    }
}
