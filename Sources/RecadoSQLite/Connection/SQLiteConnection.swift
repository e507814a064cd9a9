// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

/// A connection to a database, which one thread at a time uses.
@safe
final class SQLiteConnection {
    /// The purpose of a connection.
    enum Role: Sendable {
        case writer
        case reader
        /// Reads on a loop, which can wait neither for a long statement nor for a lock.
        case loop
    }

    let role: Role
    let handle: OpaquePointer
    /// Not zero while the store runs a statement of its own; SQLite's authorizer reads it.
    let isTrusted: UnsafeMutablePointer<Int32>
    /// The longest wait for a lock of another process, in milliseconds.
    var busyMilliseconds: Int32 = 0
    /// True if a transaction has sent notifications since the last check.
    var hasNotified = false
    /// The means to stop a read from another thread.
    let interruption: Interruption
    /// The files that a writing connection has open; `nil` for a reading one or one without files.
    private(set) var files: DatabaseFiles?
    /// The file that is read without locks; `nil` for all others.
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
                // Nothing has been read so far: this way a damaged file is reported now, not later.
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

    /// Borrows a prepared statement, which must be given back.
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let statement = cache.take(sql) { return statement }
        let statement = try unsafe SQLiteStatement(sql, connection: handle)
        cache.insert(statement)
        return statement
    }

    /// Gives a borrowed statement back.
    func release(_ statement: SQLiteStatement) {
        statement.reset()
        statement.isTaken = false
    }

    /// The number of statements that are kept prepared.
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

    /// Sets the limit of the file's size.
    func limit(to limit: PageLimit) throws(StoreError) {
        pageLimit = limit
        try run("PRAGMA max_page_count = \(limit.current)")
    }

    /// Records whether the current transaction removes rows, for which even a full file has room.
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

    /// True if a transaction has begun and was not ended, by the store or by SQLite itself.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Ends a transaction without keeping anything; does nothing outside one.
    func rollBack() {
        guard isInTransaction else { return }
        // If it fails, the next BEGIN also fails and gives the reason.
        try? control(.rollBack)
    }

    /// The number of rows changed since the connection was opened.
    var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

    /// Returns the changes of the last statement; if it made none, SQLite itself would still give
    /// the count of an earlier one.
    func changes(since before: Int64) -> Changes {
        let hasChanged = totalChanges != before
        return Changes(
            count: hasChanged ? Int(unsafe sqlite3_changes64(handle)) : 0,
            lastID: unsafe sqlite3_last_insert_rowid(handle)
        )
    }

    /// Checks that every row that is referred to exists.
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

    /// Throws `replaced` when the files are no longer in their places, or when the data read may
    /// mix two states of a file.
    ///
    /// A log without a name ends with the process, so its rows are moved into the database at once.
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
        // A log that is still being read stays; the next idle time tries again.
        unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
    }

    /// Closes the connection; nothing may be done with it afterwards.
    func close() {
        if let files, files.areReplaced {
            // The log in that place may belong to another store, and SQLite would remove it.
            unsafe recado_sqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        } else if unsafe sqlite3_db_readonly(handle, "main") == 0 {
            // Failures are ignored: this can be done at any later time.
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
