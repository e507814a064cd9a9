// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import Synchronization

/// A rate limit store in the memory of this process.
public final class MemoryRateLimitStore: RateLimitStore {
    /// The most clients that are remembered: 100 000, about 10 MB.
    ///
    /// At the limit, the clients that have the most quota left are forgotten.
    public static let limit = 100_000

    private let accounts = Mutex<[String: QuotaAccount]>([:])
    private let now: @Sendable () -> Duration

    /// Creates an empty store.
    public convenience init() {
        let start = ContinuousClock.now
        self.init { start.duration(to: .now) }
    }

    /// Creates an empty store that reads the time from a function.
    package init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// The number of clients in memory.
    package var entryCount: Int { accounts.withLock { $0.count } }

    /// Takes one request from a client's quota.
    ///
    /// - Parameters:
    ///   - client: The client and the subject under which its requests are counted.
    ///   - quota: The quota of the client.
    /// - Returns: The state of the quota afterwards.
    public func take(_ client: String, _ quota: Quota) -> RateLimitStatus {
        let now = now()
        return accounts.withLock { accounts in
            if accounts.count >= Self.limit, accounts[client] == nil {
                Self.forget(in: &accounts, now: now)
            }
            return accounts[client, default: QuotaAccount()].take(quota, now: now)
        }
    }

    /// Forgets clients whose whole quota is left and, if more than half of the limit remain, also
    /// the half of the clients that have the most quota left.
    private static func forget(in accounts: inout [String: QuotaAccount], now: Duration) {
        accounts = accounts.filter { $0.value.isFullAt > now }
        guard accounts.count > limit / 2 else { return }
        let times = accounts.values.map(\.isFullAt).sorted()
        let median = times[times.count / 2]
        accounts = accounts.filter { $0.value.isFullAt > median }
    }
}
