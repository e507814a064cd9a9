// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A session store in the memory of this process; the sessions end with the process.
public final class MemorySessionStore: SessionStore {
    /// The most sessions that are kept: 100 000, about 30 MB.
    ///
    /// At the limit, the half of the sessions that was not used for the longest time is removed.
    public static let capacity = 100_000

    private let capacity: Int
    private let sessions = Mutex<[String: Session]>([:])

    /// Creates an empty store.
    public convenience init() { self.init(capacity: Self.capacity) }

    /// Creates an empty store with the given capacity.
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The keys of the sessions.
    package var keys: [String] { sessions.withLock { Array($0.keys) } }

    /// Stores a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - key: The key of the session.
    public func insert(_ session: Session, for key: String) {
        sessions.withLock { sessions in
            if sessions.count >= capacity {
                let oldest = sessions.map { (time: $0.value.usedAt, key: $0.key) }
                    .sorted { $0.time < $1.time }
                    .prefix(sessions.count - capacity / 2)
                for (_, key) in oldest { sessions[key] = nil }
            }
            sessions[key] = session
        }
    }

    /// Finds a session.
    ///
    /// - Parameter key: The key of the session.
    /// - Returns: The session; `nil` when there is none.
    public func session(for key: String) -> Session? { sessions.withLock { $0[key] } }

    /// Records the last use of a session.
    ///
    /// - Parameters:
    ///   - key: The key of the session.
    ///   - time: The time, in seconds since 1970.
    public func touch(_ key: String, at time: Int64) {
        sessions.withLock { $0[key]?.usedAt = time }
    }

    /// Removes a session.
    ///
    /// - Parameter key: The key of the session.
    public func remove(_ key: String) {
        sessions.withLock { $0[key] = nil }
    }

    /// Removes all sessions of an account.
    ///
    /// - Parameter account: The account that the sessions belong to.
    public func removeAll(of account: String) {
        sessions.withLock { sessions in
            sessions = sessions.filter { $0.value.account != account }
        }
    }
}
