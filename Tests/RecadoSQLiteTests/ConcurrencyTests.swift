// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoSQLite
import RecadoStore
import Synchronization
import Testing

/// Holds a thread of a store until it is told to go on.
private final class Gate: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let permission = DispatchSemaphore(value: 0)

    /// Called on the store's thread.
    func pass() {
        arrivals.signal()
        permission.wait()
    }

    /// Waits, on a thread of its own, until the store's thread has come.
    func arrival() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gate").async { [arrivals] in
                arrivals.wait()
                continuation.resume()
            }
        }
    }

    func open() { permission.signal() }
}

@Suite(.timeLimit(.minutes(1)))
struct `Concurrency of an SQLite store` {
    let folder: Folder
    let store: SQLiteStore

    init() async throws {
        folder = try Folder()
        store = try await SQLiteStore.open(folder.file("a.sqlite"))
        try await store.migrate([filmTable])
    }

    /// Runs calls that all wait while the writer is held, so that they make one group.
    private func together(
        _ count: Int,
        _ call: @escaping @Sendable (SQLiteStore, Int) async -> StoreError?
    ) async throws -> [Int: StoreError] {
        let gate = Gate()
        let store = store
        let held = Task.immediate { try await store.write { _ in gate.pass() } }
        await gate.arrival()
        return try await withThrowingTaskGroup(of: (Int, StoreError?).self) { group in
            for number in 0..<count {
                // Immediate tasks are in the queue when this returns.
                group.addImmediateTask { (number, await call(store, number)) }
            }
            gate.open()
            try await held.value
            var errors: [Int: StoreError] = [:]
            for try await (number, error) in group { errors[number] = error }
            return errors
        }
    }

    @Test func `calls that wait together share a commit`() async throws {
        let before = store.statistics
        let errors = try await together(100) { store, number in
            await storeError { try await store.insert("film \(number)") }
        }
        #expect(errors.isEmpty)
        #expect(store.statistics.writes - before.writes == 101)
        #expect(store.statistics.commits - before.commits == 2)
        #expect(try await store.titles().count == 100)
        await store.close()
    }

    @Test func `a call that fails takes nothing of its group with it`() async throws {
        let errors = try await together(10) { store, number in
            await storeError {
                if number != 7 { return try await store.insert("film \(number)") }
                try await store.write { transaction in
                    try transaction.execute("INSERT INTO film (title) VALUES ('lost')")
                    try transaction.execute("INSERT INTO film (title) VALUES ('film 3')")
                }
            }
        }
        #expect(errors.keys.sorted() == [7])
        #expect(errors[7]?.code == .uniqueConstraint)
        #expect(store.statistics.rollbacks == 1)
        #expect(store.statistics.dividedGroups == 0)
        let kept = (0..<10).filter { $0 != 7 }.map { "film \($0)" }
        #expect(try await store.titles() == kept)
        await store.close()
    }

    @Test func `a commit that one call spoils is made again without it`() async throws {
        try await store.write {
            try $0.execute(
                """
                CREATE TABLE copy (
                    film INTEGER REFERENCES film (id) DEFERRABLE INITIALLY DEFERRED
                ) STRICT
                """
            )
        }
        let errors = try await together(10) { store, number in
            await storeError {
                if number != 4 { return try await store.insert("film \(number)") }
                try await store.write { try $0.execute("INSERT INTO copy VALUES (99)") }
            }
        }
        #expect(errors.keys.sorted() == [4])
        #expect(errors[4]?.code == .foreignKeyConstraint)
        #expect(store.statistics.dividedGroups == 1)
        #expect(try await store.titles().count == 9)
        await store.close()
    }

    @Test func `a lock of another process gives busy after the time`() async throws {
        let path = folder.file("a.sqlite")
        let other = try await SQLiteStore.open(path, options: .init { $0.busyTimeout = .zero })
        let gate = Gate()
        async let held: Void = store.write { _ in gate.pass() }
        await gate.arrival()
        let error = await storeError { try await other.insert("Alien") }
        #expect(error?.code == .busy)
        #expect(error?.isTransient == true)
        gate.open()
        try await held
        try await other.insert("Alien")
        await other.close()
        await store.close()
    }
}
