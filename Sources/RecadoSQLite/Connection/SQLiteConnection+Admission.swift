// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

extension SQLiteConnection {
    /// Refuses a file that is not a database of this application, before SQLite can recover or
    /// change it.
    ///
    /// The decision depends on the file's header. If the file does not exist, it is created. Damage
    /// is not detected here: only SQLite, with its locks and the write-ahead log, can tell damage
    /// from a checkpoint that is under way or was interrupted.
    ///
    /// - Throws: A `StoreError` if the file is refused; the file is left unchanged.
    static func admit(_ path: String, _ options: SQLiteStore.Options) throws(StoreError) {
        guard DatabaseFile.exists(path) else {
            guard !options.isReadOnly else {
                throw StoreError(.cannotOpen, "there is no database in \"\(path)\"")
            }
            return try DatabaseFile.create(path)
        }
        if let place = DatabaseFile.readOnlyReason(of: path) {
            guard options.isReadOnly else { throw StoreError(.readOnly, place) }
            // SQLite needs the log's index (`-shm`) to read the log, and cannot create it here.
            guard !DatabaseFile.exists(path + "-wal") || DatabaseFile.exists(path + "-shm") else {
                throw StoreError(.cannotOpen, place + ", with a log; copy both to read them")
            }
        }
        guard let header = try DatabaseHeader.read(path) else { return }
        if header.applicationID == options.applicationID { return }
        // The tables of another application's database may still be only in its log or journal.
        let isBlank =
            header.applicationID == 0 && !header.holdsTables && !DatabaseFile.hasLog(path)
        guard isBlank else { throw Self.foreign(header.applicationID, options) }
    }

    /// Sets the `application_id` of a database that has neither an `application_id` nor tables.
    ///
    /// SQLite has recovered the database by now. If an earlier process set the `application_id` and
    /// was killed while it created the file, the recovery may have undone that.
    func mark(_ options: SQLiteStore.Options) throws(StoreError) {
        let found = try number("PRAGMA application_id")
        if found == Int64(options.applicationID) { return }
        guard found == 0, try number("SELECT count(*) FROM sqlite_schema") == 0 else {
            throw Self.foreign(Int32(clamping: found), options)
        }
        try run("PRAGMA application_id = \(options.applicationID)")
    }

    private func number(_ sql: String) throws(StoreError) -> Int64 {
        var found: SQLValue = .null
        try run(sql) { found = $0.value(at: 0) }
        guard case .integer(let number) = found else {
            throw StoreError(.corrupt, "the database does not answer", sql: sql)
        }
        return number
    }

    private static func foreign(_ mark: Int32, _ options: SQLiteStore.Options) -> StoreError {
        StoreError(
            .otherApplication,
            "the file bears the application's mark \(mark), not \(options.applicationID)"
        )
    }
}
