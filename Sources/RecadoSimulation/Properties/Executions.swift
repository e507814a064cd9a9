// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The times at which requests were executed, by the key of the request; a repeated request has the
/// same key.
///
/// Either a handler records each execution, or the test reads the times from the written data,
/// which does not include executions that were rolled back.
public final class Executions<Key: Hashable & Sendable>: Sendable {
    private let times = Mutex<[Key: [ContinuousClock.Instant]]>([:])

    /// Creates a record without requests.
    public init() {}

    /// Records that a request was executed.
    ///
    /// - Parameters:
    ///   - key: The request's key.
    ///   - time: The time; now by default. Times must not decrease.
    public func record(_ key: Key, at time: ContinuousClock.Instant = .now) {
        times.withLock { $0[key, default: []].append(time) }
    }

    /// Returns the number of times that a request was executed.
    public func count(of key: Key) -> Int { times.withLock { $0[key]?.count ?? 0 } }

    /// Checks that no request was executed twice.
    ///
    /// - Parameter patience: The time after which a request counts as lost, and may be executed
    ///   again; `nil`, the default, if no request may be executed twice.
    /// - Throws: ``BrokenProperty`` for a request that was executed too often.
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
