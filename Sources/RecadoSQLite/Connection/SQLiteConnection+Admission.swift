// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

extension SQLiteConnection {
    /// What a file is before it is opened for good.
    private enum Kind {
        /// A database without a mark and without tables, or an empty file.
        case unmarked
        /// A database of this application.
        case ours
    }

    /// The size of the header that every database begins with (SQLite file format §1.3), in bytes.
    private static let headerSize = 100

    /// Whether the file has no mark yet, after creating it if need be.
    ///
    /// - Throws: A `StoreError` for a file of another kind, which stays as it is.
    static func admit(
        _ path: String,
        _ options: SQLiteStore.Options
    ) throws(StoreError) -> Bool {
        guard DatabaseFile.exists(path) else {
            guard !options.isReadOnly else {
                throw StoreError(.cannotOpen, "there is no database in \"\(path)\"")
            }
            try DatabaseFile.create(path)
            return true
        }
        // SQLite takes a file of one byte for an empty one, and would write over it.
        if let size = DatabaseFile.size(of: path), (1..<headerSize).contains(size) {
            throw StoreError(.notADatabase, "\"\(path)\" is no database")
        }
        return try inspect(path, mark: options.applicationID) == .unmarked
    }

    /// Looks at a file without changing it, or anything beside it.
    ///
    /// An ordinary connection would recover a foreign database from its journal; one that takes
    /// the file for immutable neither does that nor locks.
    private static func inspect(_ path: String, mark: Int32) throws(StoreError) -> Kind {
        let handle = try unsafe open(
            uri: "file:\(escaped(path))?immutable=1",
            flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        )
        defer { unsafe sqlite3_close_v2(handle) }
        let found = try unsafe number("PRAGMA application_id", handle)
        if found == Int64(mark) { return .ours }
        let tables = try unsafe number("SELECT count(*) FROM sqlite_schema", handle)
        // The mark is written before the first log begins: tables that stand in a log alone, where
        // this connection does not look, are not ours either.
        guard found == 0, tables == 0, !DatabaseFile.exists(path + "-wal") else {
            throw StoreError(
                .otherApplication,
                "\"\(path)\" bears the application's mark \(found), not \(mark)"
            )
        }
        return .unmarked
    }

    private static func number(
        _ sql: String,
        _ handle: OpaquePointer
    ) throws(StoreError) -> Int64 {
        let statement = try unsafe SQLiteStatement(sql, connection: handle)
        guard try statement.step(), case .integer(let number) = statement.value(at: 0) else {
            throw StoreError(.corrupt, "the database does not answer", sql: sql)
        }
        return number
    }

    /// The path of a URI: every byte but the plainest is written as `%` and two digits.
    private static func escaped(_ path: String) -> String {
        var text = path.hasPrefix("/") ? "" : "./"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}
