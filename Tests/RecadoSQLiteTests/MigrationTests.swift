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

    func schema(of store: SQLiteStore) async throws -> [String] {
        try await store.read {
            try $0.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") {
                try $0[0]
            }
        }
    }

    @Test(arguments: 0...4)
    func `every prefix leads to the same schema as a fresh start`(count: Int) async throws {
        let fresh = try await SQLiteStore.inMemory()
        #expect(try await fresh.migrate(Self.all) == Self.all.map(\.name))
        let grown = try await SQLiteStore.inMemory()
        try await grown.migrate(Array(Self.all.prefix(count)))
        let rest = try await grown.migrate(Self.all)
        #expect(rest == Self.all.dropFirst(count).map(\.name))
        #expect(try await schema(of: grown) == schema(of: fresh))
        #expect(try await grown.migrate(Self.all) == [])
        await grown.close()
        await fresh.close()
    }

    @Test func `a table can be made anew without losing what refers to it`() async throws {
        let store = try await SQLiteStore.inMemory()
        try await store.migrate(Array(Self.all.prefix(2)))
        try await store.insert("Alien")
        try await store.write { try $0.execute("INSERT INTO rental (film) VALUES (1)") }
        try await store.migrate(Self.all)
        let rentals = try await store.read {
            try $0.value("SELECT count(*) FROM rental", as: Int.self)
        }
        #expect(rentals == 1)
        // Foreign keys are enforced again.
        let error = await storeError {
            try await store.write { try $0.execute("INSERT INTO rental (film) VALUES (2)") }
        }
        #expect(error?.code == .foreignKeyConstraint)
        await store.close()
    }

    @Test func `a migration that leaves a loose reference is not kept`() async throws {
        let store = try await SQLiteStore.inMemory()
        try await store.migrate(Array(Self.all.prefix(2)))
        let loose = Migration("spoil", ["INSERT INTO rental (film) VALUES (99)"])
        let error = await storeError { try await store.migrate(Self.all.prefix(2) + [loose]) }
        #expect(error?.code == .foreignKeyConstraint)
        #expect(error?.constraint == "rental")
        #expect(try await store.migrate(Self.all) == Self.all.dropFirst(2).map(\.name))
        await store.close()
    }

    @Test func `a migration that fails leaves nothing of itself, and what came before`()
        async throws
    {
        let store = try await SQLiteStore.inMemory()
        let wrong = Migration(
            "wrong",
            ["CREATE TABLE half (id INTEGER) STRICT", "INSERT INTO nowhere VALUES (1)"]
        )
        let error = await storeError { try await store.migrate([filmTable, wrong]) }
        #expect(error?.code == .statement)
        #expect(try await !schema(of: store).contains { $0.contains("half") })
        #expect(try await store.migrate([filmTable]) == [])
        await store.close()
    }

    struct Changed: Sendable, CustomTestStringConvertible {
        var name: String
        var migrations: [Migration]
        var code: StoreError.Code
        var testDescription: String { name }
    }

    @Test(arguments: [
        Changed(
            name: "an edited one",
            migrations: [Migration("create film", ["CREATE TABLE film (id INTEGER)"]), all[1]],
            code: .migrationChanged
        ),
        Changed(
            name: "a renamed one",
            migrations: [Migration("make film", filmStatements), all[1]],
            code: .migrationChanged
        ),
        Changed(name: "another order", migrations: [all[1], all[0]], code: .migrationChanged),
        Changed(name: "one fewer", migrations: [all[0]], code: .schemaNewer),
        Changed(name: "none", migrations: [], code: .schemaNewer),
        Changed(name: "a name twice", migrations: [all[0], all[0]], code: .misuse),
        Changed(
            name: "no name",
            migrations: [all[0], all[1], Migration("", ["SELECT 1"])],
            code: .misuse
        ),
    ])
    func `a list that is not what was applied is refused`(changed: Changed) async throws {
        let store = try await SQLiteStore.inMemory()
        try await store.migrate(Array(Self.all.prefix(2)))
        let before = try await schema(of: store)
        let error = await storeError { try await store.migrate(changed.migrations) }
        #expect(error?.code == changed.code)
        #expect(try await schema(of: store) == before)
        await store.close()
    }

    @Test func `programs that start at once apply each migration once`() async throws {
        let folder = try Folder()
        let stores = [
            try await SQLiteStore.open(folder.file("a.sqlite")),
            try await SQLiteStore.open(folder.file("a.sqlite")),
        ]
        let applied = try await withThrowingTaskGroup(of: [String].self) { group in
            for store in stores { group.addTask { try await store.migrate(Self.all) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(applied.sorted() == Self.all.map(\.name).sorted())
        for store in stores { await store.close() }
    }
}

private let filmStatements: [Statement] = ["CREATE TABLE film (id INTEGER)"]
