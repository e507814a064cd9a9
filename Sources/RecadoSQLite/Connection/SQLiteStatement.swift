// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSQLite
import RecadoStore

/// A prepared statement, and its current row.
@safe
final class SQLiteStatement: RowSource {
    let sql: String
    /// True if the statement changes nothing when it runs, according to SQLite.
    let isReadOnly: Bool
    /// True while a caller has borrowed the statement.
    var isTaken = false
    /// The cache's clock when the statement was last borrowed.
    var lastUse: UInt64 = 0

    private let handle: OpaquePointer
    private var columns: [String: Int] = [:]
    /// The number of times that SQLite had re-prepared the statement when `columns` was filled; -1
    /// before that.
    private var columnsVersion: Int32 = -1

    init(_ sql: String, connection: OpaquePointer) throws(StoreError) {
        var handle: OpaquePointer?
        var used = 0
        var text = sql
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let result = text.withUTF8 { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let result = unsafe sqlite3_prepare_v3(
                    connection,
                    text.baseAddress,
                    Int32(clamping: text.count),
                    flags,
                    &handle,
                    &tail
                )
                if let start = text.baseAddress, let tail = unsafe tail {
                    used = unsafe tail - start
                }
                return result
            }
        }
        guard result == SQLITE_OK else {
            throw unsafe StoreError(result: result, connection: connection, sql: sql)
        }
        guard let handle = unsafe handle else {
            throw StoreError(.misuse, "the statement is empty", sql: sql)
        }
        guard sql.utf8.dropFirst(used).allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ";") }) else {
            unsafe sqlite3_finalize(handle)
            throw StoreError(.misuse, "there is something after the statement's end", sql: sql)
        }
        self.sql = sql
        unsafe self.handle = handle
        isReadOnly = unsafe sqlite3_stmt_readonly(handle) != 0
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    // MARK: - Running

    func bind(_ values: [SQLValue]) throws(StoreError) {
        let count = Int(unsafe sqlite3_bind_parameter_count(handle))
        guard count == values.count else {
            throw StoreError(
                .misuse,
                "the statement has \(count) parameters and \(values.count) values",
                sql: sql
            )
        }
        for (index, value) in values.enumerated() {
            let result = bind(value, at: Int32(clamping: index + 1))
            guard result == SQLITE_OK else { throw error(result) }
        }
    }

    private func bind(_ value: SQLValue, at place: Int32) -> Int32 {
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, place)
        case .integer(let number):
            return unsafe sqlite3_bind_int64(handle, place, number)
        case .real(let number):
            return unsafe sqlite3_bind_double(handle, place, number)
        case .text(var text):
            return text.withUTF8 { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                    unsafe recado_sqlite_bind_text(
                        handle,
                        place,
                        text.baseAddress,
                        UInt64(text.count)
                    )
                }
            }
        case .blob(let bytes):
            return unsafe bytes.withUnsafeBytes { bytes in
                unsafe recado_sqlite_bind_blob(
                    handle,
                    place,
                    bytes.baseAddress,
                    UInt64(bytes.count)
                )
            }
        }
    }

    /// Advances to the next row; returns `false` if there is none.
    func step() throws(StoreError) -> Bool {
        let result = unsafe sqlite3_step(handle)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(result)
        }
    }

    /// Ends the current run and releases the bound values, so that others can be bound.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    private func error(_ result: Int32) -> StoreError {
        unsafe StoreError(result: result, connection: sqlite3_db_handle(handle), sql: sql)
    }

    // MARK: - The row

    var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    func column(named name: String) -> Int? {
        let version = unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if columnsVersion != version {
            columnsVersion = version
            columns = [:]
            for column in 0..<columnCount {
                guard let name = unsafe sqlite3_column_name(handle, Int32(clamping: column)) else {
                    continue
                }
                let text = unsafe String(cString: name)
                if columns[text] == nil { columns[text] = column }
            }
        }
        return columns[name]
    }

    func value(at column: Int) -> SQLValue {
        let column = Int32(clamping: column)
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER:
            return .integer(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT:
            return .real(unsafe sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_column_text(handle, column)
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
            return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(handle, column)
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
            return .blob(unsafe Array(bytes))
        default:
            return .null
        }
    }
}
