// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One step in the history of a database schema.
///
/// Migrations only go forward. Never edit a migration that has left the developer's machine;
/// correct its mistakes in a later migration.
///
/// ```swift
/// let migrations = [
///     Migration("create film", ["CREATE TABLE film (id INTEGER PRIMARY KEY, …) STRICT"]),
///     Migration("index film by title", ["CREATE INDEX film_title ON film (title)"]),
/// ]
/// try await store.migrate(migrations)
/// ```
///
/// Each migration runs in a transaction of its own and is recorded with a checksum of its
/// statements. On SQLite, foreign keys are not enforced while a migration runs, so that it can
/// recreate a table; they are checked before the commit. On PostgreSQL, an advisory lock lets only
/// one program migrate at a time.
public struct Migration: Sendable, Hashable {
    /// The name under which the database records the migration, unique in the list.
    public let name: String
    private let sqlite: [Statement]
    private let postgreSQL: [Statement]
    /// True if PostgreSQL runs the statements one by one, without a transaction around them.
    package let isOutsideTransaction: Bool
    /// True if programs that do not know the migration may continue to use the database.
    package private(set) var suitsOlderPrograms = false
    /// The name of the history that the migration belongs to; empty for the unnamed default
    /// history.
    package private(set) var history = ""

    /// Creates a migration whose statements suit every dialect that the program uses.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration of the list has.
    ///   - statements: The statements to run, in order, one statement each.
    public init(_ name: String, _ statements: [Statement]) {
        self.init(name, sqlite: statements, postgreSQL: statements)
    }

    /// Creates a migration whose statements differ between the dialects.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration of the list has.
    ///   - sqlite: The statements to run on SQLite, in order.
    ///   - postgreSQL: The statements to run on PostgreSQL, in order.
    public init(_ name: String, sqlite: [Statement], postgreSQL: [Statement]) {
        self.init(name, sqlite, postgreSQL, isOutsideTransaction: false)
    }

    /// Creates a migration that PostgreSQL runs outside a transaction.
    ///
    /// `CREATE INDEX CONCURRENTLY`, which lets other transactions write while a large index is
    /// built, requires this. If a statement of such a migration fails, the changes of earlier
    /// statements stay, and the next program that migrates starts the migration again. Each
    /// statement must therefore be safe to repeat:
    ///
    /// ```swift
    /// Migration(
    ///     "index film by year",
    ///     sqlite: ["CREATE INDEX film_year ON film (year)"],
    ///     postgreSQLOutsideTransaction: [
    ///         "DROP INDEX IF EXISTS film_year",
    ///         "CREATE INDEX CONCURRENTLY film_year ON film (year)",
    ///     ]
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name that no other migration of the list has.
    ///   - sqlite: The statements for SQLite, in order; they still run in a transaction.
    ///   - postgreSQLOutsideTransaction: The statements for PostgreSQL, in order.
    public init(
        _ name: String,
        sqlite: [Statement],
        postgreSQLOutsideTransaction: [Statement]
    ) {
        self.init(name, sqlite, postgreSQLOutsideTransaction, isOutsideTransaction: true)
    }

    private init(
        _ name: String,
        _ sqlite: [Statement],
        _ postgreSQL: [Statement],
        isOutsideTransaction: Bool
    ) {
        self.name = name
        self.sqlite = sqlite
        self.postgreSQL = postgreSQL
        self.isOutsideTransaction = isOutsideTransaction
    }

    /// Returns the same step, marked as safe for programs that do not know it.
    ///
    /// Such a step adds something that older programs do not use: a table, an index, or a column
    /// that may be null or has a default. While the servers of a service are replaced one after the
    /// other, the old servers continue to run, and an old server that is restarted is not refused
    /// with `schemaNewer`. Once no old server runs any more, a later step can remove what only the
    /// old servers needed.
    ///
    /// ```swift
    /// Migration("add the year of a film", ["ALTER TABLE film ADD COLUMN year INTEGER"])
    ///     .backwardCompatible()
    /// ```
    ///
    /// - Returns: The step. The database records the mark when the step is applied.
    public func backwardCompatible() -> Migration {
        var migration = self
        migration.suitsOlderPrograms = true
        return migration
    }

    /// Returns the same step as a part of another history.
    fileprivate func recorded(as history: String) -> Migration {
        var migration = self
        migration.history = history
        return migration
    }

    package func statements(for dialect: Dialect) -> [Statement] {
        switch dialect {
        case .sqlite: sqlite
        case .postgreSQL: postgreSQL
        }
    }

    /// Returns the checksum that is recorded: the 64-bit FNV-1a hash of the statements' texts and
    /// values.
    ///
    /// The checksum reveals an accidental edit, not an attack: anybody who can edit migrations can
    /// edit the record as well. White space, order and bound values change the checksum.
    package func checksum(for dialect: Dialect) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        for statement in statements(for: dialect) {
            for byte in statement.sql.utf8 { add(byte) }
            for value in statement.values { for byte in "\(value)".utf8 { add(byte) } }
            add(0)
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension [Migration] {
    /// Returns the same migrations as a separate history, which the database records in its own
    /// table.
    ///
    /// Independent services that share a database each have a history.
    ///
    /// - Parameter name: The name of the history: at most 32 lowercase letters and digits. It must
    ///   never change.
    /// - Returns: The migrations, to be passed to a separate call of `migrate`.
    public func recorded(as name: String) -> [Migration] {
        map { $0.recorded(as: name) }
    }
}
