// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The record of the number of requests that each client has made.
///
/// Servers that are to count together share a store.
public protocol RateLimitStore: Sendable {
    /// Takes one request from the rest of a client's quota.
    ///
    /// - Parameters:
    ///   - client: The client that asks, and the thing that it asks for.
    ///   - quota: The quota of the client.
    /// - Returns: The rest of the client's quota.
    /// - Throws: `ProblemDetails` when the store fails; the request is then let through.
    func take(_ client: String, _ quota: Quota) async throws -> RateLimitStatus
}

/// The rest of a client's quota.
public struct RateLimitStatus: Sendable, Hashable {
    /// True if the request may be carried out.
    public let isGranted: Bool
    /// The requests that the client may make at once.
    public let remaining: Int
    /// The time until the client has one more request: if none remains, the time until the next can
    /// be granted.
    public let wait: Duration

    /// Creates the rest of a quota.
    ///
    /// - Parameters:
    ///   - isGranted: True if the request may be carried out.
    ///   - remaining: The requests that the client may make at once.
    ///   - wait: The time until it has one more.
    public init(isGranted: Bool, remaining: Int, wait: Duration) {
        self.isGranted = isGranted
        self.remaining = remaining
        self.wait = wait
    }
}

/// The account of one client: the time at which it will have its whole quota again.
///
/// It implements the generic cell rate algorithm (ITU-T I.371), which needs one number for each
/// client.
public struct QuotaAccount: Sendable, Hashable {
    /// The time at which nothing of the quota is used, on the store's clock.
    public private(set) var isFullAt: Duration

    /// Creates the account of a client that has made no request.
    ///
    /// - Parameter isFullAt: The time at which nothing of the quota is used.
    public init(isFullAt: Duration = .zero) {
        self.isFullAt = isFullAt
    }

    /// Takes one request, if one is left.
    ///
    /// - Parameters:
    ///   - quota: The quota.
    ///   - now: The time.
    /// - Returns: The rest of the quota.
    public mutating func take(_ quota: Quota, now: Duration) -> RateLimitStatus {
        let interval = quota.interval
        // More than the whole quota is never used: a clock that was put back keeps nobody out.
        let used = min(max(isFullAt - now, .zero), quota.period)
        guard used + interval <= quota.period + interval / 1_000 else {
            isFullAt = now + used
            return RateLimitStatus(
                isGranted: false,
                remaining: 0,
                wait: used + interval - quota.period
            )
        }
        isFullAt = now + used + interval
        let left = Int(((quota.period - used - interval) / interval).rounded(.down))
        let wait = (used + interval) - interval * max(0, quota.requests - left - 1)
        return RateLimitStatus(isGranted: true, remaining: max(0, left), wait: max(wait, .zero))
    }
}
