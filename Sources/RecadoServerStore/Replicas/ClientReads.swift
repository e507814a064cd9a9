// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// The requirements for a request's reads: how old the data may be, and which of the client's
/// writes it must include.
final class ClientReads: Sendable {
    /// A client's writes to one store, before and during a request; the in-process calls of the
    /// request's handler share this object.
    final class Session: Sendable {
        /// The log position that includes all of the client's writes before the request.
        let written: LogPosition?
        private let writes = Atomic(false)

        init(_ written: LogPosition?) { self.written = written }

        /// True if the request has written.
        var hasWritten: Bool { writes.load(ordering: .acquiring) }

        fileprivate func noteWrite() { writes.store(true, ordering: .releasing) }
    }

    /// The writes of a request to all of its stores.
    private final class Writes: Sendable {
        let any = Atomic(false)
    }

    @TaskLocal static var current: ClientReads?

    let session: Session
    /// The greatest age of the data that may be read.
    let staleness: Duration
    private let store: ObjectIdentifier
    /// The requirements of the enclosing call, for this store or another; `nil` if there is none.
    private let outer: ClientReads?
    private let writes: Writes

    /// True if the request has written to this store or another one.
    var hasWrittenAnywhere: Bool { writes.any.load(ordering: .acquiring) }

    init(_ session: Session, _ staleness: Duration, in store: any Store) {
        (self.session, self.staleness) = (session, staleness)
        self.store = store.identifier
        outer = Self.current
        writes = outer?.writes ?? Writes()
    }

    /// Records a write to a store.
    static func noteWrite(to store: any Store) {
        guard let reads = current(in: store) else { return }
        reads.session.noteWrite()
        reads.writes.any.store(true, ordering: .releasing)
    }

    /// Returns the current task's requirements for a store; `nil` if it must read current data.
    static func current(in store: any Store) -> ClientReads? {
        guard let current else { return nil }
        let identifier = store.identifier
        return sequence(first: current, next: \.outer).first { $0.store == identifier }
    }

    /// Returns the store for the next read: one that may return older data, if the request allows
    /// that.
    static func readable(_ store: any Store) -> any Store {
        guard let reads = current(in: store), reads.staleness > .zero, !reads.session.hasWritten
        else { return store }
        return store.allowing(staleness: reads.staleness, after: reads.session.written)
    }
}
