// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A range of consecutive rows, in the order of their numbers.
struct RowRange: Sendable {
    /// The least number.
    var first: Int
    /// The greatest number.
    var last: Int
    /// The greatest number of rows, even if rows have been added since.
    var count: Int

    /// The range that is left after some rows have been read, given the number of the last one.
    func rest(behind last: Int, after count: Int, isDescending: Bool) -> RowRange {
        var rest = self
        rest.count -= count
        if isDescending { rest.last = last - 1 } else { rest.first = last + 1 }
        return rest
    }
}

/// Rows that are in memory at the same time.
struct RowBatch<Record: NumberedRow>: Sendable {
    let rows: [Record]
    /// The range of the rows after these; `nil` if there are none.
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
    /// The greatest size of a batch in bytes, unless a single row is larger: 128 KiB, as much of an
    /// answer as the server buffers for a client that does not read.
    static var bytes: Int { 1 << 17 }
}

extension Transaction {
    /// Reads rows: as many as one batch may hold, and at least one.
    ///
    /// - Parameters:
    ///   - statement: A query for the rows of the range by number, which asks for one row more than
    ///     the limit.
    ///   - range: The range of the rows.
    ///   - limit: The greatest number of rows in a batch, since PostgreSQL sends all rows of a
    ///     query, even those that are not needed.
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
