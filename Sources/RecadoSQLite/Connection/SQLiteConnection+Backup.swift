// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

extension SQLiteConnection {
    /// The number of pages copied in one step, 1 MiB of 4-KiB pages, so that an interruption takes
    /// effect soon.
    private static var pagesPerStep: Int32 { 256 }

    /// Copies the database to a temporary file, and renames that file once the copy is complete.
    func backup(to path: String, replacing: Bool) throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0), replacing || !DatabaseFile.exists(path) else {
            throw StoreError(.cannotOpen, "there is a file in \"\(path)\" already")
        }
        let path = DatabaseFile.resolved(path)
        try checkIsUnused(path)
        let temporary = path + ".\(UInt64.random(in: 0 ... .max)).part"
        do throws(StoreError) {
            try DatabaseFile.create(temporary)
            try copy(to: temporary)
            try DatabaseFile.settle(temporary, as: path)
        } catch {
            for suffix in ["", "-journal", "-wal", "-shm"] {
                DatabaseFile.remove(temporary + suffix)
            }
            throw error
        }
    }

    /// Refuses the path of this database, and that of a database with a log beside it.
    ///
    /// Such a database is in use, or was not closed: its log would be applied to the copy.
    private func checkIsUnused(_ path: String) throws(StoreError) {
        if let name = unsafe sqlite3_db_filename(handle, "main"),
            let own = DatabaseFile.identity(of: unsafe String(cString: name)),
            own == DatabaseFile.identity(of: path)
        {
            throw StoreError(.cannotOpen, "\"\(path)\" is the database itself")
        }
        if DatabaseFile.hasLog(path) {
            throw StoreError(.cannotOpen, "\"\(path)\" is a database in use, or was not closed")
        }
    }

    private func copy(to path: String) throws(StoreError) {
        let target = try unsafe Self.open(.file(path), flags: SQLITE_OPEN_READWRITE)
        defer { unsafe sqlite3_close_v2(target) }
        // The whole copy uses one snapshot. Otherwise, each write of another connection would
        // restart the copy.
        try control(.beginDeferred)
        defer { rollBack() }
        try run("SELECT count(*) FROM sqlite_schema")
        guard let copy = unsafe sqlite3_backup_init(target, "main", handle, "main") else {
            let result = unsafe sqlite3_extended_errcode(target)
            throw unsafe StoreError(result: result, connection: target)
        }
        var result = SQLITE_OK
        while result == SQLITE_OK {
            result = unsafe sqlite3_backup_step(copy, Self.pagesPerStep)
        }
        unsafe sqlite3_backup_finish(copy)
        try checkFiles()
        guard result == SQLITE_DONE else {
            throw unsafe StoreError(result: result, connection: target)
        }
        try unsafe Self.check(target)
    }

    /// Turns a copy into a single file without a log, and checks its integrity.
    private static func check(_ target: OpaquePointer) throws(StoreError) {
        for sql in ["PRAGMA journal_mode = DELETE", "PRAGMA integrity_check"] {
            let statement = try unsafe SQLiteStatement(sql, connection: target)
            var answers: [SQLValue] = []
            while try statement.step() { answers.append(statement.value(at: 0)) }
            guard answers == [.text("ok")] || answers == [.text("delete")] else {
                throw StoreError(.corrupt, "the copy did not pass its check", sql: sql)
            }
        }
    }
}
