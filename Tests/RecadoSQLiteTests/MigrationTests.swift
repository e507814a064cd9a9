// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSQLite
import RecadoStore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Migrations of an SQLite store` {
    static let all = [
        filmTable,
        Migration(
            "create rental",
            [
                """
                CREATE TABLE rental (
                    id INTEGER PRIMARY KEY,
                    film INTEGER NOT NULL REFERENCES film (id) ON DELETE CASCADE
                ) STRICT
                """,
                "CREATE INDEX rental_film ON rental (film)",
            ]
        ),
        Migration(
            "make film anew with an owner",
            [
                """
                CREATE TABLE film_new (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    title TEXT NOT NULL,
                    owner TEXT NOT NULL DEFAULT ''
                ) STRICT
                """,
                "INSERT INTO film_new (id, title) SELECT id, title FROM film",
                "DROP TABLE film",
                "ALTER TABLE film_new RENAME TO film",
            ]
        ),
        Migration("index film", ["CREATE UNIQUE INDEX film_title ON film (title)"]),
    ]

    @Test func `a table can be recreated without losing rows that refer to it`() async throws {
        let store = try await SQLiteStore.inMemory()
        try await store.migrate(Array(Self.all.prefix(2)))
        try await store.insert("Alien")
        try await store.write { try $0.execute("INSERT INTO rental (film) VALUES (1)") }
        try await store.migrate(Self.all)
        let rentals = try await store.read {
            try $0.value("SELECT count(*) FROM rental", as: Int.self)
        }
        #expect(rentals == 1)
        // After the migration foreign keys are enforced again.
        let error = await storeError {
            try await store.write { try $0.execute("INSERT INTO rental (film) VALUES (2)") }
        }
        #expect(error?.code == .foreignKeyConstraint)
        await store.close()
    }

    @Test func `a migration that breaks a foreign key is rolled back`() async throws {
        let store = try await SQLiteStore.inMemory()
        try await store.migrate(Array(Self.all.prefix(2)))
        let loose = Migration("spoil", ["INSERT INTO rental (film) VALUES (99)"])
        let error = await storeError { try await store.migrate(Self.all.prefix(2) + [loose]) }
        #expect(error?.code == .foreignKeyConstraint)
        #expect(error?.constraint == "rental")
        #expect(try await store.migrate(Self.all) == Self.all.dropFirst(2).map(\.name))
        await store.close()
    }
}
