// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The number of requests that one client may make in a period.
///
/// ```swift
/// static let quota: Quota? = Quota(100, per: .seconds(60))
/// ```
///
/// A client that has been idle may make all requests of the quota at once; then requests become
/// available again one by one, evenly over the period. A client that makes more requests is
/// answered with 429 and Retry-After. The fields RateLimit-Policy and RateLimit inform clients in
/// advance (draft-ietf-httpapi-ratelimit-headers).
public struct Quota: Sendable, Hashable {
    /// The number of requests, at least 1.
    public let requests: Int
    /// The time in which all requests become available again, at least a millisecond.
    public let period: Duration

    /// Creates a quota.
    ///
    /// - Parameters:
    ///   - requests: The number of requests; values below 1 become 1.
    ///   - period: The time in which all requests become available again; a time below a
    ///     millisecond becomes a millisecond.
    public init(_ requests: Int, per period: Duration) {
        self.requests = max(1, requests)
        self.period = max(.milliseconds(1), period)
    }

    /// The time in which one request becomes available again.
    package var interval: Duration { period / requests }
}
