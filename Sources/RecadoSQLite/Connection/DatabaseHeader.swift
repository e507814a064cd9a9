// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

/// The first bytes of a database file, which identify its application (SQLite file format §1.3,
/// §1.6).
///
/// The header is read without locks, without the write-ahead log and without recovery, so that the
/// file of another application is left unchanged. It is used only for checks whose result no
/// transaction can change. Only these bytes of page 1 are used: during a checkpoint, the rest may
/// refer to pages that the file does not contain yet.
struct DatabaseHeader {
    /// The size in bytes of the file header plus the header of the schema's first page.
    static let size = 108

    /// The bytes at the start of every database file.
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The `application_id` that identifies the file's application; zero if none is set.
    let applicationID: Int32
    /// True if the file itself has a table; tables that only a log contains do not count.
    let holdsTables: Bool

    /// Reads the header of an existing file.
    ///
    /// - Returns: The header; `nil` for an empty file, and for a header of zeros if a log or a
    ///   journal exists, from which SQLite may restore it.
    /// - Throws: A `StoreError`: `notADatabase`, or `cannotOpen` for a file that cannot be read.
    static func read(_ path: String) throws(StoreError) -> DatabaseHeader? {
        let foreign = StoreError(.notADatabase, "\"\(path)\" is no database")
        // SQLite would wait without end on a named pipe, so only regular files are accepted.
        guard let fileSize = DatabaseFile.size(of: path) else { throw foreign }
        if fileSize == 0 { return nil }
        // SQLite opens the file here. If this process opened the file itself, closing that
        // descriptor would release the locks that another store of this process holds on the file.
        let handle = try unsafe SQLiteConnection.open(.file(path), flags: SQLITE_OPEN_READONLY)
        defer { unsafe sqlite3_close_v2(handle) }
        var bytes = [UInt8](repeating: 0, count: size)
        let result = unsafe recado_sqlite_read_start(handle, &bytes, Int32(size))
        guard result == SQLITE_OK else { throw unsafe StoreError(result: result, connection: nil) }
        // SQLite regards a file of one byte as empty, and would write over it.
        guard fileSize >= size, bytes.starts(with: magic) else {
            // A power failure may leave pages of zeros; SQLite restores their contents.
            if DatabaseFile.hasLog(path), bytes.allSatisfy({ $0 == 0 }) { return nil }
            throw foreign
        }
        return DatabaseHeader(bytes)
    }

    private init(_ bytes: [UInt8]) {
        let mark = bytes[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        applicationID = Int32(bitPattern: mark)
        // An empty schema is a table leaf page (§1.6) without cells.
        holdsTables = bytes[100] != 0x0D || bytes[103] != 0 || bytes[104] != 0
    }
}
