// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoServerStore
import RecadoStore

/// A selection of the rows of a table, ordered by a unique number.
struct NumberedRows: Sendable {
    /// The rows of all scores.
    static let scores = NumberedRows(table: "score", column: "id")

    let table: Statement
    /// The column of the number.
    let column: Statement
    /// The condition that the rows meet.
    var condition: Statement = "1 = 1"
    /// True if the greatest number comes first.
    var isDescending = false

    /// Returns a query that counts the rows, up to a limit.
    func count(upTo limit: Int) -> Statement {
        "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(condition) LIMIT \(limit)) AS found"
    }

    /// Returns a query for the number of the row after the first `offset` rows.
    func number(at offset: Int) -> Statement {
        let order: Statement = isDescending ? "DESC" : "ASC"
        return """
            SELECT \(column) FROM \(table) WHERE \(condition)
            ORDER BY \(column) \(order) LIMIT 1 OFFSET \(offset)
            """
    }

    /// Returns a query that counts the rows before a number, up to a limit.
    func count(before number: Int, upTo limit: Int) -> Statement {
        let sign: Statement = isDescending ? ">" : "<"
        var rows = self
        rows.condition = "\(condition) AND \(column) \(sign) \(number)"
        return rows.count(upTo: limit)
    }

    func precedes(_ one: Int, _ other: Int) -> Bool { isDescending ? one > other : one < other }
}

extension ShardedStore {
    /// Finds the number of the row after the first `offset` rows of all databases together; `nil`
    /// if there are not enough rows.
    ///
    /// The beginning of a list takes one query to each database; a position in the middle takes
    /// about twenty.
    func number(
        at offset: Int,
        of rows: NumberedRows
    ) async throws(HandlerError<Never>) -> Int? {
        guard offset > 0 else {
            let firsts = try await values(rows.number(at: 0))
            return firsts.compactMap(\.self).min(by: rows.precedes)
        }
        let counts = try await values(rows.count(upTo: offset + 1)).map { $0 ?? 0 }
        guard counts.reduce(0, +) > offset else { return nil }
        var ranges = counts.map { 0..<$0 }
        // The latest number found that has more than `offset` rows before it. It is near the wanted
        // number, and is returned only if changes of the rows during the search prevent an exact
        // result.
        var nearest: Int?
        while let widest = ranges.indices.max(by: { ranges[$0].count < ranges[$1].count }),
            !ranges[widest].isEmpty
        {
            let middle = (ranges[widest].lowerBound + ranges[widest].upperBound) / 2
            guard let pivot = try await number(at: middle, of: rows, in: shards[widest]) else {
                // Rows have been removed since they were counted.
                ranges[widest] = ranges[widest].lowerBound..<middle
                continue
            }
            let before = try await values(rows.count(before: pivot, upTo: offset + 1))
                .map { $0 ?? 0 }
            let rank = before.reduce(0, +)
            if rank == offset { return pivot }
            if rank > offset { nearest = pivot }
            for place in ranges.indices {
                let own = place == widest ? middle : before[place]
                ranges[place] =
                    rank > offset
                    ? ranges[place].clamped(to: 0..<own)
                    : ranges[place].clamped(to: (place == widest ? own + 1 : own)..<Int.max)
            }
        }
        return nearest
    }

    private func number(
        at offset: Int,
        of rows: NumberedRows,
        in shard: ReportingStore
    ) async throws(HandlerError<Never>) -> Int? {
        try await shard.read { transaction throws(TransactionError<Never>) in
            try transaction.value(rows.number(at: offset), as: Int.self)
        }
    }

    /// Asks each database for a number.
    private func values(
        _ statement: Statement
    ) async throws(HandlerError<Never>) -> [Int?] {
        try await readAll { transaction throws(TransactionError<Never>) in
            try transaction.value(statement, as: Int.self)
        }
    }

    /// Reads rows of all databases in order, up to the size of one batch.
    ///
    /// - Parameters:
    ///   - range: The range of the rows.
    ///   - isDescending: True if the greatest number comes first.
    ///   - read: Reads the rows of one database.
    /// - Returns: The rows.
    /// - Throws: A problem when one of the databases fails.
    func batch<Record: NumberedRow>(
        _ range: RowRange,
        isDescending: Bool = false,
        _ read:
            @escaping @Sendable (borrowing Transaction<Never>, RowRange)
            throws(TransactionError<Never>) -> RowBatch<Record>
    ) async throws(HandlerError<Never>) -> RowBatch<Record> {
        let batches = try await readAll { transaction throws(TransactionError<Never>) in
            try read(transaction, range)
        }
        return batches.count == 1
            ? batches[0] : RowBatch(merging: batches, of: range, isDescending: isDescending)
    }
}

extension RowBatch {
    /// Merges the rows of several databases in order; a row is left out if a row that has not been
    /// read might precede it.
    init(merging batches: [RowBatch], of range: RowRange, isDescending: Bool) {
        let precedes = { (one: Int, other: Int) in isDescending ? one > other : one < other }
        let bound = batches.compactMap { $0.rest == nil ? nil : $0.rows.last?.number }
            .min(by: precedes)
        let all = batches.flatMap(\.rows).sorted { precedes($0.number, $1.number) }
        let known = all.prefix { row in bound.map { !precedes($0, row.number) } ?? true }
        let rows = Array(known.prefix(range.count))
        var rest: RowRange?
        if rows.count < range.count, rows.count < all.count || bound != nil, let last = rows.last {
            rest = range.rest(behind: last.number, after: rows.count, isDescending: isDescending)
        }
        self.init(rows: rows, rest: rest)
    }
}
