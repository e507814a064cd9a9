// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// The output of a call, with the metadata of its response.
///
/// ```swift
/// let response = try await client.response(to: ShowFilm(id: 7))
/// print(response.output.title, response.status, response.fields[.eTag] ?? "")
/// ```
public struct TypedResponse<Output: Sendable>: Sendable {
    /// The output that was decoded from the response.
    public let output: Output
    /// The status: 2xx, unless the rules of the call accept others.
    public let status: Status
    /// The header section.
    public let fields: Fields
    /// The time from the start of the call to the last byte of the answer.
    public let duration: Duration
    /// The redirects before the answer, from the first to the last.
    public let redirects: [RedirectHop]
    /// The source of the response: the network or a cache.
    public let source: ResponseSource
    /// The time that each phase of the last request took; `nil` if a cache answered or the
    /// transport does not report it.
    public let timings: PhaseTimings?
    /// The trailer fields after the content (RFC 9110 §6.5), which few servers send.
    public let trailers: Fields
    /// The trace context that the last request carried; `nil` without ``ClientMiddleware/tracing``.
    public let traceContext: TraceContext?
}
