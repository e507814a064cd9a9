// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Values of every store` {
    @Test(arguments: StoreKind.all)
    func `values with special characters are bound safely`(kind: StoreKind) async throws {
        let titles = [
            "'; DROP TABLE film; --", "\" OR 1=1", "?1 $2 :three", "é 🎬 漢字", "", "%_\\", "\\x41",
            "NULL", "{a,b}", "\u{1}\t\r\n",
        ]
        try await withStore(kind) { store in
            for title in titles { try await store.insert(title) }
            #expect(try await store.titles() == titles)
            for title in titles {
                let found = try await store.count(
                    "SELECT count(*) FROM film WHERE title = \(title)"
                )
                #expect(found == 1, "\(title)")
            }
            let listed = try await store.count(
                "SELECT count(*) FROM film WHERE title IN (\(values: titles))"
            )
            #expect(listed == titles.count)
        }
    }

    @Test(arguments: StoreKind.all)
    func `each kind of value is stored and read unchanged`(kind: StoreKind) async throws {
        let bytes = [UInt8](0...255)
        let nothing: Int? = nil
        try await withStore(kind) { store in
            let row: [SQLValue]? = try await store.read {
                try $0.first(
                    """
                    SELECT \(Int.min), \(Int64.max), \(0.1), \(true), \("x"), \(bytes), \(nothing),
                           \([UInt8]()), \(-0.0), \(Double.greatestFiniteMagnitude), \(-1)
                    """
                ) { row in
                    var values: [SQLValue] = []
                    for column in 0..<row.count { values.append(try row[column]) }
                    return values
                }
            }
            let expected: [SQLValue] = [
                .integer(.min), .integer(.max), .real(0.1), .integer(1), .text("x"), .blob(bytes),
                .null, .blob([]), .real(-0.0), .real(.greatestFiniteMagnitude), .integer(-1),
            ]
            #expect(row == expected)
        }
    }

    @Test(arguments: StoreKind.all)
    func `sums and counts are numbers`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.write {
                _ = try $0.execute(
                    "INSERT INTO film (title, year) VALUES ('a', 1979), ('b', 1980)"
                )
            }
            #expect(try await store.count("SELECT sum(year) FROM film") == 3_959)
            #expect(try await store.count("SELECT count(*) FROM film") == 2)
            let mean = try await store.read {
                try $0.value("SELECT avg(year) FROM film", as: Double.self)
            }
            #expect(mean == 1_979.5)
            let none = try await store.read {
                try $0.value("SELECT max(year) FROM film WHERE id > 9", as: Int?.self)
            }
            #expect(none == .some(nil))
            let null = try await store.read {
                try $0.value("SELECT max(year) FROM film WHERE id > 9", as: Int.self)
            }
            #expect(null == nil)
        }
    }

    @Test(arguments: StoreKind.all)
    func `a parameter may be null in one execution and a number in the next`(
        kind: StoreKind
    ) async throws {
        try await withStore(kind) { store in
            let years: [Int?] = [nil, 1979, nil, 1980]
            for (number, year) in years.enumerated() {
                try await store.write {
                    _ = try $0.execute(
                        "INSERT INTO film (title, year) VALUES (\("\(number)"), \(year))"
                    )
                }
            }
            let stored = try await store.read {
                try $0.all("SELECT year FROM film ORDER BY id") { try $0[0] as Int? }
            }
            #expect(stored == years)
        }
    }

    @Test(arguments: StoreKind.all)
    func `columns are read by name, and errors show no value`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
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
                try await store.read { try $0.first("SELECT 1") { try $0[1] as Int } }
            }
            #expect(beyond?.code == .decoding)
        }
    }

    @Test(arguments: StoreKind.all)
    func `a value that is too large is refused before it is sent`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let bytes = [UInt8](repeating: 7, count: (16 << 20) + 1)
            let error = await storeError {
                try await store.write {
                    _ = try $0.execute("INSERT INTO film (title, poster) VALUES ('a', \(bytes))")
                }
            }
            #expect(error?.code == .tooLarge)
            let titles = try await store.titles()
            #expect(titles == [])
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var statement: Statement
        var sqlite: StoreError.Code?
        var postgreSQL: StoreError.Code?
        var testDescription: String { "\(statement)" }

        init(_ statement: Statement, _ code: StoreError.Code) {
            self.init(statement, sqlite: code, postgreSQL: code)
        }

        init(_ statement: Statement, sqlite: StoreError.Code?, postgreSQL: StoreError.Code?) {
            self.statement = statement
            self.sqlite = sqlite
            self.postgreSQL = postgreSQL
        }
    }

    static let wrong = [
        Wrong("INSERT INTO film (title) VALUES ('Alien')", .uniqueConstraint),
        Wrong("INSERT INTO film (id, title) VALUES (1, 'b')", .uniqueConstraint),
        Wrong("INSERT INTO film (title) VALUES (NULL)", .notNullConstraint),
        Wrong("INSERT INTO film (title, year) VALUES ('c', 1)", .checkConstraint),
        Wrong("INSERT INTO film (title, year) VALUES ('c', 'x')", .otherConstraint),
        Wrong("INSERT INTO copy (film) VALUES (99)", .foreignKeyConstraint),
        Wrong("SELEC 1", .statement),
        Wrong("SELECT * FROM nowhere", .statement),
        Wrong("SELECT \"title\" || \"nocolumn\" FROM film", .statement),
        Wrong("", .misuse),
        Wrong(" -- only a comment", .misuse),
        Wrong("SELECT 1; DELETE FROM film", sqlite: .misuse, postgreSQL: .statement),
        Wrong("SELECT ?", sqlite: .misuse, postgreSQL: .statement),
        Wrong("SELECT zeroblob(1 << 28)", sqlite: .tooLarge, postgreSQL: .statement),
        Wrong("COMMIT", .misuse),
        Wrong("ROLLBACK", .misuse),
        Wrong("/* a */ -- b\n begin", .misuse),
        Wrong("SAVEPOINT x", .misuse),
        Wrong("ATTACH '/tmp/other' AS other", sqlite: .misuse, postgreSQL: .statement),
        Wrong("PRAGMA foreign_keys = OFF", sqlite: .misuse, postgreSQL: .statement),
        Wrong("SET search_path = nowhere", sqlite: .statement, postgreSQL: .misuse),
        Wrong("COPY film TO STDOUT", sqlite: .statement, postgreSQL: .misuse),
        Wrong("SELECT load_extension('x')", .statement),
        Wrong("SELECT 1 / 0", sqlite: nil, postgreSQL: .otherConstraint),
    ]

    @Test(arguments: StoreKind.all, wrong)
    func `an invalid statement gets its error code and is rolled back`(
        kind: StoreKind,
        wrong: Wrong
    ) async throws {
        guard let code = kind == .sqlite ? wrong.sqlite : wrong.postgreSQL else { return }
        try await withStore(kind, isNarrow: true) { store in
            try await store.insert("Alien")
            try await store.write {
                _ = try $0.execute("CREATE TABLE copy (film INTEGER REFERENCES film (id))")
            }
            let error = await storeError {
                try await store.write { transaction in
                    try transaction.execute("INSERT INTO film (title) VALUES ('lost')")
                    try transaction.execute(wrong.statement)
                }
            }
            #expect(error?.code == code, "\(String(describing: error))")
            #expect(try await store.titles() == ["Alien"])
        }
    }

    @Test(arguments: StoreKind.all)
    func `an error contains the statement but no values`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.insert("hunter2")
            let error = await storeError { try await store.insert("hunter2") }
            #expect(error?.code == .uniqueConstraint)
            #expect(error?.constraint == (kind == .sqlite ? "film.title" : "film_title_key"))
            #expect(error?.sql == "INSERT INTO film (title) VALUES (?)")
            #expect(error?.extendedCode == (kind == .sqlite ? 2_067 : 0))
            #expect(error?.sqlState == (kind == .sqlite ? nil : "23505"))
            #expect(error.map { "\($0)".contains("hunter2") } == false)
            let refused = await storeError {
                try await store.write {
                    _ = try $0.execute("UPDATE film SET year = \("hunter2")")
                }
            }
            #expect(refused?.code == .otherConstraint)
            #expect(refused.map { "\($0)".contains("hunter2") } == false)
        }
    }
}
