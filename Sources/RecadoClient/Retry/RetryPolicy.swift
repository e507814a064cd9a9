// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

/// The rules for retries: which failed requests are repeated, how often, and after which delay.
///
/// ```swift
/// let patient = client.withMiddleware { $0.retry = .attempts(5) }
/// ```
///
/// - A request is repeated if its method is idempotent (RFC 9110 §9.2.2) or if it has an
///   Idempotency-Key. Any other request is repeated only if no connection was opened, because then
///   nothing was sent.
/// - Temporary failures are retried: a name that could not be resolved, or a connection that was
///   refused, lost or timed out. Failures that would recur are not: an untrusted certificate, an
///   answer that is not HTTP or too large, or a request that cannot be sent.
/// - The delay is random, between zero and a limit that doubles with each attempt (“full jitter”),
///   so that clients that failed together do not retry together. If the server asks for a wait, the
///   delay is at least that long.
/// - If a delay would exceed the call's total timeout, the call fails at once, and its error says
///   so.
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of attempts: 3, so that a call survives two lost connections in a row.
    public var attempts = 3

    /// The upper limit of the first delay: 500 ms, the time of several round trips.
    ///
    /// The upper limit doubles with each further delay.
    public var firstDelay: Duration = .milliseconds(500)

    /// The maximum delay after any attempt, unless the server asks for a longer wait: 20 seconds.
    public var longestDelay: Duration = .seconds(20)

    /// The longest wait that a server may ask for: 60 seconds.
    ///
    /// If it asks for more, the call fails at once.
    public var longestServerDelay: Duration = .seconds(60)

    /// The time limit of one attempt, within the total time of the call; none by default.
    public var attemptTimeout: Duration?

    /// The statuses that are retried.
    ///
    /// By default these are 408 (the server timed out while it waited), 429 (too many requests for
    /// now), 502 and 504 (a gateway could not reach its server) and 503 (overloaded or under
    /// maintenance). 500 is excluded, because a program that failed on a request will usually fail
    /// on it again; add it for services that are known to recover.
    public var statuses: Set<Status> = [
        .requestTimeout, .tooManyRequests, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]

    /// True to add an Idempotency-Key, one per call, to requests whose method is not idempotent;
    /// `false` by default.
    ///
    /// The key makes retries safe only if the service supports the header field.
    public var makesIdempotencyKeys = false

    /// The limit on the share of retries among the requests to one host; `nil` for none.
    public var budget: Budget? = RetryPolicy.Budget()

    /// Creates the default policy.
    public init() {}

    /// The default policy.
    public static let standard = RetryPolicy()

    /// Returns the default policy with another number of attempts.
    ///
    /// - Parameter count: The maximum number of attempts; with 1, nothing is retried.
    /// - Returns: The policy.
    public static func attempts(_ count: Int) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = count
        return policy
    }

    /// True if a failure may be temporary.
    func isTemporary(_ outcome: Attempt.Outcome) -> Bool {
        switch outcome {
        case .answered(let status): statuses.contains(status)
        case .failed(.cannotResolve), .failed(.cannotConnect), .failed(.connectionLost),
            .failed(.timedOut):
            true
        case .failed: false
        }
    }

    /// True if a failure means that the server received no part of the request.
    static func sentNothing(_ outcome: Attempt.Outcome) -> Bool {
        switch outcome {
        case .failed(.cannotResolve), .failed(.cannotConnect), .failed(.timedOut(.connecting)): true
        default: false
        }
    }

    /// Returns the upper limit of the delay after an attempt, if the server does not ask for a
    /// wait.
    func delayLimit(after attempt: Int) -> Duration {
        // Thirty doublings are enough to turn a nanosecond into a second; many more would overflow.
        let doublings = min(max(attempt - 1, 0), 30)
        let factor = Double(1 << doublings)
        return min(.seconds(max(firstDelay.inSeconds, 0) * factor), longestDelay)
    }
}
