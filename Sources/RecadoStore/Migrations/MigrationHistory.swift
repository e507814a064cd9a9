// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A program's list of migrations, which is compared with the migrations that a database has
/// recorded.
///
/// A store calls ``applyNext(in:)`` repeatedly, each time in a new transaction, until it returns
/// `nil`. Each call reads the records again, so two programs that start at the same time do not
/// apply a migration twice.
package struct MigrationHistory: Sendable {
    /// The migrations, in order.
    package let migrations: [Migration]
    /// The name of the table in which a database records its migrations.
    package let table: String

    /// Creates a history; throws if a migration's name is empty or occurs twice, or if the
    /// history's name is invalid.
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
        let histories = Set(migrations.map(\.history))
        guard histories.count <= 1 else {
            throw StoreError(.misuse, "the migrations belong to \(histories.count) histories")
        }
        let history = histories.first ?? ""
        // The history's name becomes part of a table name, whose case some databases ignore.
        guard history.utf8.count <= 32, history.utf8.allSatisfy(Self.isForNames) else {
            throw StoreError(
                .misuse,
                "the history \"\(history)\" is not of at most 32 small letters and digits"
            )
        }
        table = history.isEmpty ? "recado_migration" : "recado_migration_\(history)"
        self.migrations = migrations
    }

    private static func isForNames(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Applies the first migration that the database has not recorded, and returns its name.
    package func applyNext(in transaction: borrowing Transaction<Never>) throws -> String? {
        try transaction.execute(creation(transaction.dialect))
        guard let next = try next(in: transaction) else { return nil }
        for statement in next.statements(for: transaction.dialect) {
            try transaction.execute(statement)
        }
        try record(next, in: transaction)
        return next.name
    }

    /// Creates the table in which the database records its migrations, unless the table exists.
    package func prepare(in transaction: borrowing Transaction<Never>) throws {
        try transaction.execute(creation(transaction.dialect))
    }

    /// Returns the first migration that the database has not recorded; the table must exist.
    package func next(in transaction: borrowing Transaction<Never>) throws -> Migration? {
        let recorded = try transaction.all(
            "SELECT name, checksum FROM \(identifier: table) ORDER BY position"
        ) { row in
            Record(name: try row[0], text: try row[1])
        }
        try check(recorded, dialect: transaction.dialect)
        return recorded.count < migrations.count ? migrations[recorded.count] : nil
    }

    /// Records a migration as the last one that was applied.
    package func record(
        _ migration: Migration,
        in transaction: borrowing Transaction<Never>
    ) throws {
        guard let index = migrations.firstIndex(of: migration) else { return }
        let checksum = Record(migration, transaction.dialect).text
        try transaction.execute(
            """
            INSERT INTO \(identifier: table) (position, name, checksum, applied_at)
            VALUES (\(index + 1), \(migration.name), \(checksum),
                    CAST(CURRENT_TIMESTAMP AS TEXT))
            """
        )
    }

    /// A migration as a database records it.
    private struct Record {
        var name: String
        var checksum: Substring
        var suitsOlderPrograms: Bool

        init(name: String, text: String) {
            self.name = name
            suitsOlderPrograms = text.hasSuffix("+")
            checksum = suitsOlderPrograms ? text.dropLast() : text[...]
        }

        init(_ migration: Migration, _ dialect: Dialect) {
            name = migration.name
            checksum = migration.checksum(for: dialect)[...]
            suitsOlderPrograms = migration.suitsOlderPrograms
        }

        /// The stored text: the checksum, followed by `+` if older programs may still use the
        /// database.
        var text: String { checksum + (suitsOlderPrograms ? "+" : "") }
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
            guard record.checksum == Record(migration, dialect).checksum else {
                throw StoreError(
                    .migrationChanged,
                    "the migration \"\(migration.name)\" was edited after it was applied; "
                        + "restore it and add a new one"
                )
            }
        }
        let unknown = recorded.dropFirst(migrations.count).first { !$0.suitsOlderPrograms }
        if let unknown {
            throw StoreError(
                .schemaNewer,
                "the database has had \(recorded.count) migrations and the program knows "
                    + "\(migrations.count): it is older than the database, where "
                    + "\"\(unknown.name)\" is not for older programs"
            )
        }
    }

    private func creation(_ dialect: Dialect) -> Statement {
        let statement: Statement = """
            CREATE TABLE IF NOT EXISTS \(identifier: table) (
                position INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                checksum TEXT NOT NULL,
                applied_at TEXT NOT NULL
            )
            """
        return dialect == .sqlite ? statement + " STRICT" : statement
    }
}
