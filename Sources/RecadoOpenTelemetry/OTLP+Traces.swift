// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension OTLP {
    /// A batch of spans.
    struct Traces: Encodable, Sendable {
        struct OfResource: Encodable, Sendable {
            var resource: Resource
            var scopeSpans: [OfScope]
        }

        struct OfScope: Encodable, Sendable {
            var scope = Scope()
            var spans: [Span]
        }

        var resourceSpans: [OfResource]

        init(_ spans: [TraceSpan], of resource: Resource) {
            let scope = OfScope(spans: spans.map { Span($0) })
            resourceSpans = [OfResource(resource: resource, scopeSpans: [scope])]
        }
    }

    struct Span: Encodable, Sendable {
        struct Status: Encodable, Sendable {
            /// 2 means an error; a span without an error has no status.
            var code = 2
            var message: String
        }

        var traceId: String
        var spanId: String
        var parentSpanId: String?
        var traceState: String?
        var name: String
        var kind: Int
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
        var status: Status?

        init(_ span: TraceSpan) {
            traceId = span.context.traceID
            spanId = span.context.spanID
            parentSpanId = span.parentID
            traceState = span.context.state.isEmpty ? nil : span.context.state
            name = span.name
            kind =
                switch span.kind {
                case .internal: 1
                case .server: 2
                case .client: 3
                }
            startTimeUnixNano = nanoseconds(span.began)
            endTimeUnixNano = nanoseconds(span.began + span.duration)
            var values = span.attributes
            values["error.type"] = span.error
            attributes = OTLP.attributes(values)
            status = span.error.map { Status(message: $0) }
        }
    }
}
