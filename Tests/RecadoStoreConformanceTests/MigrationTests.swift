// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Migrations of every store` {
    static let all = [
        filmTable,
        Migration(
            "create rental",
            [
                "CREATE TABLE rental (id INTEGER PRIMARY KEY, film INTEGER NOT NULL)",
                "CREATE INDEX rental_film ON rental (film)",
            ]
        ),
        Migration(
            "index film by year",
            sqlite: ["CREATE INDEX film_year ON film (year)"],
            postgreSQLOutsideTransaction: [
                "DROP INDEX IF EXISTS film_year",
                "CREATE INDEX CONCURRENTLY film_year ON film (year)",
            ]
        ),
        Migration("give film an owner", ["ALTER TABLE film ADD COLUMN owner TEXT"]),
    ]

    /// Returns the database's schema as lines of text.
    private func schema(of store: any Store) async throws -> [String] {
        let query: Statement =
            switch store.dialect {
            case .sqlite:
                "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
            case .postgreSQL:
                """
                SELECT table_name || '.' || column_name || ' ' || data_type || is_nullable
                FROM information_schema.columns WHERE table_schema = 'public'
                UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
                ORDER BY 1
                """
            }
        return try await store.read { try $0.all(query) { try $0[0] } }
    }

    @Test(arguments: StoreKind.all)
    func `several migration histories can share a database`(kind: StoreKind) async throws {
        let others = [
            Migration("create film", ["CREATE TABLE reel (id INTEGER PRIMARY KEY)"]),
            Migration("name reels", ["ALTER TABLE reel ADD COLUMN name TEXT"]),
        ]
        let store = try await Database(kind).open(isNarrow: true)
        try await store.migrate(Self.all)
        #expect(try await store.migrate(Array(others.prefix(1)).recorded(as: "reels")).count == 1)
        #expect(try await store.migrate(Self.all) == [])
        #expect(try await store.migrate(others.recorded(as: "reels")) == ["name reels"])
        #expect(try await store.migrate(others.recorded(as: "reels")) == [])
        try await store.write { try $0.execute("INSERT INTO reel (id, name) VALUES (1, 'a')") }
        for name in ["Reels", "a-b", "x y", "\"", String(repeating: "a", count: 33)] {
            await #expect(throws: StoreError.self) {
                try await store.migrate(others.recorded(as: name))
            }
        }
        await #expect(throws: StoreError.self) {
            try await store.migrate(Self.all + others.recorded(as: "reels"))
        }
        await store.close()
    }

    @Test(arguments: StoreKind.all, 0...4)
    func `migrating from any earlier version leads to the same schema`(
        kind: StoreKind,
        count: Int
    ) async throws {
        let fresh = try await Database(kind).open(isNarrow: true)
        #expect(try await fresh.migrate(Self.all) == Self.all.map(\.name))
        let grown = try await Database(kind).open(isNarrow: true)
        try await grown.migrate(Array(Self.all.prefix(count)))
        let rest = try await grown.migrate(Self.all)
        #expect(rest == Self.all.dropFirst(count).map(\.name))
        #expect(try await schema(of: grown) == schema(of: fresh))
        #expect(try await grown.migrate(Self.all) == [])
        await grown.close()
        await fresh.close()
    }

    @Test(arguments: StoreKind.all)
    func `a failed migration is undone, and earlier ones are kept`(kind: StoreKind) async throws {
        let store = try await Database(kind).open(isNarrow: true)
        let wrong = Migration(
            "wrong",
            ["CREATE TABLE half (id INTEGER)", "INSERT INTO nowhere VALUES (1)"]
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

    static let changed = [
        Changed(
            name: "an edited one",
            migrations: [Migration("create film", ["SELECT 1"]), all[1]],
            code: .migrationChanged
        ),
        Changed(
            name: "a renamed one",
            migrations: [Migration("make film", ["SELECT 1"]), all[1]],
            code: .migrationChanged
        ),
        Changed(name: "another order", migrations: [all[1], all[0]], code: .migrationChanged),
        Changed(name: "one fewer", migrations: [all[0]], code: .schemaNewer),
        Changed(name: "none", migrations: [], code: .schemaNewer),
        Changed(name: "a name twice", migrations: [all[0], all[0]], code: .misuse),
    ]

    @Test(arguments: StoreKind.all, changed)
    func `migrations that differ from the applied ones are refused`(
        kind: StoreKind,
        changed: Changed
    ) async throws {
        let store = try await Database(kind).open(isNarrow: true)
        try await store.migrate(Array(Self.all.prefix(2)))
        let before = try await schema(of: store)
        let error = await storeError { try await store.migrate(changed.migrations) }
        #expect(error?.code == changed.code)
        #expect(try await schema(of: store) == before)
        await store.close()
    }

    /// The migrations of the next version, which add something, and of the one after it, which
    /// remove.
    private static let expansion = [
        Migration("add the year", ["ALTER TABLE film ADD COLUMN released INTEGER"])
            .backwardCompatible(),
        Migration("index it", ["CREATE INDEX film_released ON film (released)"])
            .backwardCompatible(),
    ]
    private static let contraction = [Migration("drop rentals", ["DROP TABLE rental"])]

    @Test(arguments: StoreKind.all)
    func `older programs run and start only after backward-compatible migrations`(
        kind: StoreKind
    ) async throws {
        let database = try Database(kind)
        let (old, new) = (try await database.open(), try await database.open())
        let known = Array(Self.all.prefix(2))
        try await old.migrate(known)
        try await new.migrate(known + Self.expansion)
        try await old.write { try $0.execute("INSERT INTO rental VALUES (1, 1)") }
        #expect(try await new.migrate(known + Self.expansion) == [])
        #expect(try await old.migrate(known) == [])
        #expect(try await old.migrate(known + Self.expansion.prefix(1)) == [])

        let later = known + Self.expansion + Self.contraction
        #expect(try await new.migrate(later) == ["drop rentals"])
        for list in [known, known + Self.expansion] {
            let error = await storeError { try await old.migrate(list) }
            #expect(error?.code == .schemaNewer)
            #expect(error?.message.contains("\"drop rentals\" is not for older programs") == true)
        }
        let edited = known + [Migration("add the year", ["SELECT 1"]).backwardCompatible()]
        let error = await storeError { try await old.migrate(edited) }
        #expect(error?.code == .migrationChanged)
        await old.close()
        await new.close()
    }

    @Test(arguments: StoreKind.all)
    func `backward compatibility is recorded when a migration is applied`(
        kind: StoreKind
    ) async throws {
        let database = try Database(kind)
        let store = try await database.open(isNarrow: true)
        let (first, second) = (Array(Self.all.prefix(1)), Array(Self.all.prefix(2)))
        try await store.migrate(second)
        let changed = first + [second[1].backwardCompatible()]
        #expect(try await store.migrate(changed) == [])
        #expect(await storeError { try await store.migrate(first) }?.code == .schemaNewer)
        await store.close()
    }

    @Test(arguments: StoreKind.all)
    func `programs that start at the same time apply each migration once`(
        kind: StoreKind
    ) async throws {
        let database = try Database(kind)
        var stores: [any Store] = []
        for _ in 0..<4 { stores.append(try await database.open()) }
        let applied = try await withThrowingTaskGroup(of: [String].self) { [stores] group in
            for store in stores { group.addTask { try await store.migrate(Self.all) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(applied.sorted() == Self.all.map(\.name).sorted())
        for store in stores { await store.close() }
    }
}
