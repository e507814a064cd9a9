// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The times at which requests were carried out, by the key under which each is repeated.
///
/// A handler records each time that it carries a request out, or a test reads the times from the
/// written data, since a transaction that was rolled back was not carried out.
public final class Executions<Key: Hashable & Sendable>: Sendable {
    private let times = Mutex<[Key: [ContinuousClock.Instant]]>([:])

    /// Creates a record without requests.
    public init() {}

    /// Records that a request is carried out.
    ///
    /// - Parameters:
    ///   - key: The request's key.
    ///   - time: The time; now by default. Times must not decrease.
    public func record(_ key: Key, at time: ContinuousClock.Instant = .now) {
        times.withLock { $0[key, default: []].append(time) }
    }

    /// The number of times that a request was carried out.
    public func count(of key: Key) -> Int { times.withLock { $0[key]?.count ?? 0 } }

    /// Checks that each request was carried out once.
    ///
    /// - Parameter patience: The time after which a request counts as lost, and may be carried out
    ///   again; `nil`, the default, for never.
    /// - Throws: ``BrokenProperty`` for a request that was carried out too often.
    public func check(again patience: Duration? = nil) throws(BrokenProperty) {
        for (key, times) in times.withLock(\.self) {
            for (former, next) in zip(times, times.dropFirst()) {
                let rest = next - former
                if let patience, rest >= patience { continue }
                throw BrokenProperty(
                    "each key is carried out once",
                    "\(key) was carried out \(times.count) times, \(rest) after the last time"
                )
            }
        }
    }
}
