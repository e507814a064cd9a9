// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The number of requests that one client may make in a period.
///
/// ```swift
/// static let quota: Quota? = Quota(100, per: .seconds(60))
/// ```
///
/// A client that has been idle may make all of them at once; then they come back one by one, evenly
/// over the period. A client that makes more is answered with 429 and Retry-After. The fields
/// RateLimit-Policy and RateLimit tell clients beforehand (draft-ietf-httpapi-ratelimit-headers).
public struct Quota: Sendable, Hashable {
    /// The number of requests, at least 1.
    public let requests: Int
    /// The time in which so many come back, at least a millisecond.
    public let period: Duration

    /// Creates a quota.
    ///
    /// - Parameters:
    ///   - requests: The number of requests; 1 for less.
    ///   - period: The time in which so many come back; a millisecond for less.
    public init(_ requests: Int, per period: Duration) {
        self.requests = max(1, requests)
        self.period = max(.milliseconds(1), period)
    }

    /// The time in which one request comes back.
    package var interval: Duration { period / requests }
}
