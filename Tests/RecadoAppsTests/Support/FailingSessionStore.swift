// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer
import Synchronization

/// A session store in memory that fails while `isFailing` is set.
final class FailingSessionStore: SessionStore {
    struct Failure: Error {}

    let isFailing = Mutex(false)
    private let base = MemorySessionStore()

    private func check() throws {
        if isFailing.withLock({ $0 }) { throw Failure() }
    }

    func insert(_ session: Session, for key: String) async throws {
        try check()
        base.insert(session, for: key)
    }

    func session(for key: String) async throws -> Session? {
        try check()
        return base.session(for: key)
    }

    func touch(_ key: String, at time: Int64) async throws {
        try check()
        base.touch(key, at: time)
    }

    func remove(_ key: String) async throws {
        try check()
        base.remove(key)
    }

    func removeAll(of account: String) async throws {
        try check()
        base.removeAll(of: account)
    }
}
