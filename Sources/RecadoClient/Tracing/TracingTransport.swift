// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that adds a trace context to requests (W3C Trace Context).
///
/// Each request is a separate span: the attempts and redirects of a call share its trace and have
/// different span identifiers. The trace is that of `TraceContext.current`, or else a new trace for
/// the call. A request that already has a `traceparent` is sent unchanged.
///
/// If the task has a `Tracer`, as in the handlers of a service, the tracer records each request.
///
/// The identifiers are random and reveal nothing about the caller, so they may be sent to every
/// host. The `tracestate`, which tracing tools write, is sent along with them.
package struct TracingTransport: Transport {
    private let base: any Transport
    private let policy: TracingPolicy

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - policy: The policy that decides which requests send a trace context.
    package init(_ base: any Transport, policy: TracingPolicy = .all) {
        self.base = base
        self.policy = policy
    }

    /// Sends a request with its trace context.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: The errors of the base transport.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if request.fields.contains(.traceparent) {
            if let context = TraceContext(request.fields) { CallTrace.current?.note(context) }
            return try await base.send(request, timeouts: timeouts)
        }
        if Tracer.current != nil, TraceContext.current != nil || policy.beginsTraces {
            // The trace may already exist because an earlier attempt of the call has begun it.
            let parent = TraceContext.current ?? CallTrace.current?.traceContext
            let outcome = await TraceContext.$current.withValue(parent) {
                await Result(awaiting: { () async throws(TransportError) in
                    try await sendTraced(request, timeouts: timeouts)
                })
            }
            return try outcome.get()
        }
        guard let context = context() else {
            return try await base.send(request, timeouts: timeouts)
        }
        return try await send(request, in: context, timeouts: timeouts)
    }

    /// Sends a request as a span that the task's tracer records.
    private func sendTraced(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        try await Tracer.withSpan(request.method.name, kind: .client) {
            span async throws(TransportError) in
            span["http.request.method"] = request.method.name
            span["server.address"] = request.authority
            if let context = TraceContext.current { CallTrace.current?.note(context) }
            let response = try await send(request, as: span, timeouts: timeouts)
            span["http.response.status_code"] = "\(response.status.code)"
            return response
        }
    }

    /// Sends a request with the trace context of a recorded span.
    private func send(
        _ request: Request,
        as span: ActiveSpan,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        guard span.foreignFields.isEmpty else {
            var request = request
            for field in span.foreignFields { request.fields[field.name] = field.value }
            return try await base.send(request, timeouts: timeouts)
        }
        guard let context = TraceContext.current else {
            return try await base.send(request, timeouts: timeouts)
        }
        return try await send(request, in: context, timeouts: timeouts)
    }

    private func send(
        _ request: Request,
        in context: TraceContext,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var request = request
        request.fields[.traceparent] = context.traceparent
        request.fields.removeAll(.tracestate)
        if !context.state.isEmpty { request.fields[.tracestate] = context.state }
        return try await base.send(request, timeouts: timeouts)
    }

    /// Returns the trace context for the next request; `nil` if none is sent.
    private func context() -> TraceContext? {
        let parent = TraceContext.current
        guard parent != nil || policy.beginsTraces else { return nil }
        guard let trace = CallTrace.current else {
            return parent?.child() ?? TraceContext(isSampled: policy.samples)
        }
        // If the task has no trace, the trace that an earlier attempt of the call has begun is
        // continued.
        let context = (parent ?? trace.traceContext)?.child()
        let next = context ?? TraceContext(isSampled: policy.samples)
        trace.note(next)
        return next
    }
}
