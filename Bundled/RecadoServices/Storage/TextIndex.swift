// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A trigram index of text columns, to find rows that contain a text at any position.
///
/// `LIKE '%…%'` alone reads every row. SQLite keeps the trigrams in an FTS5 table, which triggers
/// fill. PostgreSQL keeps them in an index of the extension `pg_trgm`, if it is available, and the
/// query planner uses the index automatically. A text of one or two characters has no trigram, and
/// is searched row by row.
struct TextIndex: Sendable {
    /// The table.
    let table: String
    /// The column with the number of a row.
    let key: String
    /// The columns, which hold folded texts.
    let columns: [String]

    /// A text that rows must contain in at least one of the columns.
    struct Term: Sendable {
        let columns: [String]
        /// The text as it was typed.
        let text: String
    }

    private var name: String { table + "_text" }
}

// MARK: - Making

extension TextIndex {
    /// The statements that create the index on SQLite, and fill it with the existing rows.
    var sqlite: [Statement] { [creation, insertion, deletion, change, filling] }

    /// The statements that create the index on PostgreSQL.
    ///
    /// An existing index with the same name is used. To avoid blocking the writers of a large
    /// table, create the index beforehand with `CREATE INDEX CONCURRENTLY`.
    var postgreSQL: [Statement] { [extensionCreation, indexCreation] }

    private func list(_ prefix: String = "") -> String {
        columns.map { prefix + $0 }.joined(separator: ", ")
    }

    private var creation: Statement {
        """
        CREATE VIRTUAL TABLE \(unsafeSQL: name) USING fts5(
            \(unsafeSQL: list()), content = '\(unsafeSQL: table)',
            content_rowid = '\(unsafeSQL: key)', tokenize = 'trigram case_sensitive 1'
        )
        """
    }

    private var addition: Statement {
        """
        INSERT INTO \(unsafeSQL: name) (rowid, \(unsafeSQL: list()))
        VALUES (new.\(unsafeSQL: key), \(unsafeSQL: list("new.")));
        """
    }

    private var removal: Statement {
        """
        INSERT INTO \(unsafeSQL: name) (\(unsafeSQL: name), rowid, \(unsafeSQL: list()))
        VALUES ('delete', old.\(unsafeSQL: key), \(unsafeSQL: list("old.")));
        """
    }

    private var insertion: Statement {
        """
        CREATE TRIGGER \(unsafeSQL: name)_insert AFTER INSERT ON \(unsafeSQL: table)
        BEGIN \(addition) END
        """
    }

    private var deletion: Statement {
        """
        CREATE TRIGGER \(unsafeSQL: name)_delete AFTER DELETE ON \(unsafeSQL: table)
        BEGIN \(removal) END
        """
    }

    private var change: Statement {
        let differs = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
        return """
            CREATE TRIGGER \(unsafeSQL: name)_update
            AFTER UPDATE OF \(unsafeSQL: list()) ON \(unsafeSQL: table)
            WHEN \(unsafeSQL: differs) BEGIN \(removal) \(addition) END
            """
    }

    private var filling: Statement {
        "INSERT INTO \(unsafeSQL: name) (\(unsafeSQL: name)) VALUES ('rebuild')"
    }

    /// The statement that creates PostgreSQL's extension.
    ///
    /// If the extension is missing or may not be created, the database is searched row by row.
    private var extensionCreation: Statement {
        """
        DO $$ BEGIN
            CREATE EXTENSION IF NOT EXISTS pg_trgm;
        EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
            RAISE WARNING 'searching reads every row: %', SQLERRM;
        END $$
        """
    }

    private var indexCreation: Statement {
        """
        DO $$ BEGIN
            IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
                CREATE INDEX IF NOT EXISTS \(unsafeSQL: name) ON \(unsafeSQL: table)
                USING gin (\(unsafeSQL: columns.map { $0 + " gin_trgm_ops" }.joined(separator: ", ")));
            END IF;
        END $$
        """
    }
}

// MARK: - Searching

extension TextIndex.Term {
    /// The condition for rows that contain the text; `nil` if all rows contain it.
    fileprivate var condition: Statement? {
        guard let pattern = FoldedText.pattern(text) else { return nil }
        let parts = columns.map { "\(unsafeSQL: $0) LIKE \(pattern) ESCAPE '\\'" as Statement }
        let condition = parts.dropFirst().reduce(parts[0]) { $0 + " OR " + $1 }
        return columns.count == 1 ? condition : "(\(condition))"
    }

    /// The FTS5 expression that finds the text; `nil` for a text without trigrams.
    fileprivate var expression: String? {
        let folded = FoldedText.folded(text)
        // FTS5 reads an expression up to its first NUL.
        guard folded.unicodeScalars.count >= 3, !folded.unicodeScalars.contains("\0") else {
            return nil
        }
        let quoted = folded.split(separator: "\"", omittingEmptySubsequences: false)
        return "{\(columns.joined(separator: " "))} : \"\(quoted.joined(separator: "\"\""))\""
    }
}

/// The SQL for the rows that a search finds.
struct RowFilter: Sendable {
    /// A clause that begins with `WHERE`, or an empty statement.
    let clause: Statement
    /// The statement that counts the rows.
    let count: Statement
    /// The statement that reads the rows' numbers, as `id` and in order, from a text index; `nil`
    /// if the rows are found in another way.
    var numbers: Statement?
}

extension Transaction {
    /// The greatest number of rows that are found through SQLite's index and then sorted.
    ///
    /// Reading this many takes one or two milliseconds. If there are more, reading row by row
    /// quickly finds enough for a page.
    private static var fewRows: Int { 1_000 }

    /// Returns the fastest filter for the rows that contain all texts and meet all conditions.
    func filter(
        _ terms: [TextIndex.Term],
        in index: TextIndex,
        and others: [Statement]
    ) throws(Thrown) -> RowFilter {
        let likes = terms.compactMap(\.condition)
        let expressions = terms.compactMap(\.expression)
        let byRow = RowFilter(likes + others, of: index.table)
        guard dialect == .sqlite, !expressions.isEmpty else { return byRow }
        let found = index.rows(expressions.joined(separator: " AND "))
        let some = try all("\(found) LIMIT \(Self.fewRows + 1)") { row in try row[0] as Int }
        let isWhole = expressions.count == likes.count && others.isEmpty
        guard some.count <= Self.fewRows else {
            guard isWhole else { return byRow }
            let count: Statement = "SELECT count(*) FROM (\(found))"
            return RowFilter(clause: byRow.clause, count: count, numbers: found)
        }
        // The list is a single value, so that the statement's text does not depend on the number of
        // rows.
        let list = "[\(some.map(String.init).joined(separator: ","))]"
        let isFound: Statement =
            "\(unsafeSQL: index.key) IN (SELECT value FROM json_each(\(list)))"
        let short = terms.filter { $0.expression == nil }.compactMap(\.condition)
        let filter = RowFilter([isFound] + short + others, of: index.table)
        return isWhole ? RowFilter(clause: filter.clause, count: "SELECT \(some.count)") : filter
    }
}

extension RowFilter {
    fileprivate init(_ conditions: [Statement], of table: String) {
        var clause: Statement = ""
        for (number, condition) in conditions.enumerated() {
            clause += number == 0 ? " WHERE " : " AND "
            clause += condition
        }
        self.init(clause: clause, count: "SELECT count(*) FROM \(unsafeSQL: table)\(clause)")
    }
}

extension TextIndex {
    /// Returns a query for the numbers of the rows that an FTS5 expression finds.
    fileprivate func rows(_ expression: String) -> Statement {
        "SELECT rowid AS id FROM \(unsafeSQL: name) WHERE \(unsafeSQL: name) MATCH \(expression)"
    }
}
