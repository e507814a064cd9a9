// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A description of one exchange, for logs and metrics.
///
/// It contains no query, content or credentials. The path can contain inputs; the template cannot.
public struct Observation: Sendable {
    /// The identifier of the exchange; the client finds it in X-Request-Id.
    public let id: String
    /// The method; `nil` when the request was refused before its head was parsed.
    public let method: Method?
    /// The escaped path, without the query; `nil` when ``method`` is `nil`.
    public let path: String?
    /// The route's template, which contains no input; `nil` when no route was found.
    public let template: String?
    /// The HTTP version; `nil` if the request did not come over a connection, or was
    /// refused before its head was read.
    public let version: Request.Version?
    /// The sender of the request; behind a trusted proxy, the client that the proxy named.
    public let peer: Peer?
    /// The field User-Agent, as the client sent it.
    public let userAgent: String?
    /// The time at which the request's head had arrived, as a duration since 1970-01-01 00:00 UTC.
    public let began: Duration
    /// The status of the response; 499, as in nginx, if the client left before the response.
    public let status: Status
    /// The length of the request's content in bytes, when it was announced.
    public let requestLength: Int?
    /// The length of the response's content in bytes; `nil` when it is not known in advance.
    public let length: Int?
    /// The time from the head of the request to the head of the response.
    ///
    /// The content of a streamed response ends later.
    public let duration: Duration
    /// The trace that the request belongs to.
    ///
    /// With a `Tracer`, it has the ID of the request's own span; without one, it has the IDs from
    /// the request, if any (W3C Trace Context).
    public let trace: TraceContext?
    /// The ID of the parent of the request's own span; `nil` without a tracer, and for the first
    /// span of a trace.
    public let parentSpanID: String?
    /// True if a trusted proxy named its client in a form that cannot be parsed.
    public let hasMalformedForwarding: Bool
    /// The reason why the server itself, not a handler, refused the request; `nil` if it did not.
    public let refusal: String?

    /// Describes an exchange.
    init(
        _ beginning: Observers.Beginning,
        _ request: Request,
        _ response: Response,
        _ context: RequestContext
    ) {
        id = response.fields[.requestID] ?? RequestID.of(request)
        method = request.method
        path = String(request.path)
        template = context.route
        version = request.version
        peer = request.peer
        userAgent = request.fields[.userAgent]
        began = beginning.wallTime
        status = response.status
        requestLength = request.content.length
        length = response.content.length
        duration = beginning.instant.duration(to: .now)
        trace = context.trace
        parentSpanID = context.parentSpanID
        hasMalformedForwarding = if case .malformed = context.origin { true } else { false }
        refusal = nil
    }

    /// Describes a request that did not reach a handler.
    init(_ refused: RefusedRequest, from client: Peer?, _ tracer: Tracer?) {
        let request = refused.request
        id = refused.id
        method = request?.method
        path = request.map { String($0.path) }
        template = nil
        version = request?.version
        peer = client
        userAgent = request?.fields[.userAgent]
        began = Duration.since1970 - refused.waited
        status = refused.status
        requestLength = request?.fields[.contentLength].flatMap { Int($0) }
        length = nil
        duration = refused.waited
        let isJoined = tracer?.joinsTraces != false
        let parent = isJoined ? request.flatMap { TraceContext($0.fields) } : nil
        trace = tracer?.context(in: parent) ?? parent
        parentSpanID = tracer == nil ? nil : parent?.spanID
        hasMalformedForwarding = false
        refusal = refused.reason
    }
}
