// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(.needsServer)
struct `A connection pool with slow reads` {
    private static var options: PostgreSQLStore.Options {
        PostgreSQLStore.Options {
            $0.maximumConnections = 12
            $0.lockTimeout = .seconds(60)
            $0.acquisitionTimeout = .seconds(60)
        }
    }

    /// Counts the rows of a table twice and adds both counts: a read of two statements needs a
    /// connection of its own.
    private static func count(_ table: Statement, in store: PostgreSQLStore) async throws -> Int64 {
        try await store.read { transaction in
            let one: Statement = "SELECT count(*)::int8 FROM " + table
            let first = try transaction.value(one, as: Int64.self) ?? 0
            return try first + (transaction.value(one + " WHERE true", as: Int64.self) ?? 0)
        }
    }

    /// Waits until at least one connection to the store's database waits for a lock.
    private static func lockIsAwaited(in watcher: PostgreSQLStore) async throws {
        var count: Int64 = 0
        while count == 0 {
            count = try await watcher.read { transaction in
                try transaction.value(
                    """
                    SELECT count(*)::int8 FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """,
                    as: Int64.self
                ) ?? 0
            }
            await Task.yield()
        }
    }

    @Test func `serves reads of one table while another is locked`() async throws {
        try await withStore(Self.options) { store, address in
            try await store.write { _ = try $0.execute("CREATE TABLE post (text TEXT)") }
            let other = try await PostgreSQLStore.open(address)
            let gate = Gate()
            let holder = Task {
                try await other.write { transaction in
                    try transaction.execute("LOCK TABLE film IN ACCESS EXCLUSIVE MODE")
                    gate.pass()
                }
            }
            await gate.arrival()
            let films = (0..<60).map { number in
                let table: Statement =
                    number % 3 == 0 ? "film" : number % 3 == 1 ? "film f" : "film g"
                return Task { try await Self.count(table, in: store) }
            }
            try await Self.lockIsAwaited(in: other)
            for _ in 0..<20 { #expect(try await Self.count("post", in: store) == 0) }
            #expect(store.statistics.displacedReads > 0)
            gate.open()
            try await holder.value
            for film in films { #expect(try await film.value == 0) }
            await other.close()
        }
    }

    @Test func `reports cancellation to slow reads that it has displaced`() async throws {
        try await withStore(Self.options) { store, _ in
            let slow = (0..<40).map { _ in
                Task {
                    try await store.read { transaction in
                        try transaction.execute("SELECT pg_sleep(20)")
                        try transaction.execute("SELECT pg_sleep(20)")
                    }
                }
            }
            let films = try await Self.count("film", in: store)
            #expect(films == 0)
            for task in slow { task.cancel() }
            for task in slow {
                let error = await storeError { try await task.value }
                #expect(error?.code == .cancelled)
            }
            #expect(try await store.titles() == [])
        }
    }
}
