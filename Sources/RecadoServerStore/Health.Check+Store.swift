// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore
import Synchronization

extension Health.Check {
    /// Creates a check that a database accepts writes and has its tables.
    ///
    /// It commits a row of a table of its own, `recado_probe`, and removes it in the same
    /// transaction. So the check fails for a full disk, a file that is write-protected or was
    /// replaced, and a server that is read-only. Then it reads a row of each table, which finds
    /// missing tables, and damage at the beginning of a table.
    ///
    /// - Parameters:
    ///   - name: The name, which is shown to everybody who asks for the health.
    ///   - store: The database.
    ///   - tables: The tables that the services need.
    ///   - timeout: The time after which the check counts as failed; by default 2 seconds, as for
    ///     any check.
    ///   - report: Called with the store's error when the check begins to fail, and when the
    ///     error's code changes while it fails; nothing by default.
    public init(
        _ name: String,
        store: any Store,
        tables: [String],
        timeout: Duration = .seconds(2),
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) {
        let probe = StoreProbe(store, tables, report)
        self.init(name, timeout: timeout) { try await probe.run() }
    }
}

/// Writes to a database and reads from it.
private final class StoreProbe: Sendable {
    private let store: any Store
    private let tables: [String]
    private let report: @Sendable (StoreError) -> Void
    private let isPrepared = Atomic(false)
    /// The code of the error that the last probe ended with; `nil` if it succeeded.
    private let lastFailure = Mutex<StoreError.Code?>(nil)

    init(
        _ store: any Store,
        _ tables: [String],
        _ report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.store = store
        self.tables = tables
        self.report = report
    }

    func run() async throws {
        do throws(TransactionError<Never>) {
            try await look()
            lastFailure.withLock { $0 = nil }
        } catch {
            note(error.storeError)
            throw error.storeError
        }
    }

    private func note(_ error: StoreError) {
        // A probe that took too long says nothing about the database.
        guard error.code != .cancelled else { return }
        let isNews = lastFailure.withLock { last in
            defer { last = error.code }
            return last != error.code
        }
        if isNews { report(error) }
    }

    private func look() async throws(TransactionError<Never>) {
        let mustPrepare = !isPrepared.load(ordering: .relaxed)
        // After any failure the table is prepared again: somebody may have removed it.
        isPrepared.store(false, ordering: .relaxed)
        do throws(TransactionError<Never>) {
            try await write(preparing: mustPrepare)
        } catch {
            // Another server has made the table after this one found it missing.
            guard mustPrepare, Self.isCollision(error.storeError) else { throw error }
            try await write(preparing: true)
        }
        isPrepared.store(true, ordering: .relaxed)
        try await read()
    }

    /// True if two servers have made the same table at once: PostgreSQL checks first if the table
    /// exists, and makes it later.
    private static func isCollision(_ error: StoreError) -> Bool {
        // Two tables of the same name, two such types, or two such rows of the system's own tables.
        error.code == .uniqueConstraint || ["42P07", "42710"].contains(error.sqlState)
    }

    private func write(preparing mustPrepare: Bool) async throws(TransactionError<Never>) {
        let id = "\(UInt64.random(in: 0 ... .max))"
        try await store.write { transaction throws(TransactionError<Never>) in
            if mustPrepare {
                try transaction.execute(
                    "CREATE TABLE IF NOT EXISTS recado_probe (id TEXT PRIMARY KEY)"
                )
            }
            try transaction.execute("INSERT INTO recado_probe (id) VALUES (\(id))")
            try transaction.execute("DELETE FROM recado_probe WHERE id = \(id)")
        }
    }

    private func read() async throws(TransactionError<Never>) {
        let tables = tables
        try await store.read { transaction throws(TransactionError<Never>) in
            for table in tables {
                _ = try transaction.value(
                    "SELECT 1 FROM \(identifier: table) LIMIT 1",
                    as: Int?.self
                )
            }
        }
    }
}
