// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

extension StoreError {
    /// Creates the error of a connection's last failed call.
    ///
    /// The message is SQLite's own. It names tables and columns, but contains no bound value.
    init(result: Int32, connection: OpaquePointer?, sql: String? = nil) {
        let message =
            if let connection = unsafe connection {
                unsafe String(cString: sqlite3_errmsg(connection))
            } else {
                unsafe String(cString: sqlite3_errstr(result))
            }
        if result & 0xFF == SQLITE_FULL, let sql,
            let table = unsafe Self.exhaustedTables(connection).first(where: { sql.contains($0) })
        {
            self.init(
                .otherConstraint,
                "the table \(table) has no number left for another row",
                sql: sql,
                extendedCode: Int(result),
                constraint: table
            )
            return
        }
        self.init(result: result, message: message, sql: sql)
    }

    init(result: Int32, message: String, sql: String? = nil) {
        let code = Self.code(of: result)
        var constraint: String?
        // The message is, for example, "UNIQUE constraint failed: film.title"; some messages, and
        // those of older versions, have no colon.
        if result & 0xFF == SQLITE_CONSTRAINT, let colon = message.firstIndex(of: ":") {
            constraint = String(message[colon...].dropFirst().drop { $0 == " " })
        }
        self.init(
            code,
            message,
            sql: sql,
            extendedCode: Int(result),
            constraint: constraint
        )
    }

    /// Returns the `AUTOINCREMENT` tables whose row numbers have reached the maximum.
    ///
    /// If a row is inserted into such a table, SQLite reports the same code and message as for a
    /// full disk.
    private static func exhaustedTables(_ connection: OpaquePointer?) -> [String] {
        var statement: OpaquePointer?
        let query = "SELECT name FROM sqlite_sequence WHERE seq = \(Int64.max)"
        // If no table has `AUTOINCREMENT`, `sqlite_sequence` does not exist, and this fails.
        // Reading works even if the disk is full.
        guard unsafe sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else {
            return []
        }
        defer { unsafe sqlite3_finalize(statement) }
        var tables: [String] = []
        while unsafe sqlite3_step(statement) == SQLITE_ROW {
            if let name = unsafe sqlite3_column_text(statement, 0) {
                tables.append(unsafe String(cString: name))
            }
        }
        return tables
    }

    private static func code(of result: Int32) -> Code {
        switch result & 0xFF {
        case SQLITE_CONSTRAINT: constraintCode(of: result)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB, SQLITE_FORMAT: .notADatabase
        case SQLITE_CANTOPEN, SQLITE_PERM: .cannotOpen
        case SQLITE_IOERR: .inputOutput
        case SQLITE_NOMEM: .outOfMemory
        case SQLITE_TOOBIG: .tooLarge
        case SQLITE_INTERRUPT: .cancelled
        case SQLITE_MISUSE, SQLITE_RANGE, SQLITE_AUTH: .misuse
        case SQLITE_ERROR, SQLITE_SCHEMA: .statement
        case SQLITE_MISMATCH: .otherConstraint
        default: .other
        }
    }

    /// Returns the code for a violated constraint; SQLite encodes the kind of constraint in the
    /// upper bits of the result.
    private static func constraintCode(of result: Int32) -> Code {
        switch result >> 8 {
        case 1: .checkConstraint
        case 3: .foreignKeyConstraint
        case 5: .notNullConstraint
        case 6, 8, 10: .uniqueConstraint
        default: .otherConstraint
        }
    }
}
