// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A finished piece of work in a trace: a request, a handler, a transaction, a call.
public struct TraceSpan: Sendable, Hashable {
    /// The roles of work, named as in OpenTelemetry.
    public enum Kind: Sendable, Hashable {
        /// The handling of a request from another program.
        case server
        /// A request to another program, until its answer.
        case client
        /// All other work.
        case `internal`
    }

    /// The name, without values of the input: `GET /videoclub/films/{id}`.
    public let name: String
    /// The role of the work.
    public let kind: Kind
    /// The numbers of the trace and of this span.
    public let context: TraceContext
    /// The number of the span that contains this span; `nil` for the first span of a trace.
    public let parentID: String?
    /// The time of the beginning, since 1970-01-01 00:00 UTC.
    public let began: Duration
    /// The time from the beginning to the end.
    public let duration: Duration
    /// The attributes, with the names of OpenTelemetry's conventions where these define one:
    /// `http.route`.
    public let attributes: [String: String]
    /// The kind of the error with which the work failed, such as the name of
    /// its type; `nil` for success.
    public let error: String?

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - name: The name, without values of the input.
    ///   - kind: The role of the work; `internal` by default.
    ///   - context: The numbers of the trace and of this span.
    ///   - parentID: The number of the span that contains this span; none by default.
    ///   - began: The time of the beginning, since 1970-01-01 00:00 UTC.
    ///   - duration: The time from the beginning to the end.
    ///   - attributes: The attributes; none by default.
    ///   - error: The kind of the error with which the work failed; none by default.
    public init(
        name: String,
        kind: Kind = .internal,
        context: TraceContext,
        parentID: String? = nil,
        began: Duration,
        duration: Duration,
        attributes: [String: String] = [:],
        error: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.context = context
        self.parentID = parentID
        self.began = began
        self.duration = duration
        self.attributes = attributes
        self.error = error
    }
}
