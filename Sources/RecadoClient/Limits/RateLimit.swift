// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

/// A limit on the number of requests in a period.
///
/// ```swift
/// let slow = client.withMiddleware { $0.rateLimit = RateLimit(5, per: .seconds(10)) }
/// ```
///
/// It is a token bucket: `count` requests may be sent at once, and the tokens are then refilled at
/// a constant rate of `count` in each period. If a server answers 429 or 503 and asks for a wait,
/// or reports that its own rate limit is exhausted, all requests in the same scope wait for the
/// requested time, but at most 10 minutes. With a period of zero, only these waits apply.
public struct RateLimit: Sendable, Hashable {
    /// The requests that share a limit.
    public enum Scope: Sendable, Hashable {
        /// The requests to the same scheme, host and port.
        case host
        /// All requests of the client, whatever their host.
        case client
    }

    /// The maximum number of requests in a period.
    public let count: Int
    /// The length of a period.
    public let period: Duration
    /// The requests that share the limit.
    public let scope: Scope

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - count: The maximum number of requests; a number below 1 becomes 1.
    ///   - period: The period over which requests are counted; with zero or less, there is no
    ///     limit.
    ///   - scope: The requests that share the limit; by default those to the same host.
    public init(_ count: Int, per period: Duration, scope: Scope = .host) {
        self.count = max(count, 1)
        self.period = max(period, .zero)
        self.scope = scope
    }
}

/// A token bucket that computes when the next request may be sent, without I/O.
struct TokenBucket: Sendable {
    private let limit: RateLimit?
    private var tokens: Double
    private var updated: Duration
    /// The time until which the server asks clients to send no requests.
    private(set) var pausedUntil: Duration = .zero

    init(_ limit: RateLimit?, now: Duration) {
        self.limit = limit
        tokens = Double(limit?.count ?? 0)
        updated = now
    }

    /// True if the bucket can be replaced by a new one, because it is full and not paused.
    func isFull(now: Duration) -> Bool {
        guard pausedUntil <= now else { return false }
        guard let limit else { return true }
        var bucket = self
        bucket.refill(limit, now)
        return bucket.tokens >= Double(limit.count)
    }

    /// Takes a token and returns `nil`; returns the time to wait if there is no token or the server
    /// asked for a pause.
    mutating func take(now: Duration) -> Duration? {
        if pausedUntil > now { return pausedUntil - now }
        guard let limit else { return nil }
        refill(limit, now)
        // Rounding errors may leave the sum slightly below a whole number.
        guard tokens < 1 - 1e-9 else {
            tokens = max(tokens - 1, 0)
            return nil
        }
        let wait = limit.period * ((1 - tokens) / Double(limit.count))
        return max(wait, .nanoseconds(1))
    }

    /// Pauses until a time that the server asks for.
    mutating func pause(until end: Duration) {
        pausedUntil = max(pausedUntil, end)
    }

    private mutating func refill(_ limit: RateLimit, _ now: Duration) {
        let passed = max((now - updated).inSeconds, 0)
        let capacity = Double(limit.count)
        let gained = limit.period > .zero ? passed * capacity / limit.period.inSeconds : capacity
        tokens = min(tokens + gained, capacity)
        updated = max(updated, now)
    }
}
