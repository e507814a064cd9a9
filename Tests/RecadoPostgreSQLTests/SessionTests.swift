// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(.needsServer, .timeLimit(.minutes(1)))
struct `Connections of a PostgreSQL store` {
    @Test func `many different statements can run, but few stay prepared`() async throws {
        try await withStore(.init { $0.maximumConnections = 1 }) { store, _ in
            let sum = try await store.read { transaction in
                var sum = 0
                for number in 0..<300 {
                    sum += try transaction.value("SELECT \(unsafeSQL: String(number))") ?? 0
                }
                return sum
            }
            #expect(sum == 44_850)
            let kept = try await store.read {
                try $0.value("SELECT count(*) FROM pg_prepared_statements", as: Int.self)
            }
            #expect(kept.map { (100...129).contains($0) } == true, "\(String(describing: kept))")
        }
    }

    @Test(arguments: [true, false])
    func `no prepared statement stays on a connection behind a pooler`(
        isBehindPooler: Bool
    ) async throws {
        let server = try #require(TemporaryPostgreSQL.shared)
        let address = try server.makeDatabase()
        let options = PostgreSQLStore.Options { options in
            options.directAddress = isBehindPooler ? address : nil
            options.maximumConnections = 1
            options.statementTimeout = .milliseconds(12_345)
        }
        let store = try await PostgreSQLStore.open(address, options: options)
        try await store.migrate([Migration("a", ["CREATE TABLE film (title TEXT UNIQUE)"])])
        for title in ["a", "b"] { try await store.insert(title) }
        #expect(try await store.titles() == ["a", "b"])
        let inside = try await store.read {
            try $0.value("SELECT current_setting('statement_timeout')", as: String.self)
        }
        #expect(inside == "12345ms")
        let prepared = try await store.read {
            try $0.value("SELECT count(*) FROM pg_prepared_statements", as: Int.self)
        }
        #expect((prepared == 0) == isBehindPooler)
        let reset = try await store.read {
            try $0.value(
                "SELECT source FROM pg_settings WHERE name = 'statement_timeout'",
                as: String.self
            )
        }
        #expect(reset == "session")
        await store.close()
    }

    @Test func `a statement still works after a column has changed its type`() async throws {
        try await withStore(.init { $0.maximumConnections = 1 }) { store, address in
            try await store.insert("7")
            #expect(try await store.titles() == ["7"])
            let other = try await PostgreSQLStore.open(address)
            try await other.write {
                _ = try $0.execute(
                    "ALTER TABLE film ALTER COLUMN title TYPE INTEGER USING title::int"
                )
            }
            let query: Statement = "SELECT title FROM film ORDER BY title"
            let numbers = try await store.read { try $0.all(query) { try $0[0] as Int } }
            #expect(numbers == [7])
            await other.close()
        }
    }

    @Test func `values of other PostgreSQL types are read as texts or numbers`() async throws {
        try await withStore { store, _ in
            let values: [SQLValue]? = try await store.read {
                try $0.first(
                    """
                    SELECT true, 1::smallint, 1.5::real, 12.50::numeric, 5::numeric,
                        '2017-01-31'::date, '{"a":1}'::jsonb, 'x'::char(3), 7::oid,
                        123456789012345678901234567890::numeric
                    """
                ) { row in
                    var values: [SQLValue] = []
                    for column in 0..<row.count { values.append(try row[column]) }
                    return values
                }
            }
            let expected: [SQLValue] = [
                .integer(1), .integer(1), .real(1.5), .real(12.5), .integer(5),
                .text("2017-01-31"), .text("{\"a\": 1}"), .text("x  "), .integer(7),
                .real(1.2345678901234568e29),
            ]
            #expect(values == expected)
        }
    }

    @Test func `text parameters are converted to the types of their columns`() async throws {
        try await withStore { store, _ in
            try await store.write { transaction in
                try transaction.execute("CREATE TABLE event (at TIMESTAMPTZ, body JSONB, id UUID)")
                let (at, body) = ("2017-01-31 10:20:30Z", "{}")
                let id = "00000000-0000-0000-0000-000000000001"
                try transaction.execute("INSERT INTO event VALUES (\(at), \(body), \(id))")
            }
            let count = try await store.read {
                try $0.value(
                    "SELECT count(*) FROM event WHERE at < \("2018-01-01") AND body = \("{}")",
                    as: Int.self
                )
            }
            #expect(count == 1)
        }
    }

    @Test func `a text with a NUL is refused, and the error says so`() async throws {
        try await withStore { store, _ in
            let error = await storeError { try await store.insert("a\0b") }
            #expect(error?.code == .otherConstraint)
            #expect(error?.message.contains("NUL") == true)
        }
    }

    @Test func `statements share round trips with BEGIN and COMMIT`() async throws {
        try await withStore { store, _ in
            var before = 0
            func spent() -> Int {
                defer { before = store.statistics.roundTrips }
                return store.statistics.roundTrips - before
            }
            _ = spent()
            try await store.insert("a")
            #expect(spent() == 2)
            try await store.execute("INSERT INTO film VALUES ('b')")
            #expect(spent() == 1)
            try await store.write { transaction in
                try transaction.execute("INSERT INTO film VALUES ('c')")
                try transaction.notify("films", "c")
            }
            #expect(spent() == 2)
            try await store.write { transaction in
                try transaction.notify("films", "d")
                transaction.nextIsLast()
                try transaction.execute("INSERT INTO film VALUES ('d')")
            }
            #expect(spent() == 1)
            try await store.write { try $0.notify("films") }
            #expect(spent() == 1)
            // The first run of this read takes two round trips. Then the store knows that the read
            // has only one statement, and runs it in one round trip.
            #expect(try await store.titles() == ["a", "b", "c", "d"])
            #expect(spent() == 2)
            #expect(try await store.titles() == ["a", "b", "c", "d"])
            #expect(spent() == 1)
        }
    }

    @Test func `a read with more statements than before still sees one snapshot`() async throws {
        try await withStore { store, _ in
            try await store.insert("a")
            let query: Statement = "SELECT count(*) FROM film"
            func counts(_ times: Int) async throws -> [Int?] {
                try await store.read { transaction in
                    try (0..<times).map { _ in try transaction.value(query, as: Int.self) }
                }
            }
            for _ in 0..<3 { #expect(try await counts(1) == [1]) }
            let retries = store.statistics.retries
            #expect(try await counts(3) == [1, 1, 1])
            #expect(try await counts(2) == [1, 1])
            #expect(try await counts(1) == [1])
            #expect(store.statistics.retries == retries)
            // The values are also right if the closure ignores the error of its second statement.
            for _ in 0..<3 { _ = try await store.titles() }
            let both = try await store.read { transaction in
                let titles = try transaction.all("SELECT title FROM film ORDER BY title") { row in
                    try row[0] as String
                }
                let count = try? transaction.value("SELECT count(*) FROM film", as: Int.self)
                return (titles, count)
            }
            #expect(both.0 == ["a"])
            #expect(both.1 == 1)
        }
    }

    @Test func `a notification after the last statement is refused`() async throws {
        try await withStore { store, _ in
            for _ in 0..<3 { _ = try await store.titles() }
            let error = await storeError {
                try await store.write { transaction in
                    transaction.nextIsLast()
                    try transaction.execute("INSERT INTO film VALUES ('a')")
                    try transaction.notify("films", "a")
                }
            }
            #expect(error?.code == .misuse)
            #expect(try await store.titles() == ["a"])
        }
    }

    @Test func `connections are opened on demand and reused`() async throws {
        try await withStore(.init { $0.maximumConnections = 4 }) { store, _ in
            for number in 0..<50 { try await store.insert("\(number)") }
            #expect(store.statistics.connections == 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 50..<150 {
                    group.addTask { try await store.insert("\(number)") }
                }
                try await group.waitForAll()
            }
            #expect((1...4).contains(store.statistics.connections))
            #expect(try await store.titles().count == 150)
        }
    }
}
