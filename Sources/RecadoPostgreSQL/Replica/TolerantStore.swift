// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A store whose reads may be somewhat old; all else is as without it.
struct TolerantStore: Store {
    private let store: PostgreSQLStore
    private let staleness: Duration

    init(_ store: PostgreSQLStore, _ staleness: Duration) {
        (self.store, self.staleness) = (store, staleness)
    }

    var dialect: Dialect { store.dialect }

    func allowing(staleness: Duration) -> any Store { store.allowing(staleness: staleness) }

    /// Reads from a standby if one is young enough, or else, and if it fails, from the server.
    func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        guard let pool = store.replica?.pool(within: staleness) else {
            return try await store.read(body)
        }
        do throws(TransactionError<Failure>) {
            let value = try await pool.submit(.read) { session throws(TransactionError<Failure>) in
                try body(Transaction(session))
            }
            store.noteReplicaRead()
            return value
        } catch {
            guard case .store(let failure) = error, failure.isOfReplica else { throw error }
            return try await store.read(body)
        }
    }

    func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        try await store.write(body)
    }

    func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String] {
        try await store.migrate(migrations)
    }

    func close() async { await store.close() }
}

extension StoreError {
    /// Whether another server may know better: the standby is away or busy, or what was read was
    /// cleaned up meanwhile (40001).
    fileprivate var isOfReplica: Bool {
        switch code {
        case .cannotOpen, .connectionLost, .overloaded, .serialization, .timedOut, .busy: true
        default: false
        }
    }
}
