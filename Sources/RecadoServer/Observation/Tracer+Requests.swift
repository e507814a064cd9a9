// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Tracer: RequestObserver {
    /// Records the span of a request, if its trace is sampled.
    ///
    /// - Parameter observation: The request and its answer.
    public func ended(_ observation: Observation) {
        if let span = observation.span { record(span) }
    }
}

/// A middleware that provides a tracer for the layers inside it, so that handlers are traced.
protocol TracerBinding: Middleware {}

extension Observation {
    /// The request as a span, with the attributes of OpenTelemetry's HTTP conventions; `nil` if the
    /// request has no trace or the trace is not sampled.
    public var span: TraceSpan? {
        guard let trace, trace.isSampled else { return nil }
        let method = knownMethod ?? "HTTP"
        return TraceSpan(
            name: template.map { "\(method) \($0)" } ?? method,
            kind: .server,
            context: trace,
            parentID: parentSpanID,
            began: began,
            duration: duration,
            attributes: attributes,
            error: status.code >= 500 ? "\(status.code)" : nil
        )
    }

    /// The method as OpenTelemetry's conventions name it: `_OTHER` for a method that HTTP does not
    /// define, because clients can invent such methods.
    package var conventionalMethod: String { knownMethod ?? "_OTHER" }

    private var knownMethod: String? { RouteSeries.knownName(of: method) }

    private var attributes: [String: String] {
        var attributes = ["http.response.status_code": "\(status.code)", "request.id": id]
        attributes["http.request.method"] = method.map { _ in conventionalMethod }
        attributes["url.path"] = path.map(LogLine.mask.path)
        attributes["http.route"] = template
        attributes["client.address"] = peer?.address
        attributes["user_agent.original"] = userAgent.map { String($0.prefix(LogLine.textLimit)) }
        attributes["http.request.body.size"] = requestLength.map(String.init)
        attributes["http.response.body.size"] = length.map(String.init)
        return attributes
    }
}
