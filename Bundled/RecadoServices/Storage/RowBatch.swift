// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A range of consecutive rows, in the order of their numbers.
struct RowRange: Sendable {
    /// The least number.
    var first: Int
    /// The greatest number.
    var last: Int
    /// The maximum number of rows to read.
    ///
    /// The range may hold more, because rows may be added after it was determined.
    var count: Int

    /// Returns the range that remains after `count` rows have been read, up to the number `last`.
    func rest(behind last: Int, after count: Int, isDescending: Bool) -> RowRange {
        var rest = self
        rest.count -= count
        if isDescending { rest.last = last - 1 } else { rest.first = last + 1 }
        return rest
    }
}

/// Rows that are read and kept in memory together.
struct RowBatch<Record: NumberedRow>: Sendable {
    let rows: [Record]
    /// The range of the rows after this batch; `nil` if there are none.
    let rest: RowRange?
}

/// A row that is read in batches.
protocol NumberedRow: RowDecodable, Sendable {
    /// The number by which rows are ordered.
    var number: Int { get }
    /// The approximate number of bytes in memory.
    var bytes: Int { get }
}

extension RowBatch {
    /// The greatest size of a batch in bytes: 128 KiB, or the size of a single row that is larger.
    ///
    /// The server also buffers 128 KiB for a client that does not read.
    static var bytes: Int { 1 << 17 }
}

extension Transaction {
    /// Reads rows: up to the size of one batch, but at least one row.
    ///
    /// - Parameters:
    ///   - statement: A query for the rows of the range, ordered by number, with one row more than
    ///     the limit.
    ///   - range: The range of the rows.
    ///   - limit: The greatest number of rows in a batch. It is needed because PostgreSQL sends all
    ///     rows of a query.
    ///   - isDescending: True if the greatest number comes first.
    /// - Returns: The rows.
    /// - Throws: The store's error.
    func batch<Record: NumberedRow>(
        _ statement: Statement,
        of range: RowRange,
        limit: Int,
        isDescending: Bool = false
    ) throws(Thrown) -> RowBatch<Record> {
        var rows: [Record] = []
        var bytes = 0
        var isWhole = true
        try scan(statement) { row in
            let record = try Record(row: row)
            bytes += record.bytes
            isWhole = rows.isEmpty || bytes <= RowBatch<Record>.bytes && rows.count < limit
            if isWhole { rows.append(record) }
            return isWhole
        }
        guard !isWhole, let last = rows.last else { return RowBatch(rows: rows, rest: nil) }
        let rest = range.rest(behind: last.number, after: rows.count, isDescending: isDescending)
        return RowBatch(rows: rows, rest: rest)
    }
}
