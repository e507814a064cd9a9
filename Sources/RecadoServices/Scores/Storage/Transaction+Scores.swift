// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

// MARK: - Reading

extension Transaction {
    /// One page of the scores, by number.
    func scores(limit: Int, offset: Int) throws(Thrown) -> [ScoreRecord] {
        try all(
            """
            SELECT \(ScoreRecord.columns) FROM score ORDER BY id LIMIT \(limit) OFFSET \(offset)
            """
        )
    }

    /// The number of all scores, unless it is greater than a limit.
    func countOfScores(upTo limit: Int) throws(Thrown) -> Int {
        try value(
            "SELECT count(*) FROM (SELECT 1 FROM score LIMIT \(limit)) AS some",
            as: Int.self
        ) ?? 0
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
