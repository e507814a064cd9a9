// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

/// Answers with more bytes than the system buffers for a client, at once or in a task.
private struct Generous: Handler {
    static let count = 8 << 20
    private let answer = Response(
        status: .ok,
        content: Content([UInt8](repeating: UInt8(ascii: "x"), count: count))
    )

    func handle(_ request: Request) -> PendingResponse {
        request.target == "/now" ? .now(answer) : .later { answer }
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `A client that reads its response slowly` {
    @Test(arguments: ["/now", "/later"])
    func `does not hit the idle timeout before the response ends`(path: String) async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.idle = .milliseconds(200) }
        try await withServer(configuration, running: Generous()) { port in
            let client = try TestClient(port: port, receiveBuffer: 4_096)
            try client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            for _ in 0..<6 {
                try await Task.sleep(for: .milliseconds(150))
                #expect(try client.receive())
            }
            #expect(try client.answer().content.utf8.count == Generous.count)
        }
    }

    @Test(arguments: ["/now", "/later"])
    func `gets the whole response while the server shuts down`(path: String) async throws {
        let configuration = ServerConfiguration.testing {
            $0.deadlines.closing = .milliseconds(200)
        }
        let server = Server(configuration, handler: Generous())
        let client = try TestClient(
            port: try await server.start()[0].port ?? 0,
            receiveBuffer: 4_096
        )
        try client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive())
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(30))
        }
        try await Task.sleep(for: .milliseconds(800))
        #expect(try client.answer().content.utf8.count == Generous.count)
        #expect(try client.receiveAll().isEmpty)
        #expect(!client.wasReset)
        await end.value
    }
}
