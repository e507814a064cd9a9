// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization
import Testing

@testable import RecadoServer

/// Answers with more bytes than the system buffers for a client: at once, in a task, or in pieces.
private final class Flood: Handler, ServerObserver {
    static let count = 32 << 20
    private let refusals = Mutex<[RefusedRequest]>([])

    var reasons: [String] { refusals.withLock { $0.map(\.reason) } }

    func note(_ refusal: RefusedRequest) { refusals.withLock { $0.append(refusal) } }

    func handle(_ request: Request) -> PendingResponse {
        switch request.target {
        case "/now": .now(Self.answer)
        case "/later": .later { Self.answer }
        case "/pieces": .later { Self.pieces }
        default: .now(Response(status: .ok, content: Content("short")))
        }
    }

    private static var answer: Response {
        Response(status: .ok, content: Content([UInt8](repeating: 120, count: count)))
    }

    private static var pieces: Response {
        let sent = Counter()
        let source = FunctionSource {
            sent.add(1)
            return sent.value > count / 65_536 ? nil : [UInt8](repeating: 120, count: 65_536)
        }
        return Response(status: .ok, content: Content(reading: source))
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Responses that wait for slow clients` {
    private func serve(
        limit: Int,
        body: (UInt16, Flood, Server) async throws -> Void
    ) async throws {
        let flood = Flood()
        let configuration = ServerConfiguration.testing { $0.limits.pendingBytes = limit }
        let server = Server(configuration, handler: flood)
        let port = try await server.start()[0].port ?? 0
        try await body(port, flood, server)
        await server.shutdown(grace: .zero)
        #expect(server.pendingByteCount == 0)
    }

    private func slow(_ target: String, _ port: UInt16) throws -> TestClient {
        let client = try TestClient(port: port, receiveBuffer: 4_096)
        try client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive())
        return client
    }

    /// Waits until the unsent bytes are counted, which may be after the client has received the
    /// first ones.
    private func waitForPending(_ server: Server) async throws {
        while server.pendingByteCount < 20 << 20 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(server.pendingByteCount <= Flood.count)
    }

    private func status(_ target: String, _ port: UInt16) throws -> Int {
        let client = try TestClient(port: port)
        try client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        return try client.answer().status
    }

    @Test(arguments: ["/now", "/later", "/pieces"])
    func `are replaced by 503 over the limit, except short ones and streams`(
        target: String
    ) async throws {
        try await serve(limit: 48 << 20) { port, flood, server in
            let first = try slow("/now", port)
            try await waitForPending(server)
            // A stream counts only its current piece, which is as small as a short response.
            #expect(try status(target, port) == (target == "/pieces" ? 200 : 503))
            #expect(try status("/short", port) == 200)
            let refused = target == "/pieces" ? [] : ["too many bytes wait for slow clients"]
            #expect(Set(flood.reasons).isSuperset(of: refused))
            first.reset()
            // While memory is short, the server may close a connection whose reader had to wait for
            // a processor.
            while (try? status(target, port)) != 200 {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    @Test(arguments: [false, true])
    func `are cut off for the slowest client if memory is short`(isHTTP2: Bool) async throws {
        try await serve(limit: 48 << 20) { port, flood, server in
            let slowest: TestClient
            if isHTTP2 {
                let client = try FrameClient(port: port, settings: [(4, 1)], receiveBuffer: 4_096)
                try client.request(1, "GET", "/now")
                _ = try client.answer(1) { $0.status == 200 }
                slowest = client.client
            } else {
                slowest = try slow("/now", port)
            }
            let other = try slow("/short", port)
            try await waitForPending(server)
            while (try? status("/now", port)) != 200 {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(flood.reasons.contains { $0.hasPrefix("the client takes its answer") })
            _ = try? slowest.receiveAll()
            #expect(slowest.wasReset || isHTTP2)
            try other.send("GET /short HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try other.answer().status == 200)
        }
    }

    @Test func `may exceed the limit if half of it was free before`() async throws {
        try await serve(limit: 16 << 20) { port, _, _ in
            let status = try status("/now", port)
            #expect(status == 200)
        }
    }

    @Test(arguments: ["/now", "/later"])
    func `stay within the limit if one client sends many requests at once`(
        target: String
    ) async throws {
        try await serve(limit: 48 << 20) { port, flood, server in
            let client = try FrameClient(port: port, settings: [(4, 1)], receiveBuffer: 4_096)
            try client.send((0..<20).map { FrameClient.request(UInt32(2 * $0 + 1), "GET", target) })
            while flood.reasons.count < 19 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(server.pendingByteCount <= 48 << 20)
        }
    }

    @Test func `stay within the limit if many clients do not read`() async throws {
        try await serve(limit: 48 << 20) { port, _, server in
            var clients: [TestClient] = []
            for _ in 0..<20 {
                clients.append(try slow("/now", port))
                #expect(server.pendingByteCount <= 48 << 20)
            }
        }
    }
}
