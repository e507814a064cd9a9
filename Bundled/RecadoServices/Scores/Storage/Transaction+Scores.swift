// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import RecadoStore

// MARK: - Reading

extension Transaction {
    /// Returns the number of the score after the first `offset` scores; `nil` if there is none.
    func scoreNumber(at offset: Int) throws(Thrown) -> Int? {
        try value(NumberedRows.scores.number(at: offset), as: Int.self)
    }

    /// Reads scores by number: up to the size of one batch, but at least one score.
    func scores(_ range: RowRange) throws(Thrown) -> RowBatch<ScoreRecord> {
        try batch(
            """
            SELECT \(ScoreRecord.columns) FROM score
            WHERE id BETWEEN \(range.first) AND \(range.last) ORDER BY id
            LIMIT \(min(range.count, ScoreRecord.batchLimit + 1))
            """,
            of: range,
            limit: ScoreRecord.batchLimit
        )
    }

    /// Returns the best three scores, found through the index.
    func topScores() throws(Thrown) -> [ScoreRecord] {
        try all(
            """
            SELECT \(ScoreRecord.columns) FROM score
            ORDER BY total DESC NULLS LAST, id LIMIT 3
            """
        )
    }

    /// Returns the numbers of the best three scores, read only from the index.
    func topNumbers() throws(Thrown) -> [Int] {
        try all("SELECT id FROM score ORDER BY total DESC NULLS LAST, id LIMIT 3") { try $0[0] }
    }

    /// Returns the row of a score; `nil` if no score has this number.
    func score(_ id: Int) throws(Thrown) -> ScoreRecord? {
        try first("SELECT \(ScoreRecord.columns) FROM score WHERE id = \(id)")
    }
}

// MARK: - Writing

extension ReportingStore {
    /// Adds a score, and notifies a channel if the score is one of the best three of its database.
    ///
    /// - Parameters:
    ///   - fields: The fields of the score.
    ///   - time: The current Unix time.
    ///   - channel: The channel.
    ///   - key: The shard key that the score's number contains; `nil` if there is only one
    ///     database.
    /// - Returns: The score's number, and true if it is one of the best three.
    /// - Throws: A problem when the store fails.
    func insert(
        _ fields: ScoreFields,
        at time: Int,
        telling channel: Channel,
        in key: ShardKey?
    ) async throws(HandlerError<Never>) -> (id: Int, isTop: Bool) {
        let insertion = insertion(of: fields, at: time, in: key)
        // The insertion's RETURNING clause always yields a row.
        guard dialect == .postgreSQL else {
            return try await write { transaction throws(TransactionError<Never>) in
                let id = try transaction.value(insertion, as: Int.self) ?? 0
                let isTop = try transaction.topNumbers().contains(id)
                if isTop { try transaction.notify(channel) }
                return (id, isTop)
            }
        }
        // The statement sees the table without the new score. The new score is one of the best
        // three unless three others are at least as good. Only the best three are read, so that
        // scores added at the same time do not conflict. A single statement is used, because it can
        // share a transaction with the statements of other calls.
        let added = try await execute(
            """
            WITH added AS (\(insertion)), place AS (
                SELECT id, (
                    SELECT count(*) FROM (
                        SELECT total FROM score ORDER BY total DESC NULLS LAST, id LIMIT 3
                    ) AS best
                    WHERE \(fields.total)::bigint IS NULL OR total >= \(fields.total)
                ) < 3 AS is_top FROM added
            )
            SELECT id, is_top, CASE WHEN is_top THEN pg_notify(\(channel.name), '') END FROM place
            """
        ) { row in (id: try row[0] as Int, isTop: try row[1] as Bool) }
        return added.first ?? (0, false)
    }

    private func insertion(
        of fields: ScoreFields,
        at time: Int,
        in key: ShardKey?
    ) -> Statement {
        let name = fields.name.map(StoredText.stored)
        let id: Statement =
            key.map { "nextval(pg_get_serial_sequence('score', 'id')) * 64 + \($0.slot)" }
            ?? (dialect == .postgreSQL ? "DEFAULT" : "NULL")
        let values: Statement = "\(name), \(fields.total), \(time), \(time)"
        return """
            INSERT INTO score (id, name, total, created_at, updated_at)
            VALUES (\(id), \(values)) RETURNING id
            """
    }
}

extension Transaction {
    /// Replaces the name and the total of a score.
    func update(_ id: Int, _ fields: ScoreFields, at time: Int) throws(Thrown) {
        try execute(
            """
            UPDATE score SET name = \(fields.name.map(StoredText.stored)),
                total = \(fields.total), updated_at = \(time)
            WHERE id = \(id)
            """
        )
    }

    /// Removes a score; its number is never used again.
    func deleteScore(_ id: Int) throws(Thrown) {
        try execute("DELETE FROM score WHERE id = \(id)")
    }
}
