// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The list of migrations against what a database remembers of them.
///
/// A store calls ``applyNext(in:)`` in a transaction of its own, again and again, until it
/// answers `nil`. Everything is looked up anew each time, so two programs that start at once do
/// not apply a migration twice.
package struct MigrationHistory: Sendable {
    private let migrations: [Migration]

    /// Creates a history; the names must be there and must differ.
    package init(_ migrations: [Migration]) throws(StoreError) {
        var names: Set<String> = []
        for migration in migrations {
            guard !migration.name.isEmpty, names.insert(migration.name).inserted else {
                throw StoreError(
                    .misuse,
                    "the migration name \"\(migration.name)\" is empty or occurs twice"
                )
            }
        }
        self.migrations = migrations
    }

    /// Applies the first migration that the database has not had, and tells its name.
    package func applyNext(in transaction: borrowing Transaction<Never>) throws -> String? {
        try transaction.execute(Self.creation(transaction.dialect))
        let recorded = try transaction.all(
            "SELECT name, checksum FROM recado_migration ORDER BY position"
        ) { row in
            Record(name: try row[0], checksum: try row[1])
        }
        try check(recorded, dialect: transaction.dialect)
        guard recorded.count < migrations.count else { return nil }
        let next = migrations[recorded.count]
        for statement in next.statements(for: transaction.dialect) {
            try transaction.execute(statement)
        }
        let checksum = next.checksum(for: transaction.dialect)
        try transaction.execute(
            """
            INSERT INTO recado_migration (position, name, checksum, applied_at)
            VALUES (\(recorded.count + 1), \(next.name), \(checksum),
                    CAST(CURRENT_TIMESTAMP AS TEXT))
            """
        )
        return next.name
    }

    private struct Record {
        var name: String
        var checksum: String
    }

    private func check(_ recorded: [Record], dialect: Dialect) throws(StoreError) {
        for (record, migration) in zip(recorded, migrations) {
            guard record.name == migration.name else {
                throw StoreError(
                    .migrationChanged,
                    "the database had \"\(record.name)\" where the program has "
                        + "\"\(migration.name)\": the list was reordered or an entry renamed"
                )
            }
            guard record.checksum == migration.checksum(for: dialect) else {
                throw StoreError(
                    .migrationChanged,
                    "the migration \"\(migration.name)\" was edited after it was applied; "
                        + "restore it and add a new one"
                )
            }
        }
        guard recorded.count <= migrations.count else {
            throw StoreError(
                .schemaNewer,
                "the database has had \(recorded.count) migrations and the program knows "
                    + "\(migrations.count): it is older than the database"
            )
        }
    }

    private static func creation(_ dialect: Dialect) -> Statement {
        let table: Statement = """
            CREATE TABLE IF NOT EXISTS recado_migration (
                position INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                checksum TEXT NOT NULL,
                applied_at TEXT NOT NULL
            )
            """
        return dialect == .sqlite ? table + " STRICT" : table
    }
}
