// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import InMemoryTracing
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoSockets
import Testing
import Tracing

@Suite(.timeLimit(.minutes(1)))
struct `Spans of swift-distributed-tracing` {
    private let tracer = InMemoryTracer()

    @Test func `go from a client's call through the request to its transaction`() async throws {
        let tracer = tracer
        let middleware = ClientMiddleware.standard { $0.tracing = .all }
        let running = try await CounterServer(
            middleware: middleware,
            onRead: { tracer.withSpan("own work") { _ in } },
            observe: { $0.middleware.insert(TracingMiddleware(tracer), at: 0) }
        )
        let client = running.client
        try await tracer.withSpan("caller") { _ in
            try await RecadoHTTP.Tracer.$current.withValue(RecadoHTTP.Tracer(tracer)) {
                _ = try await client.send(ReadCounter(name: "visits"))
            }
        }
        await running.end()
        let spans = Dictionary(
            tracer.finishedSpans.map { ($0.operationName, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let route = "GET /counters/counters/{name}"
        let names = ["caller", "GET", route, "read-counter", "read"]
        for (outer, inner) in zip(names, names.dropFirst()) {
            let parent = try #require(spans[outer], "\(outer)")
            #expect(spans[inner]?.parentSpanID == parent.spanID, "\(inner) in \(outer)")
        }
        #expect(spans["own work"]?.parentSpanID == spans["read-counter"]?.spanID)
        #expect(Set(spans.values.map(\.traceID)).count == 1)
        #expect(spans["GET"]?.kind == .client)
        #expect(spans[route]?.kind == .server)
        #expect(spans[route]?.attributes.get("http.response.status_code") == 200)
        #expect(spans[route]?.attributes.get("http.route") == "/counters/counters/{name}")
    }

    @Test func `tell of failures of the server, and not of a caller's`() async throws {
        let tracer = tracer
        let running = try await CounterServer {
            $0.middleware.insert(TracingMiddleware(tracer), at: 0)
        }
        _ = try? await running.client.send(FailAlways())
        _ = try? await running.client.send(ReadCounter(name: "none"))
        await running.end()
        let servers = tracer.finishedSpans.filter { $0.kind == .server }
        #expect(servers.map { $0.status?.code } == [.error, nil])
    }
}
