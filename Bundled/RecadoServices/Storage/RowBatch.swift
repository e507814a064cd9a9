// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Rows that stand next to each other in the order of their numbers.
struct RowRange: Sendable {
    /// The least number.
    var first: Int
    /// The greatest number.
    var last: Int
    /// The most rows that there may be, whatever was added since.
    var count: Int

    /// The rows that are left when so many were read, of which the last has a number.
    func rest(behind last: Int, after count: Int, isDescending: Bool) -> RowRange {
        var rest = self
        rest.count -= count
        if isDescending { rest.last = last - 1 } else { rest.first = last + 1 }
        return rest
    }
}

/// Rows that are held at a time.
struct RowBatch<Record: NumberedRow>: Sendable {
    let rows: [Record]
    /// The rows beyond these; `nil` when there are none.
    let rest: RowRange?
}

/// A row that is read in batches.
protocol NumberedRow: RowDecodable, Sendable {
    /// The number by which rows are ordered.
    var number: Int { get }
    /// The bytes that it holds, about.
    var bytes: Int { get }
}

extension RowBatch {
    /// The bytes of a batch at most, unless one row alone has more: 128 KiB, which is as much of an
    /// answer as the server keeps for a client that does not read.
    static var bytes: Int { 1 << 17 }
}

extension Transaction {
    /// Reads rows, as many as are held at a time and one at least.
    ///
    /// - Parameters:
    ///   - statement: A query for the rows of the range by number, which asks
    ///     for one more than the limit.
    ///   - range: The rows that are asked for.
    ///   - limit: The most rows of a batch: PostgreSQL sends what was asked for, wanted or not.
    ///   - isDescending: Whether the greatest number comes first.
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
