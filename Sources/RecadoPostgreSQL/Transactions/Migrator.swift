// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Applies migrations on one connection, while other programs wait.
struct Migrator {
    /// The second key of the advisory lock that a program holds while it migrates.
    private static var lock: Int32 { 2 }
    /// The longest time that this program waits while another program migrates.
    private static var patience: Duration { .seconds(60) }

    private let connection: PostgreSQLConnection
    private let history: MigrationHistory

    init(_ connection: PostgreSQLConnection, _ history: MigrationHistory) {
        self.connection = connection
        self.history = history
    }

    /// Applies the missing migrations and returns their names.
    func run() throws -> [String] {
        if try isUpToDate() { return [] }
        let patience = connection.patience
        connection.patience = nil
        do {
            try session.control("SELECT set_config('statement_timeout', '0', false)")
            try takeLock()
            let names = try applyAll()
            try session.control(
                "SELECT pg_advisory_unlock(\(TransactionRunner.lockClass)::int, \(Self.lock)::int)"
            )
            try session.control(connection.options.settings(isLocal: false))
            connection.patience = patience
            return names
        } catch {
            // Closing the connection releases the lock and resets the settings.
            _ = connection.lost()
            throw error
        }
    }

    /// A session that begins no transaction around its statements.
    private var session: PostgreSQLSession { PostgreSQLSession(connection, opening: nil) }

    private func isUpToDate() throws -> Bool {
        try transaction { transaction in
            let query: Statement = "SELECT to_regclass(\(history.table))::text"
            guard try transaction.value(query, as: String?.self) != .some(nil) else { return false }
            return try history.next(in: transaction) == nil
        }
    }

    /// Tries repeatedly to take the lock, until it is free.
    ///
    /// A statement that waited for the lock would hold a snapshot. `CREATE INDEX CONCURRENTLY` in
    /// the program that holds the lock waits for every snapshot, so the two would wait for each
    /// other.
    private func takeLock() throws {
        let deadline = Deadline.after(Self.patience)
        while true {
            let isTaken = try transaction { transaction in
                try transaction.value(
                    """
                    SELECT pg_try_advisory_lock(
                        \(TransactionRunner.lockClass)::int, \(Self.lock)::int
                    )
                    """,
                    as: Bool.self
                )
            }
            if isTaken == true { return }
            if deadline.isOver || connection.interruption.isFired {
                throw StoreError(.busy, "another program has been migrating for too long")
            }
            connection.rest(.milliseconds(50))
        }
    }

    private func applyAll() throws -> [String] {
        var names: [String] = []
        try transaction { try history.prepare(in: $0) }
        while let next = try transaction({ try history.next(in: $0) }) {
            if next.isOutsideTransaction {
                for statement in next.statements(for: .postgreSQL) {
                    _ = try session.run(statement) { _ in true }
                }
                try transaction { try history.record(next, in: $0) }
            } else {
                try transaction { transaction in
                    for statement in next.statements(for: .postgreSQL) {
                        try transaction.execute(statement)
                    }
                    try history.record(next, in: transaction)
                }
            }
            names.append(next.name)
        }
        return names
    }

    /// Runs a transaction with the server's default isolation, normally read committed.
    ///
    /// Other programs are kept out by the lock, which is taken before the transaction.
    private func transaction<Value>(
        _ body: (borrowing Transaction<Never>) throws -> Value
    ) throws -> Value {
        let session = PostgreSQLSession(connection, opening: "BEGIN")
        do {
            let value = try body(Transaction(session))
            if let failure = session.failure { throw failure }
            try session.commit()
            return value
        } catch {
            session.rollBack()
            throw error
        }
    }
}
