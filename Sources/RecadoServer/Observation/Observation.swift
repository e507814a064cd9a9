// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// What went over the wire, for logs and metrics.
///
/// It holds no query, no content and no credentials. A path can hold inputs; the template holds none.
public struct Observation: Sendable {
    /// What the exchange is known by; the client finds it in X-Request-Id.
    public let id: String
    /// The method.
    public let method: Method
    /// The escaped path, without the query.
    public let path: String
    /// The route's template, which holds no input; `nil` when no route was found.
    public let template: String?
    /// The version of HTTP, when it came over a connection.
    public let version: Request.Version?
    /// Who sent the request: the client itself where a trusted proxy has told of it.
    public let peer: Peer?
    /// The field User-Agent, as it came.
    public let userAgent: String?
    /// When the request's head had arrived, as the time since 1970-01-01 00:00 UTC.
    public let began: Duration
    /// The status of the response.
    public let status: Status
    /// The length of the request's content in bytes, when it was announced.
    public let requestLength: Int?
    /// The length of the response's content in bytes, when it is known beforehand.
    public let length: Int?
    /// The time from the head of the request to the head of the response.
    ///
    /// A response that is streamed takes longer to its end.
    public let duration: Duration
    /// The trace that the request is part of, when it said so (W3C Trace Context).
    public let trace: TraceContext?
}
