// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoOpenTelemetry
import RecadoServer
import Synchronization
import Testing

/// Tests a service and the collector to which it exports its telemetry, both over sockets.
@Suite(.timeLimit(.minutes(1))) struct `Exporting to OpenTelemetry` {
    private struct ShowFilm: Endpoint {
        static let route: Route = "GET /films/{id}"
        typealias Output = String
        typealias Failure = FilmFailure
        @Path var id: Int
    }

    private enum FilmFailure: Problem, CaseIterable {
        case noSuchFilm
        var status: Status { .notFound }
        var title: String { "No such film" }
    }

    /// Serves films and exports telemetry to a collector while `calls` runs.
    private func withFilms(
        to collector: Collector,
        _ options: OpenTelemetry.Options = OpenTelemetry.Options(),
        _ calls: (Client, OpenTelemetry) async throws -> Void
    ) async throws {
        let target = try Client(base: try await collector.start())
        let telemetry = OpenTelemetry(service: "films", client: target, options: options)
        var service = Service(
            API(name: "films", title: "Films", version: "1", endpoints: [ShowFilm.self])
        )
        service.serve { (call: ShowFilm) async throws(FilmFailure) in
            guard call.id == 7 else { throw .noSuchFilm }
            return await Tracer.withSpan("look up") { _ in
                await Task.yield()
                return "El sur"
            }
        }
        var application = Application.Options()
        application.observers += telemetry.observers
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(
            configuration,
            handler: try Application([service], options: application)
        )
        let address = try #require(try await server.start().first)
        try await calls(try Client(base: "http://\(address)/films"), telemetry)
        await server.shutdown(grace: .zero)
        await telemetry.shutdown()
        await collector.stop()
    }

    @Test func `spans of requests and of nested work reach the collector`() async throws {
        let collector = Collector()
        try await withFilms(to: collector) { client, _ in
            _ = try await client.send(ShowFilm(id: 7))
        }
        let document = try #require(collector.documents["/v1/traces"]?.first)
        let resource = try #require(
            document[path: "resourceSpans.0.resource.attributes"]?.arrayValue
        )
        #expect(
            resource.contains {
                $0["key"] == "service.name" && $0[path: "value.stringValue"] == "films"
            }
        )
        let spans = try #require(document[path: "resourceSpans.0.scopeSpans.0.spans"]?.arrayValue)
        try #require(spans.count == 3)
        let inner = try #require(spans.first { $0["name"] == "look up" })
        let outer = try #require(spans.first { $0["kind"] == 2 })
        #expect(outer["name"] == "GET /films/films/{id}")
        let handler = try #require(spans.first { $0["spanId"] == inner["parentSpanId"] })
        #expect(handler["parentSpanId"] == outer["spanId"])
        #expect(inner["traceId"] == outer["traceId"])
        #expect(outer["traceId"]?.stringValue?.count == 32)
        #expect(outer["status"] == nil)
        let status = try #require(outer["attributes"]?.arrayValue).first {
            $0["key"] == "http.response.status_code"
        }
        #expect(status?[path: "value.intValue"] == "200")
        let times = ["startTimeUnixNano", "endTimeUnixNano"].compactMap {
            outer[$0]?.stringValue.flatMap { UInt64($0) }
        }
        try #require(times.count == 2)
        #expect(times[0] > 1_700_000_000_000_000_000)
        #expect(times[0] <= times[1])
    }

    @Test func `request durations are histograms by route and status, with exemplars`() async throws
    {
        let collector = Collector()
        try await withFilms(to: collector) { client, _ in
            for id in [7, 7, 8] { _ = try? await client.send(ShowFilm(id: id)) }
        }
        let document = try #require(collector.documents["/v1/metrics"]?.last)
        let metric = try #require(document[path: "resourceMetrics.0.scopeMetrics.0.metrics.0"])
        #expect(metric["name"] == "http.server.request.duration")
        #expect(metric["unit"] == "s")
        let points = try #require(metric[path: "histogram.dataPoints"]?.arrayValue)
        #expect(points.compactMap { $0["count"]?.stringValue }.sorted() == ["1", "2"])
        for point in points {
            let counts = try #require(point["bucketCounts"]?.arrayValue)
            let bounds = try #require(point["explicitBounds"]?.arrayValue)
            #expect(counts.count == bounds.count + 1)
            let sum = counts.compactMap { $0.stringValue.flatMap { Int($0) } }.reduce(0, +)
            #expect(point["count"]?.stringValue == "\(sum)")
            #expect(point[path: "exemplars.0.traceId"]?.stringValue?.count == 32)
        }
    }

    @Test func `spans that a collector refuses are dropped, counted and reported`() async throws {
        let collector = Collector(answer: Response(status: .badRequest))
        let failures = Mutex(0)
        var options = OpenTelemetry.Options()
        options.report = { _ in failures.withLock { $0 += 1 } }
        try await withFilms(to: collector, options) { client, telemetry in
            _ = try await client.send(ShowFilm(id: 7))
            await telemetry.flush()
            #expect(telemetry.droppedSpans == 3)
        }
        #expect(failures.withLock { $0 } >= 2)
    }

    @Test func `spans that a collector rejects in a partial success are counted`() async throws {
        let content = Content(#"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"old"}}"#)
        let answer = Response(
            status: .ok,
            fields: [.contentType: "application/json"],
            content: content
        )
        try await withFilms(to: Collector(answer: answer)) { client, telemetry in
            _ = try await client.send(ShowFilm(id: 7))
            await telemetry.flush()
            #expect(telemetry.droppedSpans == 1)
        }
    }

    @Test func `spans above the limit are dropped, and requests are still answered`() async throws {
        let collector = Collector()
        var options = OpenTelemetry.Options()
        options.maximumSpans = 3
        try await withFilms(to: collector, options) { client, telemetry in
            for _ in 1...4 {
                let title = try await client.send(ShowFilm(id: 7))
                #expect(title == "El sur")
            }
            #expect(telemetry.droppedSpans == 9)
        }
        let document = collector.documents["/v1/traces"]?.first
        let spans = document?[path: "resourceSpans.0.scopeSpans.0.spans"]
        #expect(spans?.arrayValue?.count == 3)
    }

    @Test func `batches are sent automatically at intervals`() async throws {
        let collector = Collector()
        var options = OpenTelemetry.Options()
        options.spanInterval = .milliseconds(20)
        try await withFilms(to: collector, options) { client, _ in
            _ = try await client.send(ShowFilm(id: 7))
            while collector.documents["/v1/traces"] == nil {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        // The exporter's own requests do not belong to a trace.
        #expect(collector.traceparents == 0)
    }

    @Test func `unsampled traces are not sent, but their metrics are`() async throws {
        let collector = Collector()
        var options = OpenTelemetry.Options()
        options.sampling = 0
        try await withFilms(to: collector, options) { client, _ in
            _ = try await client.send(ShowFilm(id: 7))
        }
        #expect(collector.documents["/v1/traces"] == nil)
        let metrics = try #require(collector.documents["/v1/metrics"]?.last)
        let point = metrics[
            path: "resourceMetrics.0.scopeMetrics.0.metrics.0.histogram.dataPoints.0"
        ]
        #expect(point?["count"] == "1")
        #expect(point?["exemplars"]?.arrayValue?.isEmpty == true)
    }
}
