// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(.needsServer, .timeLimit(.minutes(2)))
struct `A promoted standby` {
    let first: TemporaryPostgreSQL
    let second: TemporaryPostgreSQL
    /// The address that names both servers, `first` before `second`.
    let address: String

    init() throws {
        first = try TemporaryPostgreSQL()
        let database = try first.makeDatabase()
        second = try TemporaryPostgreSQL(standbyOf: first)
        address = database.replacing(first.folder, with: "\(first.folder),\(second.folder)")
    }

    private func address(of server: TemporaryPostgreSQL) -> String {
        address.replacing("\(first.folder),\(second.folder)", with: server.folder)
    }

    /// Returns the titles that are stored on a server.
    private func titles(on server: TemporaryPostgreSQL) async throws -> [String] {
        let store = try await PostgreSQLStore.open(address(of: server))
        defer { Task { await store.close() } }
        return try await store.titles()
    }

    /// Inserts a title, and tries again until the store has found a server that takes writes.
    private func insertOnceBack(_ title: String, _ store: PostgreSQLStore) async throws {
        while let error = await storeError({ try await store.insert(title) }) {
            guard error.code == .cannotOpen || error.isTransient else { throw error }
        }
    }

    /// Waits until the standby has received what was written so far.
    private func standbyHasAll(_ store: PostgreSQLStore) async throws {
        var count: Int64 = 0
        while count == 0 {
            count = try await store.read { transaction in
                try transaction.value(
                    """
                    SELECT count(*) FROM pg_stat_replication
                    WHERE flush_lsn >= pg_current_wal_lsn()
                    """,
                    as: Int64.self
                ) ?? 0
            }
        }
    }

    private func open() async throws -> PostgreSQLStore {
        let store = try await PostgreSQLStore.open(address)
        try await store.write { _ = try $0.execute("CREATE TABLE film (title TEXT UNIQUE)") }
        try await standbyHasAll(store)
        return store
    }

    @Test func `keeps a restarted former primary from taking writes`() async throws {
        let store = try await open()
        first.crash()
        second.promote()
        try await insertOnceBack("kept", store)
        // Only the former primary is left, which would still take writes.
        second.crash()
        first.restart()
        let error = await storeError {
            while true {
                let error = await storeError { try await store.insert("lost") }
                guard error?.code == .connectionLost || error?.code == .commitUnknown else {
                    if let error { throw error }
                    return
                }
            }
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("its timeline is 1, and 2 has begun") == true)
        second.restart()
        try await insertOnceBack("kept too", store)
        #expect(try await titles(on: first) == [])
        #expect(try await titles(on: second) == ["kept", "kept too"])
        await store.close()
    }

    /// Shows why a commit without a response is reported as unknown: its transaction number is
    /// reused.
    @Test func `reuses the ID of a transaction that was lost`() async throws {
        let store = try await open()
        second.crash()
        let number = try await store.write { transaction in
            try transaction.execute("INSERT INTO film VALUES ('lost')")
            return try transaction.value("SELECT pg_current_xact_id()::text", as: String.self)
        }
        first.crash()
        second.restart()
        second.promote()
        let status = { @Sendable () async throws -> String? in
            try await store.read { transaction in
                let sql: Statement = "SELECT pg_xact_status(\(number)::xid8)"
                return try transaction.value(sql, as: String.self)
            }
        }
        var answer: String?
        for film in 0..<20 where answer != "committed" {
            try await insertOnceBack("kept \(film)", store)
            answer = try? await status()
        }
        #expect(answer == "committed")
        #expect(try await !titles(on: second).contains("lost"))
        await store.close()
    }

    @Test func `is preferred to the former primary when a store opens`() async throws {
        await (try await open()).close()
        second.promote()
        let store = try await PostgreSQLStore.open(address)
        try await store.insert("kept")
        #expect(try await titles(on: second) == ["kept"])
        await store.close()
    }

    @Test func `gets all writes though idle connections lead to the former primary`() async throws {
        let store = try await open()
        try await store.insert("before")
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    try await store.read {
                        _ = try $0.value("SELECT pg_sleep(0.3)::text", as: String.self)
                    }
                }
            }
            try await group.waitForAll()
        }
        second.promote()
        let base = try await PostgreSQLStore.open(
            "postgresql:///postgres?host=\(first.folder)&user=recado"
        )
        let name = try #require(address.split(separator: "?").first?.split(separator: "/").last)
        try await base.execute("ALTER DATABASE \(identifier: "\(name)") ALLOW_CONNECTIONS false")
        // Idle connections lead to the first server; only the second server accepts a new one.
        let news = try await store.notifications(on: "films")
        try await store.insert("after")
        for number in 1...4 { try await store.insert("after \(number)") }
        #expect(try await titles(on: second).count == 6)
        try await base.execute("ALTER DATABASE \(identifier: "\(name)") ALLOW_CONNECTIONS true")
        #expect(try await titles(on: first) == ["before"])
        withExtendedLifetime(news) {}
        await base.close()
        await store.close()
    }
}

@Suite(.needsServer, .timeLimit(.minutes(2)))
struct `A standby server for reads` {
    let primary: TemporaryPostgreSQL
    let standby: TemporaryPostgreSQL
    let store: PostgreSQLStore

    init() async throws {
        let primary = try TemporaryPostgreSQL()
        let address = try primary.makeDatabase()
        let standby = try TemporaryPostgreSQL(standbyOf: primary)
        let replica = address.replacing(primary.folder, with: standby.folder)
        let options = PostgreSQLStore.Options { $0.replicaAddress = replica }
        store = try await PostgreSQLStore.open(address, options: options)
        try await store.write { _ = try $0.execute("CREATE TABLE film (title TEXT UNIQUE)") }
        (self.primary, self.standby) = (primary, standby)
    }

    private func titles(_ staleness: Duration) async throws -> [String] {
        try await store.allowing(staleness: staleness).read {
            try $0.all("SELECT title FROM film ORDER BY title") { try $0[0] }
        }
    }

    /// Reads until the standby has answered a read.
    private func waitForStandby(_ staleness: Duration) async throws {
        let before = store.statistics.replicaReads
        while store.statistics.replicaReads == before { _ = try await titles(staleness) }
    }

    @Test func `is used only after its data are known to be recent enough`() async throws {
        try await store.insert("a")
        #expect(try await titles(.seconds(5)) == ["a"])
        #expect(store.statistics.replicaReads == 0)
        try await waitForStandby(.seconds(5))
        #expect(try await titles(.seconds(5)) == ["a"])
        // Reads without an allowed staleness, and all writes, go to the primary.
        let count = store.statistics.replicaReads
        #expect(try await titles(.zero) == ["a"])
        #expect(try await store.titles() == ["a"])
        try await store.allowing(staleness: .seconds(5)).execute("INSERT INTO film VALUES ('b')")
        #expect(store.statistics.replicaReads == count)
        // The log continues in a new file, to which nothing is written for a while.
        try await store.write { _ = try $0.execute("SELECT pg_switch_wal()") }
        try await Task.sleep(for: .seconds(3))
        try await waitForStandby(.seconds(2))
        await store.close()
    }

    @Test func `is not used while its data are older than allowed`() async throws {
        try await waitForStandby(.seconds(2))
        let address = "postgresql:///postgres?host=\(standby.folder)&user=recado"
        let operation = try await PostgreSQLStore.open(
            address,
            options: .init { $0.readIsolation = .snapshot }
        )
        try await operation.read { _ = try $0.execute("SELECT pg_wal_replay_pause()") }
        try await store.insert("new")
        // The standby's data are at first less than two seconds old, and soon older than that.
        var last: [String] = []
        for _ in 0..<2_000 where last.isEmpty {
            last = try await titles(.seconds(2))
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(last == ["new"])
        let count = store.statistics.replicaReads
        #expect(try await titles(.seconds(2)) == ["new"])
        #expect(store.statistics.replicaReads == count)
        // The standby answers a read that allows older data.
        #expect(try await titles(.seconds(600)) == [])
        try await operation.read { _ = try $0.execute("SELECT pg_wal_replay_resume()") }
        try await waitForStandby(.seconds(2))
        await operation.close()
        await store.close()
    }

    @Test func `is skipped while it is down, and used again after its restart`() async throws {
        try await store.insert("a")
        try await waitForStandby(.seconds(5))
        standby.crash()
        for _ in 0..<20 { #expect(try await titles(.seconds(5)) == ["a"]) }
        standby.restart()
        try await waitForStandby(.seconds(5))
        await store.close()
    }

    @Test func `is no longer used after its promotion`() async throws {
        try await waitForStandby(.seconds(5))
        standby.promote()
        try await store.insert("kept")
        // The promoted standby gets nothing more from the primary, however much is written to it.
        let address = "postgresql:///postgres?host=\(standby.folder)&user=recado"
        let other = try await PostgreSQLStore.open(address)
        for number in 0..<50 {
            try await other.execute("CREATE TABLE t\(unsafeSQL: "\(number)") (x INT)")
        }
        var titles: [String] = []
        for _ in 0..<2_000 where titles.isEmpty {
            titles = try await self.titles(.seconds(2))
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(titles == ["kept"])
        try await Task.sleep(for: .seconds(2))
        #expect(try await self.titles(.seconds(2)) == ["kept"])
        await other.close()
        await store.close()
    }
}

@Suite(.needsServer, .timeLimit(.minutes(2)))
struct `A missing synchronous standby` {
    @Test func `delays commits, but not reads`() async throws {
        let server = try TemporaryPostgreSQL()
        let options = PostgreSQLStore.Options { options in
            options.maximumConnections = 4
            options.acquisitionTimeout = .seconds(1)
            options.statementTimeout = .milliseconds(100)
        }
        try await withStore(options, on: server) { store, address in
            // Restarts the server after the change: otherwise the setting would take effect a
            // moment later, and commits would not wait at once.
            server.set("synchronous_standby_names = 'gone'")
            server.crash()
            server.restart()
            #expect(try await store.titlesOnceBack() == [])
            let witness = try await PostgreSQLStore.open(address)
            let codes = await withTaskGroup { group in
                for number in 0..<6 {
                    group.addTask { await Self.insertion(number, store)?.code }
                }
                while (try? await Self.waiting(witness)) != 3 {}
                for _ in 1...20 { #expect(await storeError { try await store.titles() } == nil) }
                return await group.reduce(into: []) { $0.append($1) }
            }
            // Three inserts had a connection and cannot know the outcome; the others got no
            // connection.
            #expect(codes.count { $0 == .commitUnknown } == 3)
            #expect(codes.count { $0 == .overloaded } == 3)
            // No connection was closed, and no further commit waits on the server.
            #expect(await Self.insertion(7, store)?.code == .overloaded)
            #expect(try await Self.waiting(witness) == 3)
            server.set("synchronous_standby_names = ''")
            try await store.insert("after")
            #expect(try await store.titles().count == 4)
            #expect(store.statistics.connections <= 5)
            await witness.close()
        }
    }

    /// Inserts a film in one of two ways: the commit is sent after the statement or together with
    /// it.
    private static func insertion(_ number: Int, _ store: PostgreSQLStore) async -> StoreError? {
        await storeError {
            guard number < 3 else { return try await store.insert("\(number)") }
            try await store.execute("INSERT INTO film VALUES (\("\(number)"))")
        }
    }

    /// Counts the commits that wait for a standby.
    private static func waiting(_ store: PostgreSQLStore) async throws -> Int? {
        try await store.read {
            try $0.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        }
    }
}
