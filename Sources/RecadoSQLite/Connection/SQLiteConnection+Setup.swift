// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

extension SQLiteConnection {
    static func open(
        _ location: DatabaseLocation,
        flags: Int32
    ) throws(StoreError) -> OpaquePointer {
        var flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch location {
        case .file: break
        case .readOnlyMedia: flags |= SQLITE_OPEN_URI
        case .memory: flags |= SQLITE_OPEN_MEMORY
        }
        var handle: OpaquePointer?
        let result = unsafe sqlite3_open_v2(location.name, &handle, flags, nil)
        guard result == SQLITE_OK, let handle = unsafe handle else {
            let error = unsafe StoreError(result: result, connection: handle)
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        return unsafe handle
    }

    /// Sets limits, and turns off features that a service does not need but an attacker could use.
    func harden(_ options: SQLiteStore.Options) throws(StoreError) {
        let (seconds, attoseconds) = options.busyTimeout.components
        let milliseconds =
            min(max(seconds, 0), 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
        busyMilliseconds = Int32(clamping: milliseconds)
        unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
        let flags: [(Int32, Int32)] = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1),
            // Without this, SQLite 3.40 treats triggers that fill an FTS5 index as "unsafe".
            // Trusting the schema is harmless: it cannot reach anything outside the database,
            // because extensions are not loaded.
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1),
            (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0),
            (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
            (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        ]
        for (flag, value) in flags {
            let result = unsafe recado_sqlite_set_flag(handle, flag, value)
            guard result == SQLITE_OK else {
                throw unsafe StoreError(result: result, connection: handle)
            }
        }
        bound(options)
        unsafe recado_sqlite_guard(handle, isTrusted)
        // The connection owns both the handle and the interruption, so the pointer stays valid.
        let pointer = unsafe Unmanaged.passUnretained(interruption).toOpaque()
        unsafe sqlite3_progress_handler(handle, Interruption.interval, pollInterruption, pointer)
        try run("PRAGMA temp_store = MEMORY")
        // Eight MiB of pages for each connection; SQLite takes a negative number as KiB.
        try run("PRAGMA cache_size = -8192")
        // With memory mapping, a disk failure would end the process with a signal. Without it, the
        // read fails with an error.
        try run("PRAGMA mmap_size = 0")
    }

    /// Makes calls stop at once when they would have to wait for a lock.
    func refuseLocks() {
        let pointer = unsafe Unmanaged.passUnretained(interruption).toOpaque()
        unsafe sqlite3_busy_handler(handle, refuseToWait, pointer)
    }

    /// Limits the size and complexity of a statement, and thereby the cost of a request.
    private func bound(_ options: SQLiteStore.Options) {
        let limits: [(Int32, Int32)] = [
            (SQLITE_LIMIT_LENGTH, Int32(clamping: max(options.valueLimit, 1 << 16))),
            (SQLITE_LIMIT_SQL_LENGTH, 1 << 18),
            (SQLITE_LIMIT_COLUMN, 256),
            (SQLITE_LIMIT_EXPR_DEPTH, 200),
            (SQLITE_LIMIT_COMPOUND_SELECT, 64),
            (SQLITE_LIMIT_FUNCTION_ARG, 32),
            (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_024),
            (SQLITE_LIMIT_VARIABLE_NUMBER, 4_096),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 16),
        ]
        for (limit, value) in limits { unsafe sqlite3_limit(handle, limit, value) }
    }

    func setUpWriter(
        _ location: DatabaseLocation,
        _ options: SQLiteStore.Options
    ) throws(StoreError) {
        // The `application_id` is written before the log exists, so that it is in the file itself.
        try mark(options)
        if location != .memory {
            var mode: SQLValue = .null
            try run("PRAGMA journal_mode = WAL") { mode = $0.value(at: 0) }
            guard mode == .text("wal") else {
                let message = "the file system does not allow a write-ahead log"
                throw StoreError(.cannotOpen, message)
            }
            // A log that grew during a long read is truncated to sixteen MiB.
            try run("PRAGMA journal_size_limit = \(16 << 20)")
        }
        try run("PRAGMA synchronous = \(options.durability == .power ? "FULL" : "NORMAL")")
        if let limit = options.sizeLimit {
            var pageSize: Int64 = 4_096
            try run("PRAGMA page_size") { row in
                if case .integer(let size) = row.value(at: 0), size > 0 { pageSize = size }
            }
            try self.limit(to: PageLimit(bytes: limit, pageSize: pageSize))
        }
        try run("SELECT count(*) FROM sqlite_schema")
    }
}
