// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore

/// A statement that was sent to the server, and the current row of its result.
///
/// ```
/// [BEGIN] ─▶ [DEALLOCATE]… ─▶ [PREPARE] ─▶ statement ─▶ [COMMIT] ─▶ sync   sent in one go
///    ok          ok             ok          row, row…      ok       mark   read in this order
/// ```
///
/// Rows are received one by one, so that a large result is not held in memory. If another statement
/// runs before all rows are read, the remaining rows are kept in memory, up to a limit.
@safe
final class Exchange: RowSource {
    /// A message that precedes the statement itself.
    private enum Prelude {
        case opening
        case deallocation(String)
        case preparation(PreparedStatements.Key, name: String)
    }

    let sql: String
    private let connection: PostgreSQLConnection
    private let isCancellable: Bool
    private var preludes: [Prelude] = []
    private let ends: Bool
    /// True if a sync mark follows the statement; false if another statement does.
    private let hasMark: Bool
    private var key: PreparedStatements.Key?
    private var isReading = false
    private var isComplete = false
    private var row: OpaquePointer?
    private var kept: [OpaquePointer] = unsafe []
    private var keptBytes = 0
    private var columns: [String: Int]?
    private var failure: StoreError?
    /// True if the server has executed any part of the exchange.
    private(set) var hasAnswer = false
    /// The number of rows that were inserted, updated or deleted.
    private(set) var changedRows = 0
    /// The server's command tag, such as `INSERT 0 1`; the tag of `COMMIT` if that was sent along.
    private(set) var commandStatus = ""

    /// Sends a statement.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - openings: Statements that must precede it in the same transaction.
    ///   - ends: True to commit the transaction right after the statement.
    ///   - connection: The connection to send it on.
    ///   - isCancellable: True if an interruption may stop the statement on the server.
    /// - Throws: An error about the values, or about the connection.
    init(
        _ statement: Statement,
        after openings: [Statement] = [],
        ending ends: Bool = false,
        on connection: PostgreSQLConnection,
        isCancellable: Bool = true
    ) throws(StoreError) {
        sql = statement.sql
        self.connection = connection
        self.isCancellable = isCancellable
        self.ends = ends
        hasMark = true
        let limit = connection.options.valueLimit
        let parameters = try Parameters(statement, valueLimit: limit)
        for opening in openings {
            let values = try Parameters(opening, valueLimit: limit)
            try connection.enqueue(.text(opening.text(for: .postgreSQL)), values)
            preludes.append(.opening)
        }
        try enqueue(statement.text(for: .postgreSQL), parameters)
        if ends { try connection.enqueue(.text("COMMIT"), Parameters("", valueLimit: 0)) }
        try connection.sync()
    }

    /// Sends one of several statements that form one transaction; the caller sends the sync mark.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - connection: The connection to send it on.
    /// - Throws: An error about the values, or about the connection.
    init(inGroup statement: Statement, on connection: PostgreSQLConnection) throws(StoreError) {
        sql = statement.sql
        self.connection = connection
        (isCancellable, ends, hasMark) = (false, false, false)
        let parameters = try Parameters(statement, valueLimit: connection.options.valueLimit)
        try enqueue(statement.text(for: .postgreSQL), parameters)
    }

    deinit {
        if let row = unsafe row { unsafe PQclear(row) }
        while let row = unsafe kept.popLast() { unsafe PQclear(row) }
    }

    private func enqueue(_ text: String, _ parameters: Parameters) throws(StoreError) {
        guard connection.options.preparesStatements, !connection.options.isBehindPooler,
            StatementKeyword(text).isRepeated, !text.utf8.contains(0)
        else { return try connection.enqueue(.text(text), parameters) }
        let key = PreparedStatements.Key(sql: text, types: parameters.types)
        self.key = key
        if let name = connection.prepared.name(of: key) {
            return try connection.enqueue(.run(name: name), parameters)
        }
        let nothing = try Parameters("", valueLimit: 0)
        for name in connection.prepared.takeDiscarded() {
            try connection.enqueue(.text("DEALLOCATE \(name)"), nothing)
            preludes.append(.deallocation(name))
        }
        let name = connection.prepared.newName(for: key)
        try connection.enqueue(.prepare(name: name, sql: text), parameters)
        preludes.append(.preparation(key, name: name))
        try connection.enqueue(.run(name: name), parameters)
    }

    // MARK: - Reading

    /// Advances to the next row; returns `false` if there is none.
    func next() throws(StoreError) -> Bool {
        if let last = unsafe row { unsafe PQclear(last) }
        unsafe row = nil
        if unsafe !kept.isEmpty {
            unsafe row = unsafe kept.removeFirst()
            return true
        }
        unsafe row = try unsafe receive()
        return unsafe row != nil
    }

    /// Reads the remaining rows into memory, so that the connection can run another statement.
    func keepRest() throws(StoreError) {
        while let row = try unsafe receive() {
            unsafe kept.append(row)
            keptBytes += Int(unsafe PQresultMemorySize(row))
            guard keptBytes <= connection.options.keptLimit else {
                throw connection.lost(
                    .tooLarge,
                    "another statement was run while more than \(connection.options.keptLimit)"
                        + " bytes of rows were still to be read"
                )
            }
        }
    }

    /// Discards the remaining rows.
    func finish() throws(StoreError) {
        while let row = try unsafe receive() { unsafe PQclear(row) }
    }

    /// Returns the next row from the server; `nil` after the mark that ends the exchange.
    private func receive() throws(StoreError) -> OpaquePointer? {
        guard !isComplete else { return nil }
        do throws(StoreError) {
            if !isReading { try readPreludes() }
            if let row = try unsafe readRow() { return unsafe row }
        } catch {
            // The connection is broken, so nothing more will arrive.
            isComplete = true
            throw failure ?? error
        }
        if let failure { throw failure }
        return nil
    }

    private func readPreludes() throws(StoreError) {
        isReading = true
        for prelude in preludes {
            var isDone = false
            while let result = try unsafe connection.result(isCancellable: isCancellable) {
                defer { unsafe PQclear(result) }
                let status = unsafe PQresultStatus(result)
                if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK {
                    (hasAnswer, isDone) = (true, true)
                } else if status == PGRES_FATAL_ERROR, failure == nil {
                    failure = unsafe connection.error(result, sql: sql)
                }
            }
            note(prelude, isDone: isDone)
        }
        connection.readRowByRow()
    }

    private func note(_ prelude: Prelude, isDone: Bool) {
        switch prelude {
        case .preparation(let key, let name) where isDone:
            connection.prepared.insert(key, name: name)
        case .preparation(let key, _): connection.prepared.wasNotPrepared(key)
        case .deallocation(let name) where !isDone: connection.prepared.wasNotForgotten(name)
        case .deallocation, .opening: break
        }
    }

    /// Returns the next row of the statement; `nil` once the mark has been read.
    private func readRow() throws(StoreError) -> OpaquePointer? {
        var nothings = 0
        while true {
            guard let result = try unsafe connection.result(isCancellable: isCancellable) else {
                guard hasMark else {
                    isComplete = true
                    return nil
                }
                nothings += 1
                // Each `nil` marks the end of one statement's results. At most two of them precede
                // the sync mark, or three if `COMMIT` was sent along.
                guard nothings < (ends ? 4 : 3) else { throw connection.lost() }
                continue
            }
            switch unsafe PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE:
                hasAnswer = true
                if failure == nil { return unsafe result }
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: unsafe noteEnd(result)
            case PGRES_PIPELINE_SYNC:
                isComplete = true
                unsafe PQclear(result)
                return nil
            case PGRES_PIPELINE_ABORTED: break
            case PGRES_EMPTY_QUERY:
                failure = failure ?? StoreError(.misuse, "the statement is empty", sql: sql)
            case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
                try unsafe note(result)
            default:
                unsafe PQclear(result)
                throw connection.lost(.misuse, "the statement leaves the store's protocol")
            }
            unsafe PQclear(result)
        }
    }

    private func noteEnd(_ result: OpaquePointer) {
        hasAnswer = true
        // The second command tag is that of `COMMIT`, which changes no rows.
        if commandStatus.isEmpty {
            changedRows = Int(unsafe String(cString: PQcmdTuples(result))) ?? 0
        }
        let status = unsafe PQcmdStatus(result)
        if let status = unsafe status { commandStatus = unsafe String(cString: status) }
        if commandStatus.hasPrefix("SELECT") { changedRows = 0 }
    }

    private func note(_ result: OpaquePointer) throws(StoreError) {
        let error = unsafe connection.error(result, sql: sql)
        // 0A000: the table's columns have changed since the statement was prepared. 26000: a pooler
        // has lost the prepared statement.
        if let key, error.sqlState == "0A000" || error.sqlState == "26000" {
            connection.prepared.discard(key)
        }
        failure = failure ?? error
        if connection.isGone { throw error }
    }

    // MARK: - The row

    var columnCount: Int { unsafe row.map { Int(unsafe PQnfields($0)) } ?? 0 }

    func column(named name: String) -> Int? {
        if let columns { return columns[name] }
        var found: [String: Int] = [:]
        for column in 0..<columnCount {
            guard let row = unsafe row,
                let text = unsafe PQfname(row, Int32(clamping: column))
            else { continue }
            let name = unsafe String(cString: text)
            if found[name] == nil { found[name] = column }
        }
        columns = found
        return found[name]
    }

    func value(at column: Int) -> SQLValue {
        let column = Int32(clamping: column)
        guard let row = unsafe row, unsafe PQgetisnull(row, 0, column) == 0,
            let start = unsafe PQgetvalue(row, 0, column)
        else { return .null }
        let count = Int(unsafe PQgetlength(row, 0, column))
        return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) { start in
            unsafe ColumnType.value(
                UnsafeBufferPointer(start: start, count: count),
                type: PQftype(row, column)
            )
        }
    }
}
