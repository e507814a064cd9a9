// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

// MARK: - Reading

extension Transaction {
    /// The number of the score that has so many before it; `nil` when there is none.
    func scoreNumber(at offset: Int) throws(Thrown) -> Int? {
        try value("SELECT id FROM score ORDER BY id LIMIT 1 OFFSET \(offset)", as: Int.self)
    }

    /// Scores by number, as many as are held at a time and one at least.
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

    /// The best three scores, by the index.
    func topScores() throws(Thrown) -> [ScoreRecord] {
        try all(
            """
            SELECT \(ScoreRecord.columns) FROM score
            ORDER BY total DESC NULLS LAST, id LIMIT 3
            """
        )
    }

    /// The numbers of the best three scores, which the index alone tells.
    func topNumbers() throws(Thrown) -> [Int] {
        try all("SELECT id FROM score ORDER BY total DESC NULLS LAST, id LIMIT 3") { try $0[0] }
    }

    /// The row of a score; `nil` when there is none of the number.
    func score(_ id: Int) throws(Thrown) -> ScoreRecord? {
        try first("SELECT \(ScoreRecord.columns) FROM score WHERE id = \(id)")
    }
}

// MARK: - Writing

extension Transaction {
    /// Adds a score and tells its number.
    func insert(_ fields: ScoreFields, at time: Int) throws(Thrown) -> Int {
        let id = try value(
            """
            INSERT INTO score (name, total, created_at, updated_at)
            VALUES (\(fields.name.map(StoredText.stored)), \(fields.total), \(time), \(time))
            RETURNING id
            """,
            as: Int.self
        )
        // RETURNING gives a row for every row inserted.
        return id ?? 0
    }

    /// Replaces what people say of a score.
    func update(_ id: Int, _ fields: ScoreFields, at time: Int) throws(Thrown) {
        try execute(
            """
            UPDATE score SET name = \(fields.name.map(StoredText.stored)),
                total = \(fields.total), updated_at = \(time)
            WHERE id = \(id)
            """
        )
    }

    /// Removes a score, whose number is not given again.
    func deleteScore(_ id: Int) throws(Thrown) {
        try execute("DELETE FROM score WHERE id = \(id)")
    }
}
