// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

/// Tests single statements of many tasks at once, each of which is a transaction of its own.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct `Writes that are committed in groups` {
    /// Opens a store with tables for numbers, names and a count.
    ///
    /// Duplicate numbers are found only when a transaction commits.
    private func open(
        on server: TemporaryPostgreSQL? = nil,
        _ options: PostgreSQLStore.Options = .init()
    ) async throws -> PostgreSQLStore {
        let store = try await openStore(options, on: server)
        try await store.write { transaction in
            try transaction.execute(
                "CREATE TABLE item (n INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)"
            )
            try transaction.execute("CREATE TABLE name (name TEXT UNIQUE)")
            try transaction.execute("CREATE TABLE counter (n INTEGER)")
            _ = try transaction.execute("INSERT INTO counter VALUES (0)")
        }
        return store
    }

    private func add(_ number: Int, to store: PostgreSQLStore) async throws -> Int? {
        try await store.execute("INSERT INTO item VALUES (\(number)) RETURNING n * 2") { row in
            try row[0] as Int
        }.first
    }

    /// Adds numbers in many tasks, and returns the errors by the number.
    private func add(
        _ numbers: some Sequence<Int> & Sendable,
        to store: PostgreSQLStore
    ) async -> [Int: StoreError] {
        await withTaskGroup { group in
            for number in numbers {
                group.addTask {
                    let error = await storeError {
                        let double = try await add(number, to: store)
                        #expect(double == number * 2)
                    }
                    return (number, error)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func numbers(in store: PostgreSQLStore) async throws -> [Int] {
        try await store.read { try $0.all("SELECT n FROM item ORDER BY n") { try $0[0] as Int } }
    }

    /// Runs statements until some are sent as a group, which requires an open connection.
    private func warmUp(_ store: PostgreSQLStore) async throws {
        while store.statistics.groupedWrites == 0 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask { _ = try await store.execute("DELETE FROM item WHERE n < 0") }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `get their own rows and share round trips`() async throws {
        let store = try await open()
        var last = 0
        var areGrouped = false
        // A statement that was slow, because of the disk, is sent alone for a while; so the test
        // tries again.
        while !areGrouped, last < 10_000 {
            try await warmUp(store)
            let before = store.statistics
            #expect(await add(last + 1...last + 1_000, to: store).isEmpty)
            last += 1_000
            #expect(try await numbers(in: store) == Array(1...last))
            let after = store.statistics
            areGrouped =
                after.groupedWrites - before.groupedWrites > 500
                && after.roundTrips - before.roundTrips < 500
        }
        #expect(areGrouped)
        let changes = try await store.execute("UPDATE item SET n = n + 50000 WHERE n <= 10")
        #expect(changes.count == 10)
        await store.close()
    }

    @Test func `fail alone if they violate a constraint, even at the commit`() async throws {
        let store = try await open()
        try await warmUp(store)
        for round in 0..<5 {
            let first = round * 100
            #expect(await add([first + 50], to: store).isEmpty)
            let errors = await add(first..<(first + 100), to: store)
            #expect(errors.mapValues(\.code) == [first + 50: .uniqueConstraint])
        }
        #expect(try await numbers(in: store) == Array(0..<500))
        let codes = await withTaskGroup(of: StoreError.Code?.self) { group in
            for number in 0..<200 {
                let name = "name \(number / 2)"
                group.addTask {
                    await storeError {
                        try await store.execute("INSERT INTO name VALUES (\(name))")
                    }?
                    .code
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(codes == [nil: 100, .uniqueConstraint: 100])
        await store.close()
    }

    @Test func `are serialized with all other transactions`() async throws {
        let store = try await open()
        try await warmUp(store)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<300 {
                group.addTask {
                    if number.isMultiple(of: 10) {
                        return try await store.write { transaction in
                            let count = try transaction.value("SELECT n FROM counter", as: Int.self)
                            let next = (count ?? 0) + 1
                            try transaction.execute("UPDATE counter SET n = \(next)")
                            return next
                        }
                    }
                    let counts = try await store.execute(
                        "UPDATE counter SET n = n + 1 RETURNING n"
                    ) { try $0[0] as Int }
                    return counts.first ?? 0
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == Array(1...300))
        await store.close()
    }

    @Test func `delete all rows but one if each requires that another row remains`() async throws {
        let store = try await open()
        try await warmUp(store)
        for _ in 0..<20 {
            try await store.execute("DELETE FROM item")
            #expect(await add(1...40, to: store).isEmpty)
            await withTaskGroup { group in
                for number in 1...40 {
                    group.addTask {
                        let error = await storeError {
                            try await store.execute(
                                """
                                DELETE FROM item
                                WHERE n = \(number) AND (SELECT count(*) FROM item) > 1
                                """
                            )
                        }
                        #expect(error == nil)
                    }
                }
            }
            #expect(try await numbers(in: store).count == 1)
        }
        await store.close()
    }

    @Test func `are not delayed by a write that waits for a lock`() async throws {
        let store = try await open()
        #expect(await add([7], to: store).isEmpty)
        try await warmUp(store)
        let gate = Gate()
        let held = Task {
            try await store.write { transaction in
                try transaction.execute("UPDATE counter SET n = 7")
                gate.pass()
            }
        }
        await gate.arrival()
        let waiting = (0..<5).map { _ in
            Task { try await store.execute("UPDATE counter SET n = n + 1") }
        }
        for round in 1...10 {
            #expect(await add(round * 100..<(round * 100 + 50), to: store) == [:])
        }
        gate.open()
        try await held.value
        for call in waiting { #expect(try await call.value.count == 1) }
        let count = try await store.read { try $0.value("SELECT n FROM counter", as: Int.self) }
        #expect(count == 12)
        await store.close()
    }

    @Test func `survive a server crash once they are acknowledged`() async throws {
        let server = try TemporaryPostgreSQL()
        let store = try await open(on: server)
        try await warmUp(store)
        let adding = (0..<50).map { writer in
            Task {
                var number = writer * 100_000
                while true {
                    if let error = await storeError({ try await add(number, to: store) }) {
                        return (writer, number, error)
                    }
                    number += 1
                }
            }
        }
        while store.statistics.groupedWrites < 500 {
            try await Task.sleep(for: .milliseconds(10))
        }
        server.crash()
        var ends: [(writer: Int, number: Int, error: StoreError)] = []
        for task in adding { ends.append(await task.value) }
        let codes: Set<StoreError.Code> = [.connectionLost, .cannotOpen, .commitUnknown]
        #expect(codes.isSuperset(of: ends.map(\.error.code)))
        server.restart()
        while await storeError({ try await store.execute("DELETE FROM item WHERE n < 0") }) != nil {
        }
        let kept = Set(try await numbers(in: store))
        for (writer, number, error) in ends {
            #expect(kept.isSuperset(of: (writer * 100_000)..<number))
            #expect(error.code == .commitUnknown || !kept.contains(number))
        }
        await store.close()
    }

    @Test func `do not block reads or closing while a standby is missing`() async throws {
        let server = try TemporaryPostgreSQL()
        let options = PostgreSQLStore.Options { $0.statementTimeout = .milliseconds(500) }
        let store = try await open(on: server, options)
        // Restarts the server after the change: otherwise the setting would take effect a moment
        // later, and commits would not wait at once.
        server.set("synchronous_standby_names = 'gone'")
        server.crash()
        server.restart()
        while await storeError({ try await numbers(in: store) }) != nil {}
        // These writes are not committed, but make the store connect.
        let first = await add(901...930, to: store)
        #expect(Set(first.values.map(\.code)).isSubset(of: [.commitUnknown, .overloaded]))
        let adding = Task { await add(1...30, to: store) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await numbers(in: store).isEmpty)
        // A commit that is waiting for the standby does not keep the store from closing.
        await store.close()
        let errors = await adding.value
        #expect(errors.count == 30)
        let codes: Set<StoreError.Code> = [.commitUnknown, .overloaded, .closed]
        #expect(codes.isSuperset(of: errors.values.map(\.code)))
    }

    @Test func `are stored if and only if the cancelled call reports no error`() async throws {
        let store = try await open()
        try await warmUp(store)
        var kept: Set<Int> = []
        for round in 0..<20 {
            let range = (round * 100)..<(round * 100 + 60)
            let calls = range.map { number in
                (number, Task { await storeError { try await add(number, to: store) } })
            }
            if round.isMultiple(of: 2) { await Task.yield() }
            for (_, call) in calls { call.cancel() }
            for (number, call) in calls {
                let error = await call.value
                #expect(error == nil || error?.code == .cancelled)
                if error == nil { kept.insert(number) }
            }
        }
        #expect(try await Set(numbers(in: store)) == kept)
        await store.close()
    }

    @Test func `are completed or refused when the store closes`() async throws {
        let store = try await open()
        try await warmUp(store)
        let adding = Task { await add(1...400, to: store) }
        try await Task.sleep(for: .milliseconds(5))
        await store.close()
        let errors = await adding.value
        #expect(errors.values.allSatisfy { $0.code == .closed })
    }

    @Test func `are committed even if the closure that reads the rows throws`() async throws {
        let store = try await open()
        try await warmUp(store)
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    let error = await storeError {
                        try await store.execute("INSERT INTO item VALUES (\(number)) RETURNING n") {
                            try $0[0] as [UInt8]
                        }
                    }
                    #expect(error != nil)
                }
            }
        }
        #expect(try await numbers(in: store) == Array(0..<50))
        await store.close()
    }
}
