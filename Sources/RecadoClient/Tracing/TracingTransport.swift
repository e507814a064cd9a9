// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that sends the trace to which a request belongs (W3C Trace Context).
///
/// Each request is a separate span: attempts and redirects of a call share the trace and differ in
/// the span. The trace is that of `TraceContext.current`, or else a new one that begins with the
/// call. A request that already has a `traceparent` is sent unchanged.
///
/// A `Tracer` of the task, such as in the handlers of a service, records each request.
///
/// The identifiers are random and reveal nothing about the caller, so they may be sent to every
/// host; the state, which tracing tools write, is sent along with the trace.
package struct TracingTransport: Transport {
    private let base: any Transport
    private let policy: TracingPolicy

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - policy: The policy for the requests that belong to a trace.
    package init(_ base: any Transport, policy: TracingPolicy = .all) {
        self.base = base
        self.policy = policy
    }

    /// Sends a request with the fields of its trace.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: The errors of the base.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if request.fields.contains(.traceparent) {
            if let context = TraceContext(request.fields) { CallTrace.current?.note(context) }
            return try await base.send(request, timeouts: timeouts)
        }
        if Tracer.current != nil, TraceContext.current != nil || policy.beginsTraces {
            // An earlier attempt of the call may have begun the trace.
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

    /// Sends a request as a span of a trace that is recorded here.
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

    /// Sends a request with the fields of its span.
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

    /// The context of the next request.
    private func context() -> TraceContext? {
        let parent = TraceContext.current
        guard parent != nil || policy.beginsTraces else { return nil }
        guard let trace = CallTrace.current else {
            return parent?.child() ?? TraceContext(isSampled: policy.samples)
        }
        // A trace that an earlier attempt of the call began is continued, unless the task itself
        // has a trace.
        let context = (parent ?? trace.traceContext)?.child()
        let next = context ?? TraceContext(isSampled: policy.samples)
        trace.note(next)
        return next
    }
}
