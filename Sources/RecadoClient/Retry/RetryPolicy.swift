// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Which failed calls are tried again, how often and after how long.
///
/// ```swift
/// let patient = client.withMiddleware { $0.retry = .attempts(5) }
/// ```
///
/// - Repeated are requests whose method is idempotent (RFC 9110 §9.2.2) or that bear an
///   Idempotency-Key. Others are repeated if no connection came about, for nothing was sent then.
/// - Repeated are failures that pass: a name that nobody could resolve, a connection that was
///   refused, lost or timed out. What would fail again is not: a certificate that is not trusted,
///   an answer that is no HTTP or too large, a request that cannot be sent.
/// - The delay is drawn from zero to a limit that doubles from attempt to attempt (“full jitter”),
///   so that clients which failed together do not come back together. Where the server says how
///   long to wait, it is at least that long.
/// - No wait begins that would outlast the call's total time: the call fails at once and says so.
public struct RetryPolicy: Sendable, Hashable {
    /// The number of attempts in all: 3, which two lost connections in a row do not exhaust.
    public var attempts = 3

    /// The limit of the first delay: 500 ms, several round trips.
    ///
    /// Each further limit is twice as long.
    public var firstDelay: Duration = .milliseconds(500)

    /// The greatest limit of a delay: 20 seconds.
    public var longestDelay: Duration = .seconds(20)

    /// The longest wait that a server may ask for: 60 seconds; calls fail
    /// at once if it asks for more.
    public var longestServerDelay: Duration = .seconds(60)

    /// The time limit of one attempt, within the total time of the call; none by default.
    public var attemptTimeout: Duration?

    /// The statuses whose calls are tried again.
    ///
    /// By default: 408 (the server tired of waiting), 429 (too many requests for now), 502
    /// and 504 (a gateway could not reach its server) and 503 (overloaded or being
    /// serviced). Not 500: a program that failed on a request will mostly fail on it again.
    /// Add it for services known to recover.
    public var statuses: Set<Status> = [
        .requestTimeout, .tooManyRequests, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]

    /// Whether requests of other methods get an Idempotency-Key, once per call; `false` by default.
    ///
    /// Only a service that knows the field makes such requests safe to repeat.
    public var makesIdempotencyKeys = false

    /// The limit on the share of repetitions among the calls to one host; `nil` sets none.
    public var budget: RetryBudget? = RetryBudget()

    /// Creates the default policy.
    public init() {}

    /// The default policy.
    public static let standard = RetryPolicy()

    /// The default policy with another number of attempts.
    ///
    /// - Parameter count: The number of attempts in all; one means no repetition.
    /// - Returns: The policy.
    public static func attempts(_ count: Int) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = count
        return policy
    }

    /// Whether a failure may pass by itself.
    func isPassing(_ outcome: Attempt.Outcome) -> Bool {
        switch outcome {
        case .answered(let status): statuses.contains(status)
        case .failed(.cannotResolve), .failed(.cannotConnect), .failed(.connectionLost),
            .failed(.timedOut):
            true
        case .failed: false
        }
    }

    /// Whether a failure means that the server has seen nothing of the request.
    static func sentNothing(_ outcome: Attempt.Outcome) -> Bool {
        switch outcome {
        case .failed(.cannotResolve), .failed(.cannotConnect), .failed(.timedOut(.connecting)): true
        default: false
        }
    }

    /// The greatest delay after an attempt, without the server's wishes.
    func delayLimit(after attempt: Int) -> Duration {
        // Thirty doublings of a nanosecond exceed a second: beyond them the other limit holds.
        let doublings = min(max(attempt - 1, 0), 30)
        let factor = Double(1 << doublings)
        return min(.seconds(max(firstDelay.inSeconds, 0) * factor), longestDelay)
    }
}
