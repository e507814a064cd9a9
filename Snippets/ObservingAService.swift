// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/observing-a-service.md: `swift run ObservingAService`, which
// answers some requests and prints the log, the spans and the metrics.

import Recado
import RecadoOpenTelemetry
import RecadoServer
import Synchronization

struct ListTitles: Endpoint {
    static let route: Route = "GET /titles"
    typealias Output = [String]
}

@Sendable func search(_ title: String) async throws -> [String] { [title] }

@Sendable func titles(_ call: ListTitles) async throws(HandlerError<ListTitles.Failure>) -> [String]
{
    do {
        return try await Tracer.withSpan("search") { span async throws in
            let found = try await search("El sur")
            span["found"] = "\(found.count)"
            return found
        }
    } catch {
        throw .problem(ProblemDetails(status: .serviceUnavailable))
    }
}

@Sendable func write(_ lines: [UInt8]) { print(String(decoding: lines, as: UTF8.self)) }

struct Alarm: RequestObserver {
    func ended(_ observation: Observation) {
        guard observation.status.code >= 500 else { return }
        print(observation.template ?? "unknown", observation.status)
    }
}

/// Has spans and metrics sent to a collector: `try export(to: "http://localhost:4318", &options)`.
func export(to collector: String, _ options: inout Application.Options) throws {
    let telemetry = OpenTelemetry(service: "titles", client: try Client(base: collector))
    options.observers += telemetry.observers
}

var service = Service(
    API(name: "titles", title: "Titles", version: "1", endpoints: [ListTitles.self])
)
service.serve(titles)

var options = Application.Options()
let log = try AccessLog(format: .json, slow: .milliseconds(500)) { write($0) }
options.observers.append(log)

let metrics = Metrics()
metrics.addGauge("videoclub_films", help: "Films in the catalog.") { 20 }
options.observers.append(metrics)

let tracer = Tracer(sampling: 0.1) { span in
    print(span.context.traceID, span.parentID ?? "-", span.context.spanID, span.name, span.duration)
}
options.observers.append(tracer)

options.observers.append(Alarm())

let application = try Application([service], options: options)
for path in ["/titles/titles?secret=1", "/metrics"] {
    var request = Request(method: .get, target: path)
    request.fields["traceparent"] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let response = await application.respond(to: request)
    let content = try await response.content.collect(upTo: 1 << 20)
    print(response.status, String(decoding: content, as: UTF8.self))
}
await log.close()
