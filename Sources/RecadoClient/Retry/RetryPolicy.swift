// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

/// The rules for failed calls: which of them are repeated, how often and after which delay.
///
/// ```swift
/// let patient = client.withMiddleware { $0.retry = .attempts(5) }
/// ```
///
/// - Requests are repeated if their method is idempotent (RFC 9110 §9.2.2) or if they have an
///   Idempotency-Key. Other requests are repeated if no connection was opened, as nothing was sent.
/// - Temporary failures lead to a repetition: a name that could not be resolved, a connection that
///   was refused, lost or timed out. Failures that would recur do not: a certificate that is not
///   trusted, an answer that is not HTTP or too large, a request that cannot be sent.
/// - The delay is random, between zero and a limit that doubles from attempt to attempt (“full
///   jitter”), so that clients that failed together do not return together. If the server says how
///   long to wait, the delay is at least that long.
/// - A wait that would exceed the call's total time does not begin: the call fails at once, and its
///   error says so.
public struct RetryPolicy: Sendable, Hashable {
    /// The number of attempts in all: 3, so that a call survives two lost connections in a row.
    public var attempts = 3

    /// The limit of the first delay: 500 ms, several round trips.
    ///
    /// Each further limit is twice as long.
    public var firstDelay: Duration = .milliseconds(500)

    /// The greatest value that the limit of a delay can reach: 20 seconds.
    public var longestDelay: Duration = .seconds(20)

    /// The longest wait that a server may ask for: 60 seconds; if it asks for more, calls fail at
    /// once.
    public var longestServerDelay: Duration = .seconds(60)

    /// The time limit of one attempt, within the total time of the call; none by default.
    public var attemptTimeout: Duration?

    /// The statuses whose calls are repeated.
    ///
    /// By default: 408 (the server timed out while it waited), 429 (too many requests for now), 502
    /// and 504 (a gateway could not reach its server) and 503 (overloaded or under maintenance).
    /// 500 is excluded, as a program that failed on a request will usually fail on it again; add it
    /// for services that are known to recover.
    public var statuses: Set<Status> = [
        .requestTimeout, .tooManyRequests, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]

    /// True to add an Idempotency-Key, one per call, to requests of other methods; `false` by
    /// default.
    ///
    /// Such requests are safe to repeat only if the service supports the field.
    public var makesIdempotencyKeys = false

    /// The limit on the share of repetitions among the calls to one host; `nil` sets none.
    public var budget: Budget? = RetryPolicy.Budget()

    /// Creates the default policy.
    public init() {}

    /// The default policy.
    public static let standard = RetryPolicy()

    /// Returns the default policy with another number of attempts.
    ///
    /// - Parameter count: The number of attempts in all; one means no repetition.
    /// - Returns: The policy.
    public static func attempts(_ count: Int) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = count
        return policy
    }

    /// True if a failure may be temporary.
    func isPassing(_ outcome: Attempt.Outcome) -> Bool {
        switch outcome {
        case .answered(let status): statuses.contains(status)
        case .failed(.cannotResolve), .failed(.cannotConnect), .failed(.connectionLost),
            .failed(.timedOut):
            true
        case .failed: false
        }
    }

    /// True if a failure means that the server has received nothing of the request.
    static func sentNothing(_ outcome: Attempt.Outcome) -> Bool {
        switch outcome {
        case .failed(.cannotResolve), .failed(.cannotConnect), .failed(.timedOut(.connecting)): true
        default: false
        }
    }

    /// The greatest delay after an attempt, if the server does not ask for a wait.
    func delayLimit(after attempt: Int) -> Duration {
        // No more than thirty doublings are counted, so that the number cannot overflow; they turn
        // even a nanosecond into a second.
        let doublings = min(max(attempt - 1, 0), 30)
        let factor = Double(1 << doublings)
        return min(.seconds(max(firstDelay.inSeconds, 0) * factor), longestDelay)
    }
}
