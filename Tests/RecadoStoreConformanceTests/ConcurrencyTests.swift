// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Concurrency of every store` {
    @Test(arguments: StoreKind.all)
    func `5000 increments by 50 tasks through two stores are all counted`(
        kind: StoreKind
    ) async throws {
        let database = try Database(kind)
        let stores = [try await database.open(), try await database.open()]
        try await stores[0].write { transaction in
            try transaction.execute("CREATE TABLE counter (n INTEGER)")
            try transaction.execute("INSERT INTO counter VALUES (0)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    for _ in 0..<100 {
                        try await stores[number % 2].write { transaction in
                            let n: Int = try transaction.value("SELECT n FROM counter") ?? 0
                            try transaction.execute("UPDATE counter SET n = \(n + 1)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].count("SELECT n FROM counter") == 5_000)
        if let store = stores[0] as? PostgreSQLStore {
            #expect(store.statistics.retries > 0)
        }
        for store in stores { await store.close() }
    }

    @Test(arguments: StoreKind.all)
    func `concurrent writes that depend on each other's rows are serialized`(
        kind: StoreKind
    ) async throws {
        // Each worker leaves if another one stays. With weaker isolation all could leave (write
        // skew).
        try await withStore(kind) { store in
            try await store.write { transaction in
                try transaction.execute("CREATE TABLE duty (id INTEGER, works INTEGER)")
                for id in 0..<8 {
                    try transaction.execute("INSERT INTO duty VALUES (\(id), 1)")
                }
            }
            let store = store as any Store
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 0..<8 {
                    group.addTask {
                        try await store.write { transaction in
                            let query: Statement = "SELECT count(*) FROM duty WHERE works = 1"
                            guard try transaction.value(query, as: Int.self) ?? 0 > 1 else {
                                return
                            }
                            try transaction.execute("UPDATE duty SET works = 0 WHERE id = \(id)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.count("SELECT count(*) FROM duty WHERE works = 1") == 1)
        }
    }

    @Test(arguments: StoreKind.all)
    func `readers see the last commit while a write is under way`(
        kind: StoreKind
    ) async throws {
        try await withStore(kind) { store in
            try await store.insert("before")
            let gate = Gate()
            let writer = Task {
                try await store.write { transaction in
                    try transaction.execute("INSERT INTO film (title) VALUES ('during')")
                    gate.pass()
                }
            }
            await gate.arrival()
            #expect(try await store.titles() == ["before"])
            gate.open()
            try await writer.value
            #expect(try await store.titles() == ["before", "during"])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a reader keeps its snapshot while others write`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.insert("a")
            let gate = Gate()
            let reader = Task {
                try await store.read { transaction in
                    let query: Statement = "SELECT count(*) FROM film"
                    let first: Int? = try transaction.value(query)
                    gate.pass()
                    let second: Int? = try transaction.value(query)
                    return [first, second]
                }
            }
            await gate.arrival()
            try await store.insert("b")
            gate.open()
            #expect(try await reader.value == [1, 1])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a call is refused at once if the queue is full`(kind: StoreKind) async throws {
        try await withStore(kind, isNarrow: true, waitingLimit: 2) { store in
            let gate = Gate()
            let held = Task { try await store.write { _ in gate.pass() } }
            await gate.arrival()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addImmediateTask { try await store.write { _ in } } }
                let error = await storeError { try await store.write { _ in } }
                #expect(error?.code == .overloaded)
                #expect(error?.isTransient == true)
                gate.open()
                try await group.waitForAll()
            }
            try await held.value
        }
    }

    @Test(arguments: StoreKind.all)
    func `a call that is cancelled in the queue has no effect`(kind: StoreKind) async throws {
        try await withStore(kind, isNarrow: true) { store in
            let gate = Gate()
            let held = Task { try await store.write { _ in gate.pass() } }
            await gate.arrival()
            let waiting = Task.immediate { await storeError { try await store.insert("never") } }
            waiting.cancel()
            #expect(await waiting.value?.code == .cancelled)
            gate.open()
            try await held.value
            let cancelled = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return await storeError { try await store.insert("never") }
            }
            #expect(await cancelled.value?.code == .cancelled)
            #expect(try await store.titles() == [])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a read that is cancelled is interrupted`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let gate = Gate()
            let endless = Task {
                await storeError {
                    try await store.read { transaction in
                        gate.pass()
                        return try transaction.value(
                            """
                            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                            SELECT count(*) FROM n
                            """,
                            as: Int.self
                        )
                    }
                }
            }
            await gate.arrival()
            gate.open()
            endless.cancel()
            #expect(await endless.value?.code == .cancelled)
            let titles = try await store.titles()
            #expect(titles == [])
        }
    }

    @Test(arguments: StoreKind.all)
    func `closing completes waiting calls and refuses new ones`(kind: StoreKind) async throws {
        let database = try Database(kind)
        let store = try await database.open()
        try await store.migrate([filmTable])
        let gate = Gate()
        let held = Task { try await store.write { _ in gate.pass() } }
        await gate.arrival()
        let waiting = Task.immediate { await storeError { try await store.insert("kept") } }
        let closing = Task.immediate { await store.close() }
        let refused = await storeError { try await store.insert("refused") }
        #expect(refused?.code == .closed)
        gate.open()
        try await held.value
        #expect(await waiting.value == nil)
        await closing.value
        await store.close()
        let again = try await database.open()
        #expect(try await again.titles() == ["kept"])
        await again.close()
    }
}
