// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that follows redirects over another transport (RFC 9110 §15.4).
///
/// - 301 and 302 turn POST into GET, and 303 turns every method except HEAD into GET, as in
///   browsers; 307 and 308 keep the method and send the content again, which must be replayable.
/// - Credentials, cookies set by hand and all other sensitive header fields are sent only to the
///   first origin. After a redirect to another origin, they are not sent again, even if a later
///   redirect leads back.
/// - The Referer field is removed. If the content is dropped, so are the fields that describe it.
/// - `Timeouts.total` applies to the whole call; the other time limits apply to each request.
///
/// The redirects of a call are recorded in ``TypedResponse/redirects``, ``AnyCallError/redirects``
/// and `CallTrace.redirects`. The layers for cookies, cache and decompression belong below this
/// one, so that they handle each address separately.
package struct RedirectTransport: Transport {
    /// The transport that sends each request.
    package let base: any Transport
    /// The policy that decides which redirects are followed.
    package let policy: RedirectPolicy

    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends each request.
    ///   - policy: The policy that decides which redirects are followed; by default up to 10, but
    ///     never from `https` to `http`.
    package init(base: any Transport, policy: RedirectPolicy = .follow) {
        self.init(base: base, policy: policy) { .now }
    }

    /// Creates a transport with a given clock.
    package init(
        base: any Transport,
        policy: RedirectPolicy,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.base = base
        self.policy = policy
        self.now = now
    }

    /// Sends a request, follows redirects and returns the last answer.
    ///
    /// - Parameters:
    ///   - request: The first request to send.
    ///   - timeouts: The time limits; the total applies to all requests together.
    /// - Returns: The first answer that is not a redirect, or whose redirect the policy stops.
    /// - Throws: The errors of the base transport, and `TransportError.Kind.redirectRefused` for a
    ///   redirect that must not be followed.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let start = now()
        var answer = try await base.send(request, timeouts: timeouts)
        // A shortcut for most calls, which are not redirected.
        guard RedirectFlow.statuses.contains(answer.status) else { return answer }
        var flow = RedirectFlow(request, policy: policy)
        var sent = start
        while true {
            switch flow.receive(answer, after: sent.duration(to: now())) {
            case .finish: return answer
            case .fail(let error): throw error
            case .follow(let next, let hop):
                CallTrace.current?.note(hop)
                await Self.drain(answer.content)
                sent = now()
                let remaining = try Self.remaining(of: timeouts, after: start.duration(to: sent))
                answer = try await base.send(next, timeouts: remaining)
            }
        }
    }

    /// The maximum size of redirect content that is read, in bytes: enough for a page with a link.
    private static let drainLimit = 65_536

    /// Reads and discards short content, so that the connection can be reused.
    private static func drain(_ content: Content) async {
        guard let length = content.length, length > 0, length <= drainLimit, !content.isInMemory
        else {
            return
        }
        // If reading fails, the connection is closed, and the next request uses another one.
        _ = try? await content.collect(upTo: drainLimit)
    }

    private static func remaining(
        of timeouts: Timeouts,
        after elapsed: Duration
    ) throws(TransportError) -> Timeouts {
        guard let total = timeouts.total else { return timeouts }
        guard elapsed < total else {
            throw TransportError(
                .timedOut(.connecting),
                "redirects took the whole time of the call"
            )
        }
        var timeouts = timeouts
        timeouts.total = total - elapsed
        return timeouts
    }
}
