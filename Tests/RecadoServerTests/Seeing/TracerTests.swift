// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// The spans that a tracer has recorded.
private final class Spans: Sendable {
    private let list = Mutex<[TraceSpan]>([])
    var all: [TraceSpan] { list.withLock { $0 } }
    func add(_ span: TraceSpan) { list.withLock { $0.append(span) } }
    subscript(name: String) -> TraceSpan? { all.first { $0.name == name } }
}

@Suite(.timeLimit(.minutes(1))) struct `Spans of requests` {
    private static let traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

    private struct Look: Endpoint {
        static let route: Route = "GET /look/{id}"
        typealias Output = String
        enum Failure: Problem, CaseIterable {
            case missing, broken
            var status: Status { self == .missing ? .notFound : .internalServerError }
            var title: String { "\(self)" }
        }
        @Path var id: Int
    }

    private struct Glance: Endpoint {
        static let route: Route = "GET /glance"
        typealias Output = String
    }

    private static func application(_ tracer: Tracer) throws -> Application {
        let endpoints: [any Endpoint.Type] = [Look.self, Glance.self]
        var service = Service(API(name: "t", title: "T", version: "1", endpoints: endpoints))
        service.serve { (call: Look) async throws(Look.Failure) in
            if call.id == 404 { throw .missing }
            if call.id == 500 { throw .broken }
            return await Tracer.withSpan("search") { span async in
                span["found"] = "\(call.id)"
                await Task.yield()
                return TraceContext.current?.spanID ?? "none"
            }
        }
        service.serve { (_: Glance) in
            Tracer.withSpan("blink") { _ in TraceContext.current?.traceparent ?? "none" }
        }
        var options = Application.Options()
        options.observers.append(tracer)
        return try Application([service], options: options)
    }

    private func answer(
        _ target: String,
        parent: String? = nil,
        sampling: Double = 1
    ) async throws -> (Answer, Spans) {
        let spans = Spans()
        let application = try Self.application(Tracer(sampling: sampling) { spans.add($0) })
        var request = Request(method: .get, target: target)
        request.fields["traceparent"] = parent
        return (try await Answer(application.respond(to: request)), spans)
    }

    @Test func `spans of a request, its handler and nested work form one tree`() async throws {
        let (answer, spans) = try await answer("/t/look/7?secret=1")
        #expect(spans.all.map(\.name) == ["search", "look", "GET /t/look/{id}"])
        let request = try #require(spans["GET /t/look/{id}"])
        let handler = try #require(spans["look"])
        let search = try #require(spans["search"])
        #expect(request.parentID == nil)
        #expect(handler.parentID == request.context.spanID)
        #expect(search.parentID == handler.context.spanID)
        #expect(Set(spans.all.map(\.context.traceID)).count == 1)
        #expect(answer.text == "\"\(search.context.spanID)\"")
        #expect(search.attributes == ["found": "7"])
        #expect(request.kind == .server)
        #expect(request.attributes["http.route"] == "/t/look/{id}")
        #expect(request.attributes["http.response.status_code"] == "200")
        #expect(request.attributes["url.path"] == "/t/look/7")
        #expect(!request.attributes.values.contains { $0.contains("secret") })
        #expect(request.duration >= handler.duration)
        #expect(handler.duration >= search.duration)
        #expect(spans.all.allSatisfy { $0.began > .seconds(1_700_000_000) && $0.error == nil })
    }

    @Test func `a synchronous handler has a span, too`() async throws {
        let (_, spans) = try await answer("/t/glance")
        #expect(spans.all.map(\.name) == ["blink", "glance", "GET /t/glance"])
        #expect(spans["blink"]?.parentID == spans["glance"]?.context.spanID)
        #expect(spans["glance"]?.parentID == spans["GET /t/glance"]?.context.spanID)
        #expect(TraceContext.current == nil && Tracer.current == nil)
    }

    @Test func `an incoming trace is continued`() async throws {
        let parent = "00-\(Self.traceID)-00f067aa0ba902b7-01"
        let (_, spans) = try await answer("/t/glance", parent: parent, sampling: 0)
        #expect(spans.all.count == 3)
        #expect(spans.all.allSatisfy { $0.context.traceID == Self.traceID })
        let request = try #require(spans["GET /t/glance"])
        #expect(request.parentID == "00f067aa0ba902b7")
        #expect(request.context.spanID != "00f067aa0ba902b7")
    }

    @Test(arguments: [("00-\(traceID)-00f067aa0ba902b7-00", 1.0), (nil, 0)])
    func `an unsampled trace is passed on but not recorded`(
        _ parent: String?,
        _ sampling: Double
    ) async throws {
        let (answer, spans) = try await answer("/t/glance", parent: parent, sampling: sampling)
        #expect(spans.all.isEmpty)
        let context = try #require(
            TraceContext(traceparent: answer.text.filter { $0 != "\"" })
        )
        #expect(!context.isSampled)
        if parent != nil { #expect(context.traceID == Self.traceID) }
    }

    @Test func `incoming traces are ignored if joining is switched off`() async throws {
        let spans = Spans()
        let tracer = Tracer(sampling: 0, joinsTraces: false) { spans.add($0) }
        var request = Request(method: .get, target: "/t/glance")
        request.fields["traceparent"] = "00-\(Self.traceID)-00f067aa0ba902b7-01"
        let answer = try await Answer(Self.application(tracer).respond(to: request))
        #expect(spans.all.isEmpty)
        #expect(!answer.text.contains(Self.traceID))
    }

    @Test func `an unknown method does not become a span name`() async throws {
        let spans = Spans()
        let application = try Self.application(Tracer { spans.add($0) })
        let method = try #require(Method("FOO7731"))
        let request = Request(method: method, target: "/t/glance")
        _ = await application.respond(to: request)
        #expect(spans.all.map(\.name) == ["HTTP"])
        #expect(spans.all.first?.attributes["http.request.method"] == "_OTHER")
    }

    @Test func `the share of recorded traces follows the sampling rate`() async throws {
        let spans = Spans()
        let application = try Self.application(Tracer(sampling: 0.25) { spans.add($0) })
        for _ in 0..<800 {
            _ = await application.respond(to: Request(method: .get, target: "/t/glance"))
        }
        #expect((450...750).contains(spans.all.count))
    }

    @Test func `status 500 marks spans as failed, status 404 does not`() async throws {
        let (_, broken) = try await answer("/t/look/500")
        #expect(broken["look"]?.error == "ProblemDetails")
        #expect(broken["GET /t/look/{id}"]?.error == "500")
        let (_, missing) = try await answer("/t/look/404")
        #expect(missing.all.count == 2)
        #expect(missing.all.allSatisfy { $0.error == nil })
    }

    @Test func `requests without a route and refused requests have spans`() async throws {
        let spans = Spans()
        let application = try Self.application(Tracer { spans.add($0) })
        try await withServer(.testing(), running: application) { port in
            for bytes in ["GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/7\r\n\r\n"] {
                let client = try TestClient(port: port)
                try client.send(bytes)
                _ = try client.answer()
            }
        }
        #expect(spans.all.map(\.name) == ["GET", "HTTP"])
        #expect(spans.all.map { $0.attributes["http.response.status_code"] } == ["404", "400"])
        #expect(spans.all.allSatisfy { $0.error == nil && $0.parentID == nil })
    }

    @Test func `simultaneous requests have separate traces`() async throws {
        let spans = Spans()
        let application = try Self.application(Tracer { spans.add($0) })
        await withTaskGroup { group in
            for id in 0..<100 {
                group.addTask {
                    let target = id.isMultiple(of: 2) ? "/t/look/\(id)" : "/t/glance"
                    _ = await application.respond(to: Request(method: .get, target: target))
                }
            }
        }
        let traces = Dictionary(grouping: spans.all, by: \.context.traceID)
        #expect(traces.count == 100)
        #expect(traces.values.allSatisfy { $0.count == 3 })
    }
}
