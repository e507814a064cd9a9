// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore
import Synchronization

extension Health.Check {
    /// Creates a check that a database accepts writes and has its tables.
    ///
    /// The check inserts a row into its own table, `recado_probe`, and removes it in the same
    /// transaction. It therefore fails for a full disk, a file that is write-protected or was
    /// replaced, and a read-only server. Then it reads a row of each table, which detects missing
    /// tables and damage at the beginning of a table.
    ///
    /// - Parameters:
    ///   - name: The name, which is shown to everybody who requests the health pages.
    ///   - store: The database.
    ///   - tables: The tables that the services need.
    ///   - timeout: The time after which the check counts as failed; 2 seconds by default.
    ///   - report: Called with the store's error when the check begins to fail, and when the
    ///     error's code changes while the check fails; does nothing by default.
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

/// Tests a database by writing to it and reading from it.
private final class StoreProbe: Sendable {
    private let store: any Store
    private let tables: [String]
    private let report: @Sendable (StoreError) -> Void
    private let isPrepared = Atomic(false)
    /// The error code of the last probe; `nil` if the probe succeeded.
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
        // A probe that was cancelled, because it took too long, proves nothing about the database.
        guard error.code != .cancelled else { return }
        let isNews = lastFailure.withLock { last in
            defer { last = error.code }
            return last != error.code
        }
        if isNews { report(error) }
    }

    private func look() async throws(TransactionError<Never>) {
        let mustPrepare = !isPrepared.load(ordering: .relaxed)
        // After any failure the table is created again if missing, because somebody may have
        // removed it.
        isPrepared.store(false, ordering: .relaxed)
        do throws(TransactionError<Never>) {
            try await write(preparing: mustPrepare)
        } catch {
            // Another server created the table after this server had found it missing.
            guard mustPrepare, Self.isCollision(error.storeError) else { throw error }
            try await write(preparing: true)
        }
        isPrepared.store(true, ordering: .relaxed)
        try await read()
    }

    /// True if two servers tried to create the same table at the same time: PostgreSQL checks
    /// whether the table exists before it creates it, and in between another server can create it.
    private static func isCollision(_ error: StoreError) -> Bool {
        // Duplicate names of tables or types, or duplicate rows in PostgreSQL's system catalogs.
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
