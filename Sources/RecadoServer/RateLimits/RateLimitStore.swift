// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A store that counts the requests of each client.
///
/// Servers that should count requests together share a store.
public protocol RateLimitStore: Sendable {
    /// Takes one request from a client's quota.
    ///
    /// - Parameters:
    ///   - client: The client and the subject under which its requests are counted.
    ///   - quota: The quota of the client.
    /// - Returns: The state of the quota afterwards.
    /// - Throws: `ProblemDetails` when the store fails; the request then passes.
    func take(_ client: String, _ quota: Quota) async throws -> RateLimitStatus
}

/// The state of a client's quota after a request.
public struct RateLimitStatus: Sendable, Hashable {
    /// True if the request is within the quota.
    public let isGranted: Bool
    /// The number of further requests that the client may make now.
    public let remaining: Int
    /// The time until ``remaining`` grows by one, if the client makes no request until then.
    public let wait: Duration

    /// Creates the state of a quota.
    ///
    /// - Parameters:
    ///   - isGranted: True if the request is within the quota.
    ///   - remaining: The number of further requests that the client may make now.
    ///   - wait: The time until the client may make one more request.
    public init(isGranted: Bool, remaining: Int, wait: Duration) {
        self.isGranted = isGranted
        self.remaining = remaining
        self.wait = wait
    }
}

/// A client's use of its quota, stored as the time at which its whole quota will be available
/// again.
///
/// It implements the generic cell rate algorithm (ITU-T I.371), which needs one number per client.
public struct QuotaAccount: Sendable, Hashable {
    /// The time from which the whole quota is available, on the store's clock.
    public private(set) var isFullAt: Duration

    /// Creates the account of a client that has made no request.
    ///
    /// - Parameter isFullAt: The time from which the whole quota is available.
    public init(isFullAt: Duration = .zero) {
        self.isFullAt = isFullAt
    }

    /// Takes one request, if one is left.
    ///
    /// - Parameters:
    ///   - quota: The quota.
    ///   - now: The time on the store's clock.
    /// - Returns: The state of the quota afterwards.
    public mutating func take(_ quota: Quota, now: Duration) -> RateLimitStatus {
        let interval = quota.interval
        // The used part is at most the whole quota, so that setting the clock back locks nobody
        // out.
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
