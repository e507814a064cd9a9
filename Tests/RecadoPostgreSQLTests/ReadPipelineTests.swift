// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import TemporaryPostgreSQL
import Testing

@testable import RecadoPostgreSQL

/// Tests reads of many tasks at once that share a connection.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct `Pipelined reads` {
    private struct Absent: Error, Equatable {
        var id: Int
    }

    /// Opens a store with a hundred films, after it has learnt that reading a title takes one
    /// statement.
    private func open(
        on server: TemporaryPostgreSQL? = nil,
        _ options: PostgreSQLStore.Options = .init()
    ) async throws -> PostgreSQLStore {
        let store = try await openStore(options, on: server)
        _ = try await store.write { transaction in
            try transaction.execute("CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
            try transaction.execute("CREATE TABLE reel (id INTEGER)")
            try transaction.execute(
                "INSERT INTO film SELECT n, 'Film ' || n FROM generate_series(1, 100) n"
            )
        }
        for _ in 0..<3 { _ = try await title(1, in: store) }
        return store
    }

    private func title(
        _ id: Int,
        in store: PostgreSQLStore,
        asksTwice: Bool = false
    ) async throws -> String {
        do throws(TransactionError<Absent>) {
            return try await store.read { transaction throws(TransactionError<Absent>) in
                let title = try transaction.value(
                    "SELECT title FROM film WHERE id = \(id)",
                    as: String.self
                )
                guard let title else { throw .failed(Absent(id: id)) }
                guard asksTwice else { return title }
                return try transaction.value(
                    "SELECT title FROM film WHERE title = \(title)",
                    as: String.self
                ) ?? ""
            }
        } catch .failed(let absent) {
            throw absent
        } catch .store(let error) {
            throw error
        }
    }

    /// Reads films in many tasks, and returns the numbers of those whose title was wrong.
    private func wrong(_ count: Int, in store: PostgreSQLStore) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<count {
                let id = 1 + number % 100
                group.addTask { try await title(id, in: store) == "Film \(id)" ? nil : id }
            }
            return try await group.reduce(into: []) { wrong, id in
                if let id { wrong.append(id) }
            }
        }
    }

    /// Returns whether most of a number of reads are sent together and all are answered.
    ///
    /// It tries several times: on a busy machine a slow read is sent alone for a while.
    private func areAnswered(_ count: Int, by store: PostgreSQLStore) async throws -> Bool {
        for _ in 0..<5 {
            let before = store.statistics.pipelinedReads
            let wrong = try? await wrong(count, in: store)
            if wrong == [], store.statistics.pipelinedReads > before + count * 4 / 5 { return true }
            try await Task.sleep(for: .seconds(1))
        }
        return false
    }

    @Test func `return their own results and the errors of their own closures`() async throws {
        let store = try await open()
        #expect(try await wrong(2_000, in: store) == [])
        #expect(store.statistics.pipelinedReads > 100)
        let failures = await withTaskGroup(of: Bool.self) { group in
            for id in 101...300 {
                group.addTask {
                    do {
                        _ = try await title(id, in: store)
                        return false
                    } catch {
                        return error as? Absent == Absent(id: id)
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 200)
        await store.close()
    }

    @Test func `return all results if a closure runs more statements than before`() async throws {
        let store = try await open()
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await store.read { transaction in
                        let one = try transaction.value(
                            "SELECT title FROM film WHERE id = \(7)",
                            as: String.self
                        )
                        let all = try transaction.value("SELECT count(*) FROM film", as: Int.self)
                        return one == "Film 7" ? all ?? 0 : 0
                    }
                }
            }
            return try await group.reduce(into: 0, +=)
        }
        #expect(sums == 100 * 100)
        // The store has learnt nothing about this closure, whose type is new.
        let doubled = try await withThrowingTaskGroup(of: String.self) { group in
            for id in 1...100 {
                group.addTask { try await title(id, in: store, asksTwice: id > 50) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(doubled) == Set((1...100).map { "Film \($0)" }))
        #expect(try await wrong(100, in: store) == [])
        await store.close()
    }

    @Test func `are refused if they write, even if earlier executions did not`() async throws {
        let store = try await open()
        try await store.execute(
            """
            CREATE FUNCTION note(n INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
                BEGIN IF n > 0 THEN INSERT INTO reel VALUES (n); END IF; RETURN n; END $$
            """
        )
        @Sendable func note(_ number: Int) async throws -> Int? {
            try await store.read { try $0.value("SELECT note(\(number)::int)", as: Int.self) }
        }
        for _ in 0..<3 { _ = try await note(0) }
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let error = await storeError { try await note(number % 2) }
                    #expect(error?.code == (number % 2 == 0 ? nil : .readOnly))
                }
            }
        }
        #expect(
            try await store.read { try $0.value("SELECT count(*) FROM reel", as: Int.self) } == 0
        )
        await store.close()
    }

    @Test func `are not delayed by locks and slow statements of other reads`() async throws {
        let options = PostgreSQLStore.Options { options in
            (options.lockTimeout, options.acquisitionTimeout) = (.seconds(50), .seconds(2))
        }
        let store = try await open(on: nil, options)
        @Sendable func reels() async throws -> Int? {
            try await store.read { try $0.value("SELECT count(*) FROM reel", as: Int.self) }
        }
        @Sendable func slowly() async throws -> Int? {
            try await store.read { try $0.value("SELECT 1 FROM pg_sleep(0.3)", as: Int.self) }
        }
        for _ in 0..<2 { _ = (try await reels(), try await slowly()) }
        while store.statistics.pipelinedReads == 0 { _ = try await wrong(50, in: store) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let gate = Gate()
            group.addTask {
                try await store.write { transaction in
                    try transaction.execute("LOCK TABLE reel")
                    gate.pass()
                }
            }
            await gate.arrival()

            for number in 0..<80 {
                group.addTask {
                    let error = await storeError {
                        _ = number % 2 == 0 ? try await reels() : try await slowly()
                    }
                    #expect(error == nil || error?.code == .overloaded)
                }
            }
            // Every other connection is waiting for the lock.
            #expect(try await areAnswered(500, by: store))
            gate.open()
            try await group.waitForAll()
        }
        await store.close()
    }

    @Test func `fail while the server is down, and succeed after its restart`() async throws {
        let server = try TemporaryPostgreSQL()
        let store = try await open(on: server)
        #expect(try await wrong(200, in: store) == [])
        server.crash()
        await withTaskGroup { group in
            for id in 1...100 {
                group.addTask {
                    let error = await storeError { try await title(id, in: store) }
                    let codes: [StoreError.Code] = [.connectionLost, .cannotOpen]
                    #expect(error.map { codes.contains($0.code) } == true)
                }
            }
        }
        server.restart()
        while await storeError({ try await title(1, in: store) }) != nil {}
        #expect(try await wrong(200, in: store) == [])
        await store.close()
    }

    @Test func `end when they are cancelled, whether queued or already sent`() async throws {
        let store = try await open()
        while store.statistics.pipelinedReads == 0 { _ = try await wrong(50, in: store) }
        for round in 0..<20 {
            let reads = (1...40).map { id in
                Task { await storeError { try await title(id, in: store) } }
            }
            if round.isMultiple(of: 2) { await Task.yield() }
            for read in reads { read.cancel() }
            for read in reads {
                let error = await read.value
                #expect(error == nil || error?.code == .cancelled)
            }
        }
        #expect(try await wrong(100, in: store) == [])
        await store.close()
    }

    @Test func `are completed or refused when the store closes`() async throws {
        let store = try await open()
        try await withThrowingTaskGroup(of: StoreError?.self) { group in
            for id in 0..<300 {
                group.addTask { await storeError { try await title(1 + id % 100, in: store) } }
            }
            try await Task.sleep(for: .milliseconds(5))
            await store.close()
            for try await error in group { #expect(error == nil || error?.code == .closed) }
        }
    }

    @Test func `exclude a statement for longer each time it is slow, until it is fast`() {
        var slow = SlowStatements()
        var now = ContinuousClock.now
        #expect(!slow.mustRest("a", at: now))
        var rests: [Duration] = []
        for _ in 0..<9 {
            now += .seconds(61)
            // Slow statements that were sent before the first one was found slow count as one.
            for _ in 0..<30 { slow.add("a", at: now) }
            let rest = [0.4, 0.9, 1.9, 3.9, 7.9, 15.9, 31.9, 59.9, 61].map(Duration.seconds)
            rests.append(rest.last { slow.mustRest("a", at: now + $0) } ?? .zero)
        }
        #expect(rests == [0.4, 0.9, 1.9, 3.9, 7.9, 15.9, 31.9, 59.9, 59.9].map(Duration.seconds))
        slow.remove("a")
        #expect(!slow.mustRest("a", at: now))
        for number in 0..<2_000 { slow.add("\(number)", at: now) }
        #expect(!slow.mustRest("0", at: now))
        #expect(slow.mustRest("1999", at: now))
    }
}
