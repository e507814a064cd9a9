// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(
    .needsServer,
    .enabled(if: TemporaryPostgreSQL.hasPooler, "install pgbouncer"),
    .timeLimit(.minutes(2))
)
struct `A PostgreSQL store behind PgBouncer` {
    let server: TemporaryPostgreSQL

    init() throws { server = try TemporaryPostgreSQL() }

    /// Uses all features of a store at the same time.
    private func use(_ store: PostgreSQLStore) async throws {
        try await store.migrate([
            Migration("films", ["CREATE TABLE film (title TEXT UNIQUE, length BIGINT NOT NULL)"])
        ])
        let told = try await store.notifications(on: "films")
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<10 {
                        try await store.write { transaction in
                            let count: Int? = try transaction.value("SELECT count(*) FROM film")
                            try transaction.execute(
                                "INSERT INTO film VALUES (\("\(number).\(round)"), \(count ?? 0))"
                            )
                            try transaction.notify("films", "\(number)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        // The transactions behave as if they had run one after another.
        let lengths = try await store.read {
            try $0.all("SELECT length FROM film ORDER BY length") { try $0[0] as Int }
        }
        #expect(lengths == Array(0..<80))
        var messages = 0
        for await notification in told {
            if notification != .gap { messages += 1 }
            if messages == 80 { break }
        }
        #expect(messages == 80)
    }

    private func locks(_ address: String) async throws -> Int? {
        let store = try await PostgreSQLStore.open(address)
        defer { Task { await store.close() } }
        return try await store.read {
            try $0.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        }
    }

    @Test func `works in session pooling mode`() async throws {
        let address = try server.makeDatabase()
        try server.startPooler("session")
        let store = try await PostgreSQLStore.open(address + "&port=6432")
        try await use(store)
        await store.close()
        #expect(try await locks(address) == 0)
    }

    @Test func `works in transaction pooling mode if a direct address is given`() async throws {
        let address = try server.makeDatabase()
        try server.startPooler("transaction")
        let options = PostgreSQLStore.Options { $0.directAddress = address }
        let store = try await PostgreSQLStore.open(address + "&port=6432", options: options)
        try await use(store)
        await store.close()
        #expect(try await locks(address) == 0)
    }

    /// Tests a pooler that supports prepared statements, so that only notifications would be lost.
    @Test(arguments: [true, false])
    func `is not opened if notifications would be lost`(preparesStatements: Bool) async throws {
        let address = try server.makeDatabase() + "&port=6432"
        try server.startPooler("transaction")
        var options = PostgreSQLStore.Options { $0.preparesStatements = preparesStatements }
        let alone = await storeError { try await PostgreSQLStore.open(address, options: options) }
        #expect(alone?.code == .cannotOpen)
        #expect(alone?.message.contains("notifications are lost in a pooler") == true)
        // The pooler's address is also refused as the direct one.
        options.directAddress = address
        let twice = await storeError { try await PostgreSQLStore.open(address, options: options) }
        #expect(twice?.code == .cannotOpen)
    }
}
