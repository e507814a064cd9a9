// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSQLite
import RecadoStore
import Synchronization
import Testing

private enum Refusal: Error, Equatable {
    case notOwner
}

/// What a call threw, as the error of a transaction.
private func refusal(_ body: () async throws -> Void) async -> TransactionError<Refusal>? {
    do {
        try await body()
        return nil
    } catch {
        return error as? TransactionError<Refusal>
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Transactions of an SQLite store` {
    let store: SQLiteStore

    init() async throws {
        store = try await SQLiteStore.inMemory()
        try await store.migrate([filmTable])
    }

    @Test func `a refusal of the body comes through and rolls everything back`() async throws {
        let refused = await refusal {
            try await store.write { transaction throws(TransactionError<Refusal>) in
                try transaction.execute("INSERT INTO film (title) VALUES ('Alien')")
                throw .failed(.notOwner)
            }
        }
        #expect(refused == .failed(.notOwner))
        #expect(try await store.titles() == [])
    }

    @Test func `a refusal inside a loop over rows comes through`() async throws {
        try await store.insert("Alien")
        let refused = await refusal {
            try await store.write { transaction throws(TransactionError<Refusal>) in
                try transaction.forEach("SELECT id FROM film") { _ in
                    throw TransactionError<Refusal>.failed(.notOwner)
                }
            }
        }
        #expect(refused == .failed(.notOwner))
    }

    @Test func `an error of the store comes through a typed body`() async throws {
        let refused = await refusal {
            try await store.write { transaction throws(TransactionError<Refusal>) in
                try transaction.execute("INSERT INTO film (title) VALUES (NULL)")
                return
            }
        }
        guard case .store(let error) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(error.code == .notNullConstraint)
        #expect(error.constraint == "film.title")
    }

    @Test func `an undeclared error is told by its type alone`() async throws {
        struct Secret: Error { var password = "hunter2" }
        let error = await storeError { try await store.write { _ in throw Secret() } }
        #expect(error?.code == .undeclaredError)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func `values are bound whatever they hold`() async throws {
        let titles = [
            "'; DROP TABLE film; --", "\" OR 1=1", "?1 $2 :three", "é 🎬 漢字", "", "a\u{0}b",
            "%_\\",
        ]
        for title in titles { try await store.insert(title) }
        #expect(try await store.titles() == titles)
        for title in titles {
            let found = try await store.read {
                try $0.value("SELECT count(*) FROM film WHERE title = \(title)", as: Int.self)
            }
            #expect(found == 1, "\(title)")
        }
        let listed = try await store.read {
            try $0.value(
                "SELECT count(*) FROM film WHERE title IN (\(values: titles))",
                as: Int.self
            )
        }
        #expect(listed == titles.count)
    }

    @Test func `each kind of value survives`() async throws {
        let bytes: [UInt8] = [0, 1, 255]
        let nothing: Int? = nil
        let row: [SQLValue]? = try await store.read {
            try $0.first(
                """
                SELECT \(Int.min), \(Int64.max), \(0.5), \(true), \("x"), \(bytes), \(nothing),
                       \([UInt8]())
                """
            ) { row in
                let values: [SQLValue] = [
                    try row[0], try row[1], try row[2], try row[3], try row[4], try row[5],
                    try row[6], try row[7],
                ]
                return values
            }
        }
        let expected: [SQLValue] = [
            .integer(.min), .integer(.max), .real(0.5), .integer(1), .text("x"), .blob(bytes),
            .null, .blob([]),
        ]
        #expect(row == expected)
    }

    @Test func `columns are read by name, and errors show no value`() async throws {
        try await store.insert("hunter2")
        let title = try await store.read {
            try $0.first("SELECT id, title AS name FROM film") { try $0["name"] as String }
        }
        #expect(title == "hunter2")
        let missing = await storeError {
            try await store.read {
                try $0.first("SELECT title FROM film") { try $0["year"] as Int }
            }
        }
        #expect(missing?.code == .decoding)
        #expect(missing?.message == "the row has no column named \"year\"")
        let wrong = await storeError {
            try await store.read { try $0.all("SELECT title FROM film") { try $0[0] as Int } }
        }
        #expect(wrong?.message == "column 0 holds a text that is no Int")
        let beyond = await storeError {
            try await store.read { try $0.all("SELECT title FROM film") { try $0[1] as Int } }
        }
        #expect(beyond?.code == .decoding)
    }

    @Test func `columns are found again after the schema has changed`() async throws {
        try await store.insert("Alien")
        let query: Statement = "SELECT * FROM film"
        #expect(try await store.read { try $0.first(query) { $0.count } } == 4)
        try await store.write { try $0.execute("ALTER TABLE film ADD COLUMN owner TEXT") }
        let owner = try await store.read { try $0.first(query) { try $0["owner"] as String? } }
        #expect(owner == .some(nil))
    }

    @Test func `what was changed is counted`() async throws {
        let insertion = try await store.write {
            try $0.execute("INSERT INTO film (title) VALUES ('a'), ('b')")
        }
        #expect(insertion.count == 2)
        #expect(insertion.lastID == 2)
        let update = try await store.write { try $0.execute("UPDATE film SET year = 1979") }
        #expect(update.count == 2)
        let nothing = try await store.write { try $0.execute("DELETE FROM film WHERE id = 9") }
        #expect(nothing.count == 0)
        let definition = try await store.write { try $0.execute("CREATE TABLE other (id INTEGER)") }
        #expect(definition.count == 0)
    }

    @Test func `rows of a statement that writes can be read`() async throws {
        let ids = try await store.write {
            try $0.all("INSERT INTO film (title) VALUES ('a'), ('b') RETURNING id") {
                try $0[0] as Int
            }
        }
        #expect(ids == [1, 2])
        let first = try await store.write {
            try $0.value("UPDATE film SET year = 1979 RETURNING id", as: Int.self)
        }
        #expect(first == 1)
        let changed = try await store.read {
            try $0.value("SELECT count(*) FROM film WHERE year = 1979", as: Int.self)
        }
        #expect(changed == 2)
    }

    @Test func `one statement can run inside the rows of itself`() async throws {
        try await store.insert("a")
        try await store.insert("b")
        let pairs = try await store.read { transaction in
            var pairs: [String] = []
            let query: Statement = "SELECT title FROM film ORDER BY id"
            try transaction.forEach(query) { outer in
                let one: String = try outer[0]
                try transaction.forEach(query) { inner in pairs.append(one + (try inner[0])) }
            }
            return pairs
        }
        #expect(pairs == ["aa", "ab", "ba", "bb"])
    }

    @Test func `many different statements can run, and few are kept`() async throws {
        let sum = try await store.read { transaction in
            var sum = 0
            for number in 0..<1_000 {
                let text = String(number)
                sum += try transaction.value("SELECT \(unsafeSQL: text)") ?? 0
            }
            return sum
        }
        #expect(sum == 499_500)
        #expect(try await store.preparedCount() == 128)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var statement: Statement
        var code: StoreError.Code
        var testDescription: String { "\(statement) → \(code)" }
    }

    @Test(arguments: [
        Wrong(statement: "INSERT INTO film (title) VALUES ('Alien')", code: .uniqueConstraint),
        Wrong(statement: "INSERT INTO film (id, title) VALUES (1, 'b')", code: .uniqueConstraint),
        Wrong(statement: "INSERT INTO film (title) VALUES (NULL)", code: .notNullConstraint),
        Wrong(
            statement: "INSERT INTO film (title, year) VALUES ('c', 1)",
            code: .checkConstraint
        ),
        Wrong(
            statement: "INSERT INTO film (title, year) VALUES ('c', 'x')",
            code: .otherConstraint
        ),
        Wrong(statement: "INSERT INTO copy (film) VALUES (99)", code: .foreignKeyConstraint),
        Wrong(statement: "SELEC 1", code: .statement),
        Wrong(statement: "SELECT * FROM nowhere", code: .statement),
        Wrong(statement: "SELECT \"title\" || \"nocolumn\" FROM film", code: .statement),
        Wrong(statement: "", code: .misuse),
        Wrong(statement: " -- only a comment", code: .misuse),
        Wrong(statement: "SELECT 1; DELETE FROM film", code: .misuse),
        Wrong(statement: "SELECT ?", code: .misuse),
        Wrong(statement: "SELECT zeroblob(1 << 28)", code: .tooLarge),
        Wrong(statement: "COMMIT", code: .misuse),
        Wrong(statement: "ROLLBACK", code: .misuse),
        Wrong(statement: "BEGIN", code: .misuse),
        Wrong(statement: "SAVEPOINT x", code: .misuse),
        Wrong(statement: "ATTACH '/tmp/other' AS other", code: .misuse),
        Wrong(statement: "PRAGMA foreign_keys = OFF", code: .misuse),
        Wrong(statement: "PRAGMA page_size = 512", code: .misuse),
        Wrong(statement: "SELECT load_extension('x')", code: .statement),
    ])
    func `a wrong statement gets its code and leaves nothing`(wrong: Wrong) async throws {
        try await store.insert("Alien")
        try await store.write {
            try $0.execute("CREATE TABLE copy (film INTEGER REFERENCES film (id)) STRICT")
        }
        let error = await storeError {
            try await store.write { transaction in
                try transaction.execute("INSERT INTO film (title) VALUES ('lost')")
                try transaction.execute(wrong.statement)
            }
        }
        #expect(error?.code == wrong.code, "\(String(describing: error))")
        #expect(try await store.titles() == ["Alien"])
    }

    @Test func `an error names the statement and no value`() async throws {
        try await store.insert("hunter2")
        let error = await storeError { try await store.insert("hunter2") }
        #expect(error?.code == .uniqueConstraint)
        #expect(error?.constraint == "film.title")
        #expect(error?.sql == "INSERT INTO film (title) VALUES (?)")
        #expect(error?.extendedCode == 2_067)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
    }

    @Test func `a read cannot write`() async throws {
        let error = await storeError {
            try await store.read { try $0.execute("INSERT INTO film (title) VALUES ('a')") }
        }
        #expect(error?.code == .readOnly)
        #expect(try await store.titles() == [])
    }
}
