// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoSQLite
import RecadoStore
import Synchronization
import Testing

/// Blocks a thread of a store until the test opens the gate.
private final class Gate: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let permission = DispatchSemaphore(value: 0)

    /// Waits for the gate to open; the store's thread calls this.
    func pass() {
        arrivals.signal()
        permission.wait()
    }

    /// Waits, without blocking a thread of the task, until the store's thread has reached the gate.
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

    @Test func `a read that has waited too long for a reader is refused`() async throws {
        let options = SQLiteStore.Options { options in
            (options.readers, options.waitingTimeout) = (1, .milliseconds(50))
        }
        let store = try await SQLiteStore.open(folder.file("b.sqlite"), options: options)
        let gate = Gate()
        async let slow = storeError { try await store.read { _ in gate.pass() } }
        await gate.arrival()
        async let waiting = storeError { _ = try await store.titles() }
        try await Task.sleep(for: .milliseconds(200))
        gate.open()
        #expect(await slow == nil)
        #expect(await waiting?.code == .overloaded)
        await #expect(storeError { _ = try await store.titles() }?.code != .overloaded)
        await store.close()
    }

    /// Makes calls that all wait while another call blocks the writer, so that they become one
    /// group.
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
                // Immediate tasks run until they wait, so the call is queued when this returns.
                group.addImmediateTask { (number, await call(store, number)) }
            }
            gate.open()
            try await held.value
            var errors: [Int: StoreError] = [:]
            for try await (number, error) in group { errors[number] = error }
            return errors
        }
    }

    @Test func `writes that wait together share a commit`() async throws {
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

    @Test func `a failed write does not affect the other writes of its group`() async throws {
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

    @Test func `a commit that fails because of one write is repeated without it`() async throws {
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

    /// Blocks the only reader of a store, and runs `wait` to make others wait for it.
    private func whileReaderIsHeld<Waiting>(
        _ wait: (SQLiteStore) -> Waiting
    ) async throws -> (store: SQLiteStore, waiting: Waiting) {
        let path = folder.file("a.sqlite")
        let store = try await SQLiteStore.open(path, options: .init { $0.readers = 1 })
        let gate = Gate()
        let held = Task.immediate {
            try await store.read { (_: borrowing Transaction<Never>) in gate.pass() }
        }
        await gate.arrival()
        let waiting = wait(store)
        gate.open()
        try await held.value
        return (store, waiting)
    }

    /// Makes reads that wait together, then adds a title, and reads the titles again.
    ///
    /// - Returns: The number of titles in each of the first reads, the titles at the end, and the
    ///   store's statistics.
    private func readTogether(
        _ count: Int,
        cancelling cancelled: Int? = nil
    ) async throws -> (before: [Int?], after: [String], statistics: SQLiteStore.Statistics) {
        let (store, readers) = try await whileReaderIsHeld { store in
            let readers = (0..<count).map { _ in
                Task.immediate { try await store.titles().count }
            }
            if let cancelled { readers[cancelled].cancel() }
            return readers
        }
        var counts: [Int?] = []
        for reader in readers { counts.append(try? await reader.value) }
        try await store.insert("Alien")
        let titles = try await store.titles()
        let statistics = store.statistics
        await store.close()
        return (counts, titles, statistics)
    }

    @Test
    func `waiting reads share a snapshot, and later reads see later commits`() async throws {
        let outcome = try await readTogether(100)
        #expect(outcome.before == Array(repeating: 0, count: 100))
        #expect(outcome.after == ["Alien"])
        #expect(outcome.statistics.reads == 102)
        // One snapshot for the read that blocked the reader, one for the 100 reads that waited, and
        // one for the last read.
        #expect(outcome.statistics.snapshots == 3)
    }

    @Test func `a read cancelled in the queue does not affect the shared snapshot`() async throws {
        let outcome = try await readTogether(3, cancelling: 1)
        #expect(outcome.before == [0, nil, 0])
        #expect(outcome.statistics.reads == 4)
        #expect(outcome.statistics.snapshots == 3)
    }

    @Test func `a failed read does not affect the shared snapshot`() async throws {
        let (store, (first, broken, last)) = try await whileReaderIsHeld { store in
            (
                Task.immediate { try await store.titles() },
                Task.immediate {
                    await storeError {
                        try await store.read {
                            try $0.execute("INSERT INTO film (title) VALUES ('x')")
                        }
                    }
                },
                Task.immediate { try await store.titles() }
            )
        }
        #expect(try await first.value == [])
        #expect(await broken.value?.code == .readOnly)
        #expect(try await last.value == [])
        #expect(store.statistics.snapshots == 2)
        await store.close()
    }

    @Test func `an acknowledged commit is visible to every later read`() async throws {
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        let title = "film \(number)-\(round)"
                        try await store.insert(title)
                        #expect(try await store.titles().contains(title))
                    }
                }
            }
            try await group.waitForAll()
        }
        await store.close()
    }

    @Test func `a lock of another store causes a busy error after the timeout`() async throws {
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
