// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A store whose reads may return older data; otherwise it works like the store that it wraps.
struct TolerantStore: Store {
    private let store: PostgreSQLStore
    private let staleness: Duration
    private let position: LogPosition?

    init(_ store: PostgreSQLStore, _ staleness: Duration, _ position: LogPosition?) {
        (self.store, self.staleness, self.position) = (store, staleness, position)
    }

    var dialect: Dialect { store.dialect }

    func allowing(staleness: Duration, after position: LogPosition?) -> any Store {
        store.allowing(staleness: staleness, after: position)
    }

    func logPosition() async throws(StoreError) -> LogPosition? { try await store.logPosition() }

    /// Reads from a standby if its data is recent enough; otherwise, or if the standby fails, from
    /// the primary.
    func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        guard let replica = store.replica, let mark = replica.mark(within: staleness),
            // No standby of the current primary reaches a position on a later timeline.
            position.map({ $0.timeline <= mark.server.timeline }) ?? true
        else { return try await store.read(body) }
        do throws(TransactionError<Failure>) {
            let value: Value? = try await replica.pool.submit(.read) {
                session throws(TransactionError<Failure>) in
                // The position is checked before the transaction begins, so its snapshot includes
                // the position.
                do throws(StoreError) {
                    guard try session.connection.hasReplayed(mark, position) else { return nil }
                } catch {
                    throw .store(error)
                }
                return try body(Transaction(session))
            }
            if let value {
                store.noteReplicaRead()
                return value
            }
            // A standby that lacks only a client's last write may still serve other clients.
            if position == nil { replica.takeRest(lacking: mark) }
        } catch {
            guard case .store(let failure) = error, failure.isOfReplica else { throw error }
            replica.takeRest(lacking: nil)
        }
        return try await store.read(body)
    }

    func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        try await store.write(body)
    }

    func execute(_ statement: Statement) async throws(StoreError) -> Changes {
        try await store.execute(statement)
    }

    func execute<Value: Sendable>(
        _ statement: Statement,
        _ read: @escaping @Sendable (borrowing Row) throws -> Value
    ) async throws(StoreError) -> [Value] {
        try await store.execute(statement, read)
    }

    func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String] {
        try await store.migrate(migrations)
    }

    func close() async { await store.close() }
}

extension StoreError {
    /// True if a read that failed with this error on a standby may succeed on the primary.
    ///
    /// It may succeed if the standby is unreachable or busy, does not have a table yet, or has
    /// removed rows that were being read (40001). A statement that took too long on the standby
    /// would also take too long on the primary.
    fileprivate var isOfReplica: Bool {
        switch code {
        case .cannotOpen, .connectionLost, .overloaded, .serialization, .busy, .statement,
            .outOfMemory:
            true
        case .timedOut: sqlState == nil
        default: false
        }
    }
}
