// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import Synchronization

/// The times at which clients' requests were accepted, to be compared with a quota.
public final class QuotaUse: Sendable {
    private let times = Mutex<[String: [ContinuousClock.Instant]]>([:])

    /// Creates a record without requests.
    public init() {}

    /// Records that a client's request is accepted now.
    public func record(_ client: String) {
        times.withLock { $0[client, default: []].append(.now) }
    }

    /// Returns the number of a client's requests that were accepted.
    public func count(of client: String) -> Int { times.withLock { $0[client]?.count ?? 0 } }

    /// Checks that no client exceeded its quota, which may be used all at once and is then restored
    /// gradually.
    ///
    /// - Parameters:
    ///   - quota: The quota.
    ///   - delay: The longest time between the moment at which the service counts a request and the
    ///     moment at which it is recorded here.
    /// - Throws: ``BrokenProperty`` for a client that exceeded its quota.
    public func check(_ quota: Quota, delay: Duration = .zero) throws(BrokenProperty) {
        for (client, times) in times.withLock(\.self) {
            // The used part of the quota, as a duration: each request adds the quota's interval,
            // and the passing of time subtracts from it.
            var used = Duration.zero
            var last = times.first ?? .now
            for (index, time) in times.enumerated() {
                used = max(.zero, used - (time - last)) + quota.interval
                last = time
                guard used > quota.period + delay + .microseconds(1) else { continue }
                throw BrokenProperty(
                    "quotas are never exceeded",
                    """
                    \(client) got \(index + 1) requests through in \(time - times[0]); \
                    expected no more than \(quota.requests) in \(quota.period)
                    """
                )
            }
        }
    }
}
