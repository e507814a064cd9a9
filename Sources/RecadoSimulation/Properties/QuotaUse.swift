// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import Synchronization

/// The times at which requests of clients were accepted, to compare with a quota.
public final class QuotaUse: Sendable {
    private let times = Mutex<[String: [ContinuousClock.Instant]]>([:])

    /// Creates a record without requests.
    public init() {}

    /// Records that a client's request is carried out now.
    public func record(_ client: String) {
        times.withLock { $0[client, default: []].append(.now) }
    }

    /// The number of requests of a client that were accepted.
    public func count(of client: String) -> Int { times.withLock { $0[client]?.count ?? 0 } }

    /// Checks that no client got more than its quota: all of it at once, and then the part that is
    /// restored as time passes.
    ///
    /// - Parameters:
    ///   - quota: The quota.
    ///   - delay: The time that a request may need between being counted and being carried out.
    /// - Throws: ``BrokenProperty`` for a client that got more.
    public func check(_ quota: Quota, delay: Duration = .zero) throws(BrokenProperty) {
        for (client, times) in times.withLock(\.self) {
            // The greatest use since any moment, minus the quota that has been restored since.
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
