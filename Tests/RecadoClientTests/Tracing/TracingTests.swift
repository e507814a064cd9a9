// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import Synchronization
import Testing

private struct RefreshFilms: Endpoint {
    static let route: Route = "GET /films"
    typealias Output = NoContent
}

@Suite(.timeLimit(.minutes(1)))
struct `Tracing of calls` {
    private func client(
        _ transport: some Transport,
        _ policy: TracingPolicy = .all
    ) throws -> Client {
        var middleware = ClientMiddleware.none
        middleware.tracing = policy
        middleware.redirects = .follow
        middleware.retry = .attempts(3)
        middleware.retry?.firstDelay = .zero
        return try Client(base: "https://example.org", transport: transport, middleware: middleware)
    }

    private func contexts(_ requests: [Request]) -> [TraceContext] {
        requests.compactMap { TraceContext($0.fields) }
    }

    @Test
    func `attempts and redirects of a call are spans of one trace`() async throws {
        let transport = ScriptedTransport([
            .success(Response(status: .serviceUnavailable)),
            .success(Response(status: .found, fields: [.location: "/other"])),
            .failure(TransportError(.connectionLost)),
            .success(Response(status: .ok)),
        ])
        let reply = try await client(transport).response(to: RefreshFilms())
        let contexts = contexts(transport.requests)
        #expect(contexts.count == 4)
        #expect(Set(contexts.map(\.traceID)).count == 1)
        #expect(Set(contexts.map(\.spanID)).count == 4)
        #expect(reply.traceContext == contexts.last)
    }

    @Test
    func `a call outside a trace starts a new trace, or none if so configured`() async throws {
        let stub = ScriptedTransport(.noContent)
        let client = try client(stub)
        for _ in 0..<2 { try await client.delete("films/7") }
        #expect(Set(contexts(stub.requests).map(\.traceID)).count == 2)
        let silent = ScriptedTransport(.noContent)
        try await self.client(silent, .handingOn).delete("films/7")
        #expect(silent.requests.first?.fields["traceparent"] == nil)
        var policy = TracingPolicy()
        policy.samples = false
        let unkept = ScriptedTransport(.noContent)
        try await self.client(unkept, policy).delete("films/7")
        #expect(contexts(unkept.requests).first?.isSampled == false)
    }

    @Test(arguments: [TracingPolicy.all, .handingOn])
    func `a call continues the trace context of its task`(policy: TracingPolicy) async throws {
        let stub = ScriptedTransport(.noContent)
        let client = try client(stub, policy)
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
        let context = TraceContext(traceparent: parent, state: "vendor=7")
        try await TraceContext.$current.withValue(context) {
            try await client.delete("films/7")
            try await client.delete("films/8")
        }
        let sent = contexts(stub.requests)
        #expect(sent.map(\.traceID) == Array(repeating: context?.traceID, count: 2))
        #expect(Set(sent.map(\.spanID) + [context?.spanID]).count == 3)
        #expect(sent.allSatisfy { $0.state == "vendor=7" && !$0.isSampled })
    }

    @Test
    func `a traceparent field of the request is kept and shown in the error`() async throws {
        let stub = ScriptedTransport(.notFound)
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let client = try client(stub)
        let error = await callError { () throws(CallError<Never>) in
            let options = CallOptions(fields: ["traceparent": parent])
            try await client.delete("films/7", with: options)
        }
        #expect(stub.requests.first?.fields[values: "traceparent"] == [parent])
        #expect(error?.traceContext?.traceparent == parent)
        let text = error.map { String(reflecting: $0) } ?? ""
        #expect(text.contains("4bf92f3577b34da6a3ce929d0e0e4736"))
    }

    @Test
    func `a tracer records each request as a span`() async throws {
        let stub = ScriptedTransport([
            .failure(TransportError(.connectionLost)), .success(Response(status: .noContent)),
        ])
        let client = try client(stub)
        let spans = Mutex<[TraceSpan]>([])
        let tracer = Tracer { span in spans.withLock { $0.append(span) } }
        try await Tracer.$current.withValue(tracer) {
            try await Tracer.withSpan("import") { _ async throws in
                try await client.delete("films/7?secret=1")
            }
        }
        let all = spans.withLock { $0 }
        #expect(all.map(\.name) == ["DELETE", "DELETE", "import"])
        #expect(contexts(stub.requests) == all.prefix(2).map(\.context))
        #expect(all.prefix(2).allSatisfy { $0.parentID == all[2].context.spanID })
        #expect(all.map(\.kind) == [.client, .client, .internal])
        #expect(all[0].error == "TransportError" && all[1].error == nil)
        #expect(all[1].attributes["http.response.status_code"] == "204")
        #expect(all[1].attributes["server.address"] == "example.org")
        #expect(!"\(all)".contains("secret"))
    }

    @Test
    func `without a parent span the attempts of a call are recorded in one trace`() async throws {
        let stub = ScriptedTransport([
            .failure(TransportError(.connectionLost)), .success(Response(status: .noContent)),
        ])
        let client = try client(stub)
        let spans = Mutex<[TraceSpan]>([])
        let tracer = Tracer { span in spans.withLock { $0.append(span) } }
        try await Tracer.$current.withValue(tracer) { try await client.delete("films/7") }
        let all = spans.withLock { $0 }
        #expect(all.map(\.name) == ["DELETE", "DELETE"])
        #expect(Set(all.map(\.context.traceID)).count == 1)
        #expect(all[0].parentID == nil)
    }

    @Test
    func `without tracing middleware no traceparent field is sent`() async throws {
        let stub = ScriptedTransport(.noContent)
        let client = try Client(base: "https://example.org", transport: stub)
        let reply = try await TraceContext.$current.withValue(TraceContext()) {
            try await client.response(to: RefreshFilms())
        }
        #expect(stub.requests.first?.fields["traceparent"] == nil)
        #expect(reply.traceContext == nil)
    }
}
