// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Connection errors of HTTP2` {
    private static let priority: [UInt8] = [0, 0, 0, 0, 15]

    @Test func `PRIORITY on stream 0 ends the connection`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.send(Frame(kind: .priority, payload: Self.priority))
            #expect(try client.goAway().code == 1)
            client.receiveToEnd()
        }
    }

    @Test(arguments: [0, 2] as [UInt32])
    func `a request with an invalid stream identifier ends the connection`(
        _ stream: UInt32
    ) async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(5)
            _ = try client.answer(5)
            try client.request(stream)
            #expect(try client.goAway().code == 1)
            client.receiveToEnd()
        }
    }

    @Test func `PRIORITY on another stream is accepted`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.send(Frame(kind: .priority, stream: 3, payload: Self.priority))
            try client.request(3)
            #expect(try client.answer(3).text == "GET / ")
        }
    }

    @Test(arguments: [1, 3] as [UInt32])
    func `a request with a lower stream identifier ends the connection`(
        _ stream: UInt32
    ) async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            _ = try client.answer(1)
            try client.request(5)
            _ = try client.answer(5)
            try client.request(stream)
            let goAway = try client.goAway()
            #expect(goAway.code == 5 && goAway.last == 5)
            client.receiveToEnd()
        }
    }

    @Test func `a request on a stream that the client has reset ends the connection`() async throws
    {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            try client.send(.reset(1), FrameClient.request(1))
            #expect(try client.goAway().code == 5)
            client.receiveToEnd()
        }
    }

    @Test func `trailers of a request that the server has reset are ignored`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            let malformed = Frame(
                kind: .headers,
                flags: Frame.endHeaders,
                stream: 1,
                payload: FrameClient.block([(":method", "GET"), ("A", "b")])
            )
            try client.send(malformed)
            #expect(try client.answer(1).resetCode == 1)
            try client.send(FrameClient.headers(1, [("a", "b")]))
            try client.request(3)
            #expect(try client.answer(3).text == "GET / ")
            #expect(client.goAways.isEmpty)
        }
    }
}

/// An observer that trusts every client as a proxy, or none.
private struct ProxyObserver: ServerObserver {
    let isTrusting: Bool

    func trusts(_ peer: Peer) -> Bool { isTrusting }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `The scheme of a request` {
    private func status(_ scheme: String, isTrusting: Bool) async throws -> Int {
        let server = Server(
            .testing(),
            handler: FunctionHandler.mirror,
            observer: ProxyObserver(isTrusting: isTrusting)
        )
        let port = try await server.start()[0].port ?? 0
        let client = try FrameClient(port: port)
        let fields = [
            (":method", "GET"), (":scheme", scheme), (":authority", "h"), (":path", "/"),
        ]
        try client.send(FrameClient.headers(1, fields))
        let status = try client.answer(1).status
        await server.shutdown(grace: .zero)
        return status
    }

    @Test(arguments: ["http", "HTTP"])
    func `is accepted if it is that of the connection`(_ scheme: String) async throws {
        #expect(try await status(scheme, isTrusting: false) == 200)
    }

    @Test(arguments: ["https", "ftp", "https2"])
    func `is refused in HTTP/2 if it differs from the connection's`(_ scheme: String) async throws {
        #expect(try await status(scheme, isTrusting: false) == 421)
    }

    @Test func `may differ from the connection's behind a trusted proxy`() async throws {
        #expect(try await status("https", isTrusting: true) == 200)
    }

    @Test(arguments: [false, true])
    func `is refused in HTTP/1.1 if it differs, except behind a trusted proxy`(
        _ isTrusting: Bool
    ) async throws {
        let server = Server(
            .testing(),
            handler: FunctionHandler.mirror,
            observer: ProxyObserver(isTrusting: isTrusting)
        )
        let port = try await server.start()[0].port ?? 0
        let client = try TestClient(port: port)
        try client.send(Array("GET https://h/ HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        #expect(try client.answer().status == (isTrusting ? 200 : 421))
        await server.shutdown(grace: .zero)
    }
}
