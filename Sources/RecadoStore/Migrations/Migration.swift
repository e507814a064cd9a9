// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One step of a schema's history.
///
/// Migrations only go forward and are never edited once they have left the developer's machine:
/// a mistake is mended by the next one.
///
/// ```swift
/// let migrations = [
///     Migration("create film", ["CREATE TABLE film (id INTEGER PRIMARY KEY, …) STRICT"]),
///     Migration("index film by title", ["CREATE INDEX film_title ON film (title)"]),
/// ]
/// try await store.migrate(migrations)
/// ```
///
/// Each runs in a transaction of its own and is recorded with a checksum of its statements. On
/// SQLite foreign keys are not enforced while it runs, so that a table can be made anew, and are
/// checked before it is committed. On PostgreSQL an advisory lock keeps other programs waiting
/// meanwhile.
public struct Migration: Sendable, Hashable {
    /// The name, unique in the list, under which the database records it.
    public let name: String
    private let sqlite: [Statement]
    private let postgreSQL: [Statement]
    /// True if PostgreSQL runs the statements one by one, without a transaction around them.
    package let isOutsideTransaction: Bool
    /// True if programs that do not know the migration may go on using the database.
    package private(set) var suitsOlderPrograms = false
    /// The name of the history that the migration belongs to; empty for that of the whole database.
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
    /// `CREATE INDEX CONCURRENTLY` requires that: it lets other transactions write while a large
    /// index is made. If a statement of such a migration fails, the changes of earlier statements
    /// stay, and the next program that migrates begins the migration again; so each statement must
    /// be safe to repeat:
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

    /// The same step, marked so that programs that do not know it still run, and start, after it.
    ///
    /// Such a step adds something that they do not use: a table, an index, a column that may be
    /// empty or has a default. While the servers of a service are replaced one after the other, the
    /// old ones continue to run, and an old one that is started again is not refused as
    /// `schemaNewer`. Whatever only the old servers need is removed by a later step, once none of
    /// them runs any more.
    ///
    /// ```swift
    /// Migration("add the year of a film", ["ALTER TABLE film ADD COLUMN year INTEGER"])
    ///     .backwardCompatible()
    /// ```
    ///
    /// - Returns: The step. That it is compatible is recorded when it is applied.
    public func backwardCompatible() -> Migration {
        var migration = self
        migration.suitsOlderPrograms = true
        return migration
    }

    /// The same step as a part of another history.
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

    /// The checksum that is recorded: FNV-1a over the texts of the statements, in 64 bits.
    ///
    /// It reveals an edit, not an attack: anybody who can edit migrations can edit the record as
    /// well. White space, the order and bound values count.
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
    /// The same migrations as a history of their own, which a database records separately.
    ///
    /// Services that share a database and know nothing of each other each have their own history.
    ///
    /// - Parameter name: The name of the history: at most 32 small letters and digits. It must
    ///   never change.
    /// - Returns: The migrations, for a call of `migrate` of their own.
    public func recorded(as name: String) -> [Migration] {
        map { $0.recorded(as: name) }
    }
}
