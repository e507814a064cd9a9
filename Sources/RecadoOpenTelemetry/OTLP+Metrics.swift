// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension OTLP {
    /// A report of metrics.
    struct Metrics: Encodable, Sendable {
        struct OfResource: Encodable, Sendable {
            var resource: Resource
            var scopeMetrics: [OfScope]
        }

        struct OfScope: Encodable, Sendable {
            var scope = Scope()
            var metrics: [Metric]
        }

        struct Metric: Encodable, Sendable {
            var name = "http.server.request.duration"
            var description = "Duration of HTTP server requests."
            var unit = "s"
            var histogram: Histogram
        }

        struct Histogram: Encodable, Sendable {
            /// 2 means cumulative: each report counts from the start of the program.
            var aggregationTemporality = 2
            var dataPoints: [Point]
        }

        var resourceMetrics: [OfResource]

        init(
            _ points: [Measurements.Key: Measurements.Histogram],
            of resource: Resource,
            _ began: Duration,
            _ now: Duration
        ) {
            let points = points.map { Point($0, $1, began, now) }
            let metric = Metric(histogram: Histogram(dataPoints: points))
            let scope = OfScope(metrics: [metric])
            resourceMetrics = [OfResource(resource: resource, scopeMetrics: [scope])]
        }
    }

    /// The durations of the requests of one method, route and status.
    struct Point: Encodable, Sendable {
        struct Exemplar: Encodable, Sendable {
            var timeUnixNano: String
            var asDouble: Double
            var spanId: String
            var traceId: String
        }

        var attributes: [Attribute]
        var startTimeUnixNano: String
        var timeUnixNano: String
        var count: String
        var sum: Double
        var bucketCounts: [String]
        var explicitBounds: [Double]
        var exemplars: [Exemplar]

        init(
            _ key: Measurements.Key,
            _ histogram: Measurements.Histogram,
            _ began: Duration,
            _ now: Duration
        ) {
            attributes = Self.attributes(of: key)
            startTimeUnixNano = nanoseconds(began)
            timeUnixNano = nanoseconds(now)
            count = "\(histogram.counts.reduce(0, &+))"
            sum = histogram.seconds
            bucketCounts = histogram.counts.map { "\($0)" }
            explicitBounds = Measurements.bounds
            exemplars = histogram.exemplars.sorted { $0.key < $1.key }.map { _, exemplar in
                Exemplar(
                    timeUnixNano: nanoseconds(exemplar.time),
                    asDouble: exemplar.seconds,
                    spanId: exemplar.trace.spanID,
                    traceId: exemplar.trace.traceID
                )
            }
        }

        private static func attributes(of key: Measurements.Key) -> [Attribute] {
            guard key != Measurements.overflow else {
                return [Attribute(key: "otel.metric.overflow", value: .init(boolValue: true))]
            }
            var values = [
                "http.request.method": key.method, "url.scheme": key.isSecure ? "https" : "http",
                "http.response.status_code": "\(key.status)",
            ]
            values["http.route"] = key.route
            if key.status >= 500 { values["error.type"] = "\(key.status)" }
            return OTLP.attributes(values)
        }
    }
}
