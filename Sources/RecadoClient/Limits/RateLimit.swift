// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

/// A limit on the number of requests in a period.
///
/// ```swift
/// let slow = client.withMiddleware { $0.rateLimit = RateLimit(5, per: .seconds(10)) }
/// ```
///
/// It is a bucket of tokens: `count` requests may follow one another at once, and then the same
/// number becomes available again evenly over each period. When a server answers 429 or 503 with
/// Retry-After, or says that its own limit is used up, all requests that are counted together wait
/// for the time that it asks for, at most 10 minutes. With a period of zero, these waits alone
/// apply.
public struct RateLimit: Sendable, Hashable {
    /// The requests that are counted together.
    public enum Scope: Sendable, Hashable {
        /// The requests to the same scheme, host and port.
        case host
        /// All requests of the client, whatever their host.
        case client
    }

    /// The number of requests in a period.
    public let count: Int
    /// The length of a period.
    public let period: Duration
    /// The requests that are counted together.
    public let scope: Scope

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - count: The most requests; less than one counts as one.
    ///   - period: The time in which requests are counted; zero or less sets no limit.
    ///   - scope: The requests that are counted together; those to one host by default.
    public init(_ count: Int, per period: Duration, scope: Scope = .host) {
        self.count = max(count, 1)
        self.period = max(period, .zero)
        self.scope = scope
    }
}

/// The time at which the next request may be sent; it neither waits nor sends.
struct TokenBucket: Sendable {
    private let limit: RateLimit?
    private var tokens: Double
    private var updated: Duration
    /// The time until which the server wants no requests.
    private(set) var pausedUntil: Duration = .zero

    init(_ limit: RateLimit?, now: Duration) {
        self.limit = limit
        tokens = Double(limit?.count ?? 0)
        updated = now
    }

    /// True if a new bucket would be in the same state.
    func isFull(now: Duration) -> Bool {
        guard pausedUntil <= now else { return false }
        guard let limit else { return true }
        var bucket = self
        bucket.refill(limit, now)
        return bucket.tokens >= Double(limit.count)
    }

    /// Takes a token; returns the time to wait if there is none.
    mutating func take(now: Duration) -> Duration? {
        if pausedUntil > now { return pausedUntil - now }
        guard let limit else { return nil }
        refill(limit, now)
        // Sums of fractions may be slightly below the whole number.
        guard tokens < 1 - 1e-9 else {
            tokens = max(tokens - 1, 0)
            return nil
        }
        let wait = limit.period * ((1 - tokens) / Double(limit.count))
        return max(wait, .nanoseconds(1))
    }

    /// Pauses until the time that the server asks for.
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
