// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSQLite
import RecadoStore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Transactions of an SQLite store` {
    let store: SQLiteStore

    init() async throws {
        store = try await SQLiteStore.inMemory()
        try await store.migrate([filmTable])
    }

    @Test func `a text may contain a NUL`() async throws {
        try await store.insert("a\u{0}b")
        #expect(try await store.titles() == ["a\u{0}b"])
        let found = try await store.read {
            try $0.value("SELECT count(*) FROM film WHERE title = \("a\u{0}b")", as: Int.self)
        }
        #expect(found == 1)
    }

    @Test func `a query finds columns that were added later`() async throws {
        try await store.insert("Alien")
        let query: Statement = "SELECT * FROM film"
        #expect(try await store.read { try $0.first(query) { $0.count } } == 4)
        try await store.write { try $0.execute("ALTER TABLE film ADD COLUMN owner TEXT") }
        let owner = try await store.read { try $0.first(query) { try $0["owner"] as String? } }
        #expect(owner == .some(nil))
    }

    @Test func `changed rows are counted`() async throws {
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

    @Test func `many different statements can run, but few stay prepared`() async throws {
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
}
