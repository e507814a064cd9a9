// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore
import Synchronization

/// A store in one SQLite file, for a service on one machine.
///
/// ```swift
/// let store = try await SQLiteStore.open("videoclub.sqlite")
/// try await store.migrate(migrations)
/// try await store.write { try $0.execute("INSERT INTO film (title) VALUES (\(title))") }
/// await store.close()
/// ```
///
/// One thread writes and a few threads read, each with its own connection and outside Swift's
/// cooperative pool. The file has a write-ahead log, so reads see the last commit while a write is
/// under way, and neither waits for the other.
///
/// Writes are committed **in groups**: the writer takes all waiting calls, runs each in a
/// savepoint, commits once and answers all. A call that throws is rolled back alone. If the group's
/// commit fails because of one call, the calls are run again one by one, so that only that call
/// fails. No call is answered before the changes that it saw are committed.
///
/// Reads that wait at the same time may share a **snapshot**, which is taken after all of them have
/// arrived. For each read, the snapshot therefore contains every commit that was answered before
/// the read was requested.
///
/// **Short reads** that a server's event loop asks for are run by the loop itself, after it has
/// handled the events that have arrived. A read counts as short if the last reads with a closure of
/// the same types took less than 50 µs on average. If SQLite takes longer than some tenths of a
/// millisecond for a statement on the loop, the statement is stopped, and a thread runs the read
/// again. The closure's own work also blocks the loop, and is not stopped.
///
/// A call that is cancelled before it begins does nothing. A running read is interrupted when it is
/// cancelled; a running write is finished.
public final class SQLiteStore: Store {
    let core: SQLiteCore

    init(core: SQLiteCore) {
        self.core = core
    }

    deinit {
        core.stop()
    }

    /// Always `sqlite`.
    public var dialect: Dialect { .sqlite }

    /// Counters of the work that the store has done so far.
    public var statistics: Statistics { core.statistics }

    // MARK: - Opening

    /// Opens a file; if it does not exist, creates one that only its owner can access.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing folder in which SQLite can create two more
    ///     files.
    ///   - options: The options for opening it.
    /// - Returns: An open store.
    /// - Throws: A `StoreError`: `notADatabase` or `otherApplication` for a file of another kind,
    ///   which is left unchanged; `busy` if another process holds a lock on it; `cannotOpen` if the
    ///   file cannot be opened.
    public static func open(
        _ path: String,
        options: Options = Options()
    ) async throws(StoreError) -> SQLiteStore {
        guard !path.isEmpty, path.utf8.first != UInt8(ascii: ":"), !path.utf8.contains(0) else {
            throw StoreError(.cannotOpen, "the path is empty, begins with a colon or has a NUL")
        }
        let location = DatabaseLocation.file(DatabaseFile.resolved(path))
        return try await SQLiteStore(core: SQLiteCore.start(location, options))
    }

    /// Opens an empty database in memory, for tests; its contents are lost when the store is
    /// closed.
    ///
    /// - Parameter options: The options; reads and writes take turns on one connection.
    /// - Returns: An open store.
    /// - Throws: A `StoreError` if there is not enough memory.
    public static func inMemory(
        options: Options = Options()
    ) async throws(StoreError) -> SQLiteStore {
        try await SQLiteStore(core: SQLiteCore.start(.memory, options))
    }

    // MARK: - Transactions

    /// Runs a closure that reads, in one snapshot of the database.
    ///
    /// - Parameter body: Reads, and returns the values of interest; a statement that writes fails.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's.
    public func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        try await core.submit(.read) { session throws(TransactionError<Failure>) in
            try body(Transaction(session))
        }
    }

    /// Runs a closure that reads and writes, in a transaction that is committed when the closure
    /// returns.
    ///
    /// - Parameter body: Reads and writes; if it throws, all its writes are rolled back.
    /// - Returns: The result of the closure, once it is committed.
    /// - Throws: The closure's failure or the store's.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let conditions = WriteCondition.all(for: self)
        return try await core.submit(.write) { session throws(TransactionError<Failure>) in
            let transaction = Transaction<Failure>(session)
            for condition in conditions { try condition.check(transaction) }
            return try body(transaction)
        }
    }

    /// Brings the schema up to date by applying the migrations that the database has not recorded.
    ///
    /// A store that was opened for reading applies no migration, and fails with `readOnly` if one
    /// is missing.
    ///
    /// - Parameter migrations: All migrations since the first, in order.
    /// - Returns: The names of the migrations that this call applied.
    /// - Throws: A `StoreError`: `migrationChanged` if a migration was edited after it was applied;
    ///   `schemaNewer` if the database has recorded a migration that the program does not know and
    ///   that is not `backwardCompatible()`; or the error of a statement in a migration, in which
    ///   case the migrations before it remain applied.
    @discardableResult
    public func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String] {
        let history = try MigrationHistory(migrations)
        var applied: [String] = []
        do throws(TransactionError<Never>) {
            if core.options.isReadOnly {
                try await refuseMissing(of: history)
                return []
            }
            while let name = try await applyNext(of: history) { applied.append(name) }
        } catch {
            throw error.storeError
        }
        return applied
    }

    private func applyNext(
        of history: MigrationHistory
    ) async throws(TransactionError<Never>) -> String? {
        try await core.submit(.migration) { session throws(TransactionError<Never>) in
            do {
                let name = try history.applyNext(in: Transaction(session))
                if name != nil { try session.connection.checkForeignKeys() }
                return name
            } catch {
                throw TransactionError(wrapping: error)
            }
        }
    }

    private func refuseMissing(
        of history: MigrationHistory
    ) async throws(TransactionError<Never>) {
        let missing = try await read { transaction throws(TransactionError<Never>) in
            do {
                let table = history.table
                let isThere = try transaction.value(
                    "SELECT count(*) FROM sqlite_schema WHERE name = \(table)",
                    as: Int.self
                )
                return isThere == 1
                    ? try history.next(in: transaction) : history.migrations.first
            } catch {
                throw TransactionError(wrapping: error)
            }
        }
        guard let missing else { return }
        throw .store(
            StoreError(
                .readOnly,
                "the database lacks the migration \"\(missing.name)\" and was opened for reading"
            )
        )
    }

    // MARK: - Keeping

    /// Copies the database to another file, while other calls read and write.
    ///
    /// The copy is one snapshot. It is created under a temporary name in the same folder, checked
    /// and flushed to the disk before it is renamed, so a file under the final name is always
    /// complete.
    ///
    /// - Parameters:
    ///   - path: The path of the copy, in a folder that exists; links are followed.
    ///   - replacing: True to replace an existing file; `false` by default. This database itself,
    ///     and a database with a log beside it, are never replaced.
    /// - Throws: A `StoreError`, after the temporary file was removed.
    public func backup(to path: String, replacing: Bool = false) async throws(StoreError) {
        do throws(TransactionError<Never>) {
            try await core.submit(.bare) { session throws(TransactionError<Never>) in
                do throws(StoreError) {
                    try session.connection.backup(to: path, replacing: replacing)
                } catch {
                    throw .store(error)
                }
            }
        } catch {
            throw error.storeError
        }
    }

    /// Finishes the calls made so far, refuses later calls, empties the log and closes the file.
    public func close() async {
        await core.close()
    }
}
