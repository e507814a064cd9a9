// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A description of one exchange, for logs and metrics.
///
/// It holds no query, no content and no credentials. A path can hold inputs; the template holds
/// none.
public struct Observation: Sendable {
    /// The identifier of the exchange; the client finds it in X-Request-Id.
    public let id: String
    /// The method; `nil` when the request was refused before its head was understood.
    public let method: Method?
    /// The escaped path, without the query; `nil` when the method is.
    public let path: String?
    /// The route's template, which holds no input; `nil` when no route was found.
    public let template: String?
    /// The version of HTTP, when it came over a connection.
    public let version: Request.Version?
    /// The sender of the request: the client itself where a trusted proxy has told of it.
    public let peer: Peer?
    /// The field User-Agent, as it came.
    public let userAgent: String?
    /// When the request's head had arrived, as the time since 1970-01-01 00:00 UTC.
    public let began: Duration
    /// The status of the response; 499 where the client had gone before it, as nginx writes it.
    public let status: Status
    /// The length of the request's content in bytes, when it was announced.
    public let requestLength: Int?
    /// The length of the response's content in bytes, when it is known beforehand.
    public let length: Int?
    /// The time from the head of the request to the head of the response.
    ///
    /// A response that is streamed takes longer to its end.
    public let duration: Duration
    /// The trace that the request is part of: with a `Tracer`, the numbers of the request's own
    /// span; without one, those that the request brought along (W3C Trace Context), if any.
    public let trace: TraceContext?
    /// The number of the span that the request's own is part of; `nil` without a tracer,
    /// and for the first of a trace.
    public let parentSpanID: String?
    /// True if a trusted proxy has told of its client in a way that cannot be read.
    public let hasMalformedForwarding: Bool
    /// The reason why the server has answered without its handler; `nil` when it has not.
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

    /// Describes a request that no handler has seen.
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
