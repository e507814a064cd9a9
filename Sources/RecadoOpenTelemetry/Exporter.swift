// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// Sends the collected spans and metrics at intervals.
final class Exporter: Sendable {
    let spans: SpanQueue
    let measurements = Measurements()
    private let resource: OTLP.Resource
    private let client: Client
    private let options: OpenTelemetry.Options
    /// The time at which counting began, in seconds since 1970.
    private let began = Duration.since1970

    init(service: String, client: Client, _ options: OpenTelemetry.Options) {
        self.client = client
        self.options = options
        spans = SpanQueue(capacity: options.maximumSpans)
        var attributes = options.resource
        attributes["service.name"] = service
        attributes["telemetry.sdk.name"] = "recado"
        attributes["telemetry.sdk.language"] = "swift"
        resource = OTLP.Resource(attributes: OTLP.attributes(attributes))
    }

    /// Sends at intervals until the task is cancelled.
    func run() async {
        let clock = ContinuousClock()
        var nextMetrics = clock.now + options.metricInterval
        while !Task.isCancelled {
            try? await clock.sleep(for: min(options.spanInterval, options.metricInterval))
            if Task.isCancelled { return }
            await sendSpans()
            guard clock.now >= nextMetrics else { continue }
            nextMetrics = clock.now + options.metricInterval
            await sendMetrics()
        }
    }

    func flush() async {
        await sendSpans()
        await sendMetrics()
    }

    private func sendSpans() async {
        let batch = spans.takeAll()
        guard !batch.isEmpty else { return }
        let content = OTLP.Traces(batch, of: resource)
        if let outcome = await post("v1/traces", content) {
            spans.drop(outcome.partialSuccess?.rejected ?? 0)
        } else {
            spans.drop(batch.count)
        }
    }

    private func sendMetrics() async {
        let points = measurements.points
        guard !points.isEmpty else { return }
        _ = await post("v1/metrics", OTLP.Metrics(points, of: resource, began, .since1970))
    }

    /// Sends content; returns `nil` if the collector did not accept it.
    private func post(
        _ path: String,
        _ content: some Encodable & Sendable
    ) async -> OTLP.ExportResponse? {
        do {
            return try await client.post(path, content, as: OTLP.ExportResponse.self)
        } catch {
            options.report(error)
            return nil
        }
    }
}
