// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// A thread that is blocked until the server has answered another client.
private final class KeptThread: Sendable {
    private let isKept = Atomic(false)
    private let isFreed = Atomic(false)

    /// Blocks the thread, as decoding does, for at most ten seconds.
    ///
    /// - Returns: True if another client was answered meanwhile.
    func keep() -> Bool {
        isKept.store(true, ordering: .releasing)
        return Self.holds { isFreed.load(ordering: .acquiring) }
    }

    func free() { isFreed.store(true, ordering: .releasing) }

    func waitUntilKept() -> Bool { Self.holds { isKept.load(ordering: .acquiring) } }

    private static func holds(_ condition: () -> Bool) -> Bool {
        for _ in 0..<10_000 where !condition() { usleep(1_000) }
        return condition()
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Long content` {
    /// Content of more than 64 KiB, and content of unknown length.
    private static let framings = [
        ("Content-Length: 70000", String(repeating: "a", count: 70_000)),
        ("Transfer-Encoding: chunked", "1\r\na\r\n0\r\n\r\n"),
    ]

    @Test(arguments: framings)
    func `does not block other clients while it is decoded`(
        framing: String,
        content: String
    ) async throws {
        let thread = KeptThread()
        let begun = Gate()
        let handler = FunctionHandler { request in
            guard request.target == "/long" else {
                thread.free()
                return Response(status: .ok)
            }
            begun.open()
            _ = try? await request.content.collect(upTo: 1 << 20)
            return Response(status: thread.keep() ? .ok : .gatewayTimeout)
        }
        try await withServer(handler: handler) { port in
            let client = try TestClient(port: port)
            try client.send("POST /long HTTP/1.1\r\nHost: h\r\n\(framing)\r\n\r\n")
            await begun.wait()
            try client.send(content)
            #expect(thread.waitUntilKept())
            let other = try TestClient(port: port)
            try other.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try other.answer().status == 200)
            #expect(try client.answer().status == 200)
        }
    }
}
