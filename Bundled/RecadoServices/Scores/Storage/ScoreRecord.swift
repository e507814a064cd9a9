// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP
import RecadoStore

/// A row of the table of scores.
struct ScoreRecord: Sendable, Hashable, RowDecodable {
    let id: Int
    var fields: ScoreFields
    /// The Unix time of the addition.
    let createdAt: Int
    /// The Unix time of the last change.
    var updatedAt: Int

    /// The columns to select, in the order of ``init(row:)``.
    static let columns: Statement = "id, name, total, created_at, updated_at"

    init(id: Int, fields: ScoreFields, at time: Int) {
        self.id = id
        self.fields = fields
        createdAt = time
        updatedAt = time
    }

    init(row: borrowing Row) throws(StoreError) {
        id = try row[0]
        let name: String? = try row[1]
        fields = ScoreFields(name: name.map(StoredText.text), total: try row[2])
        createdAt = try row[3]
        updatedAt = try row[4]
    }

    /// The score as callers receive it.
    var score: Score {
        Score(
            id: id,
            name: fields.name,
            total: fields.total,
            createdAt: HTTPDate(secondsSince1970: Int64(createdAt)).iso8601(),
            updatedAt: updatedAt == createdAt
                ? nil : HTTPDate(secondsSince1970: Int64(updatedAt)).iso8601()
        )
    }
}

extension ScoreRecord: NumberedRow {
    var number: Int { id }
    var bytes: Int { Self.leastBytes + (fields.name?.utf8.count ?? 0) }

    /// The approximate number of bytes of a score without its name.
    private static let leastBytes = 1 << 7
    /// The greatest number of scores in a batch.
    static let batchLimit = RowBatch<ScoreRecord>.bytes / leastBytes
}

/// The members of a score that clients send.
struct ScoreFields: Sendable, Hashable {
    var name: String?
    var total: Int?

    /// True if all fields are equal and the names have the same bytes: a different but canonically
    /// equivalent name is a change.
    static func == (one: ScoreFields, other: ScoreFields) -> Bool {
        one.total == other.total
            && one.name.map { Array($0.utf8) } == other.name.map { Array($0.utf8) }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(total)
        hasher.combine(name.map { Array($0.utf8) })
    }
}

/// A change of the name and the total.
///
/// A value that is `nil` at the outer level stays unchanged.
struct ScoreChanges: Sendable, Hashable {
    var name: String??
    var total: Int??

    /// Returns the fields after the change.
    func applied(to fields: ScoreFields) -> ScoreFields {
        ScoreFields(name: name ?? fields.name, total: total ?? fields.total)
    }
}

extension ScoreChanges {
    /// Creates the change that a typed call asks for; such a call cannot set a value to null.
    init(_ draft: ScoreDraft) {
        self.init(name: draft.name.map { $0 }, total: draft.total.map { $0 })
    }
}

/// Converts texts to a form that SQLite and PostgreSQL can store: NUL is escaped, because
/// PostgreSQL does not accept it.
///
/// The escape character itself is escaped, too; people do not type it.
enum StoredText {
    private static let escape: Unicode.Scalar = "\u{1A}"

    /// Returns the stored form of a text.
    static func stored(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0x1A }) else { return text }
        var stored = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == escape || scalar == "\0" { stored.append(escape) }
            stored.append(scalar == "\0" ? "0" : scalar)
        }
        return String(stored)
    }

    /// Returns the text for a stored form.
    static func text(_ stored: String) -> String {
        guard stored.utf8.contains(0x1A) else { return stored }
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in stored.unicodeScalars {
            if isEscaped {
                text.append(scalar == "0" ? "\0" : scalar)
                isEscaped = false
            } else if scalar == escape {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
