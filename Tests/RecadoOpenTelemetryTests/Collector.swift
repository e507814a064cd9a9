// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoServer
import Synchronization

/// A server that records the telemetry that it gets.
final class Collector: Handler {
    private struct State: Sendable {
        var documents: [String: [Value]] = [:]
        var traceparents = 0
        var server: Server?
    }

    private let state = Mutex(State())
    private let answer: Response

    init(
        answer: Response = Response(
            status: .ok,
            fields: [.contentType: "application/json"],
            content: Content("{}")
        )
    ) {
        self.answer = answer
    }

    /// The documents that were sent to each path.
    var documents: [String: [Value]] { state.withLock { $0.documents } }
    /// The number of requests that were part of a trace.
    var traceparents: Int { state.withLock { $0.traceparents } }

    func start() async throws -> String {
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: self)
        let addresses = try await server.start()
        state.withLock { $0.server = server }
        return "http://\(addresses[0])"
    }

    func stop() async {
        await state.withLock { $0.server }?.shutdown(grace: .zero)
    }

    func handle(_ request: Request) -> PendingResponse {
        .later { [self] in
            let bytes = (try? await request.content.collect(upTo: 1 << 20)) ?? []
            let document = try? JSON().value(from: bytes)
            state.withLock { state in
                if let document { state.documents[request.target, default: []].append(document) }
                if request.fields["traceparent"] != nil { state.traceparents += 1 }
            }
            return answer
        }
    }
}
