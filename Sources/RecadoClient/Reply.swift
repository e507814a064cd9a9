// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The output of a call, with what came along.
///
/// ```swift
/// let reply = try await client.reply(to: ShowFilm(id: 7))
/// print(reply.output.title, reply.status, reply.fields[.eTag] ?? "")
/// ```
public struct Reply<Output: Sendable>: Sendable {
    /// What the server answered.
    public let output: Output
    /// The status, one of 2xx unless the rules of the call accept others.
    public let status: Status
    /// The header section.
    public let fields: Fields
    /// From the call to the last byte of the answer.
    public let duration: Duration
    /// The redirects on the way to the answer, from the first to the last.
    public let redirects: [RedirectHop]
    /// Where the answer came from.
    public let source: AnswerSource
    /// Where the time of the last request went; `nil` if a cache answered or the transport does not tell.
    public let timings: PhaseTimings?
    /// The fields after the content (RFC 9110 §6.5), which few servers send.
    public let trailers: Fields
    /// What the last request said of the trace that it belongs to; `nil` without ``ClientMiddleware/tracing``.
    public let traceContext: TraceContext?
}
