// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// The reads and the writes of a request: how old what is read may be, and what its client has to
/// find there.
final class ClientReads: Sendable {
    /// The writes of a client, before the request and in it; calls in process share them.
    final class Session: Sendable {
        /// The position behind all that the client wrote before.
        let written: LogPosition?
        private let writes = Atomic(false)

        init(_ written: LogPosition?) { self.written = written }

        /// Whether the request has written.
        var hasWritten: Bool { writes.load(ordering: .acquiring) }

        func noteWrite() { writes.store(true, ordering: .releasing) }
    }

    @TaskLocal static var current: ClientReads?

    let session: Session
    /// The greatest age of what is read.
    let staleness: Duration
    private let store: ObjectIdentifier
    /// Those of another store.
    private let outer: ClientReads?

    init(_ session: Session, _ staleness: Duration, in store: any Store) {
        (self.session, self.staleness) = (session, staleness)
        self.store = store.identifier
        outer = Self.current
    }

    /// Those of a store in the present task; `nil` where its reads are never old.
    static func current(in store: any Store) -> ClientReads? {
        guard let current else { return nil }
        let identifier = store.identifier
        return sequence(first: current, next: \.outer).first { $0.store == identifier }
    }

    /// The store for the next read of a request.
    static func readable(_ store: any Store) -> any Store {
        guard let reads = current(in: store), reads.staleness > .zero, !reads.session.hasWritten
        else { return store }
        return store.allowing(staleness: reads.staleness, after: reads.session.written)
    }
}
