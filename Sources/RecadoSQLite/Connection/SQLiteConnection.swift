// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

/// A connection to a database, used by one thread at a time.
@safe
final class SQLiteConnection {
    /// The purpose of a connection.
    enum Role: Sendable {
        case writer
        case reader
        /// Reads on an event loop, which must not wait for a long statement or for a lock.
        case loop
    }

    let role: Role
    let handle: OpaquePointer
    /// Nonzero while the store runs one of its own statements; SQLite's authorizer reads it.
    let isTrusted: UnsafeMutablePointer<Int32>
    /// The longest wait for another process's lock, in milliseconds.
    var busyMilliseconds: Int32 = 0
    /// True if a transaction has sent notifications since the writer last announced them.
    var hasNotified = false
    /// Stops a running read when another thread asks for it.
    let interruption: Interruption
    /// The files that the writer has open; `nil` for a connection that only reads, and for a
    /// database in memory.
    private(set) var files: DatabaseFiles?
    /// The file that is read without locks; `nil` if the connection uses locks.
    private let unlocked: UnchangedFile?
    private var pageLimit: PageLimit?
    private var cache = StatementCache()
    private var controls: [ControlStatement: SQLiteStatement] = [:]

    /// Opens a connection and sets it up for its role.
    init(
        _ location: DatabaseLocation,
        _ options: SQLiteStore.Options,
        role: Role
    ) throws(StoreError) {
        let isWriter = role == .writer && !options.isReadOnly
        self.role = role
        interruption = role == .loop ? Interruption(looks: 4) : Interruption()
        var location = location
        if case .file(let path) = location {
            if role == .writer { try Self.admit(path, options) }
            if options.isReadOnly { location = .forReading(path) }
        }
        if case .readOnlyMedia(let path) = location {
            unlocked = try UnchangedFile(path)
        } else {
            unlocked = nil
        }
        let flags = isWriter ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        unsafe handle = try Self.open(location, flags: flags)
        unsafe isTrusted = .allocate(capacity: 1)
        unsafe isTrusted.initialize(to: 1)
        do throws(StoreError) {
            try harden(options)
            if isWriter {
                try setUpWriter(location, options)
                if case .file(let path) = location { files = try DatabaseFiles(of: path) }
            } else {
                try run("PRAGMA query_only = ON")
                // This first read makes a damaged file fail here, not later.
                try run("SELECT count(*) FROM sqlite_schema")
                try unlocked?.check()
            }
            if role == .loop { refuseLocks() }
        } catch {
            release()
            throw error
        }
        unsafe isTrusted.pointee = 0
    }

    deinit {
        unsafe isTrusted.deallocate()
    }

    // MARK: - Statements

    /// Borrows a prepared statement, which must be returned with `release(_:)`.
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let statement = cache.take(sql) { return statement }
        let statement = try unsafe SQLiteStatement(sql, connection: handle)
        cache.insert(statement)
        return statement
    }

    /// Returns a borrowed statement to the cache.
    func release(_ statement: SQLiteStatement) {
        statement.reset()
        statement.isTaken = false
    }

    /// The number of prepared statements in the cache.
    var preparedCount: Int { cache.count }

    /// Runs one of the store's own statements.
    func control(_ control: ControlStatement) throws(StoreError) {
        unsafe isTrusted.pointee = 1
        defer { unsafe isTrusted.pointee = 0 }
        let statement: SQLiteStatement
        if let prepared = controls[control] {
            statement = prepared
        } else {
            statement = try unsafe SQLiteStatement(control.rawValue, connection: handle)
            controls[control] = statement
        }
        defer { statement.reset() }
        while try statement.step() {}
        // Once committed, the changes stay committed, even if resetting the limit fails.
        if control == .commit || control == .rollBack { try? setRemoving(false) }
    }

    /// Sets the limit on the file's size.
    func limit(to limit: PageLimit) throws(StoreError) {
        pageLimit = limit
        try run("PRAGMA max_page_count = \(limit.current)")
    }

    /// Records whether the current transaction deletes rows, which raises the limit on the file's
    /// size.
    func setRemoving(_ isRemoving: Bool) throws(StoreError) {
        guard var limit = pageLimit, limit.isRemoving != isRemoving else { return }
        limit.isRemoving = isRemoving
        try self.limit(to: limit)
    }

    /// Runs one of the store's own statements once, and passes its rows to a closure.
    func run(_ sql: String, eachRow: (any RowSource) -> Void = { _ in }) throws(StoreError) {
        let trust = unsafe isTrusted.pointee
        unsafe isTrusted.pointee = 1
        defer { unsafe isTrusted.pointee = trust }
        let statement = try unsafe SQLiteStatement(sql, connection: handle)
        while try statement.step() { eachRow(statement) }
    }

    // MARK: - Transactions

    /// True if a transaction has begun and neither the store nor SQLite has ended it.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Rolls back the current transaction; does nothing if there is none.
    func rollBack() {
        guard isInTransaction else { return }
        // If the rollback fails, the next BEGIN also fails and reports the reason.
        try? control(.rollBack)
    }

    /// The number of rows changed since the connection was opened.
    var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

    /// Returns the changes of the last statement, given `totalChanges` before it.
    ///
    /// If the last statement changed nothing, SQLite still reports the count of an earlier
    /// statement, so that count is not used.
    func changes(since before: Int64) -> Changes {
        let hasChanged = totalChanges != before
        return Changes(
            count: hasChanged ? Int(unsafe sqlite3_changes64(handle)) : 0,
            lastID: unsafe sqlite3_last_insert_rowid(handle)
        )
    }

    /// Throws if a row refers to a row that does not exist.
    func checkForeignKeys() throws(StoreError) {
        var broken: String?
        try run("PRAGMA foreign_key_check") { row in
            if broken == nil, case .text(let table) = row.value(at: 0) { broken = table }
        }
        if let broken {
            throw StoreError(
                .foreignKeyConstraint,
                "a row of \(broken) refers to one that does not exist",
                constraint: broken
            )
        }
    }

    // MARK: - Ending

    /// Throws `replaced` if the files were removed or replaced, or if a file that is read without
    /// locks has changed during the read.
    ///
    /// If the log was removed, its contents would be lost when the process ends, so they are first
    /// moved into the database file.
    func checkFiles() throws(StoreError) {
        do throws(StoreError) {
            try files?.check()
        } catch {
            if let files, !files.areReplaced { checkpoint() }
            throw error
        }
        try unlocked?.check()
    }

    /// Moves the write-ahead log into the database, without waiting for readers.
    func checkpoint() {
        unsafe sqlite3_busy_timeout(handle, 0)
        // A log that is still being read stays; the next checkpoint tries again.
        unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
    }

    /// Closes the connection, which must not be used afterwards.
    func close() {
        if let files, files.areReplaced {
            // The log at this path may belong to another store, and closing would make SQLite
            // remove it.
            unsafe recado_sqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        } else if unsafe sqlite3_db_readonly(handle, "main") == 0 {
            // Failures are ignored, because these steps can be done at any later time.
            try? run("PRAGMA analysis_limit = 400")
            try? run("PRAGMA optimize")
            checkpoint()
        }
        release()
    }

    private func release() {
        controls = [:]
        cache.removeAll()
        unsafe sqlite3_close_v2(handle)
    }
}
