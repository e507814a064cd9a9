// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads
import Synchronization
import Testing

@testable import RecadoSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension SQLiteStore {
    fileprivate func count() async throws -> Int {
        try await read { try $0.value("SELECT count(*) FROM film", as: Int.self) } ?? 0
    }

    /// Reads a number, and returns whether an event loop ran the read.
    fileprivate func readsOnLoop() async throws -> Bool {
        let before = statistics.readsOnLoops
        _ = try await count()
        return statistics.readsOnLoops > before
    }

    /// Reads until an event loop has run 200 reads in a row.
    fileprivate func warmUp() async throws {
        var row = 0
        for _ in 1...20_000 {
            row = try await readsOnLoop() ? row + 1 : 0
            if row == 200 { return }
        }
        throw Failed(what: "read on the loop")
    }
}

/// Tries a condition up to twenty times, as a busy machine may interrupt an event loop at any time.
private func comesTrue(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 1...20 {
        if try await condition() { return true }
    }
    return false
}

/// Records for each run of a closure whether it ran on an event loop.
private final class Runs: Sendable {
    private let runs = Mutex<[Bool]>([])

    var areOnLoop: [Bool] { runs.withLock(\.self) }

    func note() { runs.withLock { $0.append(ThreadTurns.current != nil) } }
}

@Suite(.timeLimit(.minutes(1)))
struct `Reads requested by an event loop` {
    private let folder: Folder
    private let store: SQLiteStore

    init() async throws {
        folder = try Folder()
        let options = SQLiteStore.Options {
            // A read counts as short up to this limit, which is high so that a slow machine does
            // not matter.
            $0.shortRead = 1_000_000
            // No checkpoint, as the writer would take locks that a test takes.
            $0.checkpointDelay = .seconds(3_600)
        }
        store = try await SQLiteStore.open(folder.file("a.sqlite"), options: options)
        try await store.migrate([filmTable])
    }

    @Test func `run on the loop after reads of the same kind were short`() async throws {
        #expect(try await TestLoop.run { try await store.readsOnLoop() } == false)
        try await TestLoop.run {
            try await store.warmUp()
        }
        // This thread is no event loop: its reads still run on the store's threads.
        #expect(try await store.readsOnLoop() == false)
        await store.close()
    }

    @Test func `share a snapshot if they are requested in one turn of the loop`() async throws {
        try await TestLoop.run {
            let isShared = try await comesTrue {
                try await store.warmUp()
                let before = store.statistics
                try await withThrowingTaskGroup { group in
                    for _ in 1...5 { group.addTask { _ = try await store.readsOnLoop() } }
                    try await group.waitForAll()
                }
                let after = store.statistics
                return after.readsOnLoops == before.readsOnLoops + 5
                    && after.snapshots < before.snapshots + 5
            }
            #expect(isShared)
        }
        await store.close()
    }

    @Test func `see every commit acknowledged before them`() async throws {
        try await TestLoop.run {
            var readsOnLoop = 0
            for number in 1...50 {
                try await store.warmUp()
                try await store.insert("Film \(number)")
                let before = store.statistics.readsOnLoops
                try await withThrowingTaskGroup { group in
                    for _ in 1...5 { group.addTask { try await store.count() } }
                    for try await count in group { #expect(count == number) }
                }
                readsOnLoop += store.statistics.readsOnLoops - before
            }
            #expect(readsOnLoop > 0)
        }
        await store.close()
    }

    @Test func `are served if they were requested before the store closed`() async throws {
        try await TestLoop.run {
            try await store.warmUp()
            // The loop's turn continues until this task waits.
            let read = Task.immediate { try await store.count() }
            let close = Task.immediate { await store.close() }
            #expect(try await read.value == 0)
            await close.value
        }
        #expect(folder.names == ["a.sqlite"])
    }

    @Test func `can start further reads`() async throws {
        try await TestLoop.run {
            try await store.warmUp()
            let inner = Mutex<Task<Bool, any Error>?>(nil)
            let outer = try await store.read { transaction in
                inner.withLock { $0 = Task.immediate { try await store.readsOnLoop() } }
                return try transaction.value("SELECT count(*) FROM film", as: Int.self)
            }
            let task = inner.withLock { $0 }
            let hasRead: Bool? = try await task?.value
            #expect(hasRead != nil)
            #expect(outer == 0)
        }
        await store.close()
    }

    @Test func `run on threads if the open files have been replaced`() async throws {
        for ending in ["", "-wal", "-shm"] {
            let (path, other) = (folder.file("a.sqlite" + ending), folder.file("b.sqlite" + ending))
            try #require(unsafe rename(path, other) == 0)
        }
        let other = try await SQLiteStore.open(folder.file("a.sqlite"))
        try await other.migrate([filmTable])
        try await other.insert("Alien")
        try await TestLoop.run {
            for _ in 1...500 {
                let count = try await store.count()
                #expect(count == 0)
            }
        }
        #expect(store.statistics.readsOnLoops == 0)
        await other.close()
        await store.close()
    }

    /// Reads a sum that takes longer than a loop allows, and returns for each attempt whether it
    /// was made on a loop.
    private func runsOfLongRead() async throws -> [Bool] {
        let runs = Runs()
        let before = store.statistics
        let sum = try await store.read { transaction in
            runs.note()
            return try transaction.value(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number \
                WHERE n < 100000) SELECT sum(n) FROM number
                """,
                as: Int.self
            )
        }
        #expect(sum == 5_000_050_000)
        #expect(store.statistics.readsOnLoops == before.readsOnLoops)
        #expect(store.statistics.reads == before.reads + 1)
        return runs.areOnLoop
    }

    @Test func `move to a thread if their statement takes long`() async throws {
        try await TestLoop.run {
            let isStopped = try await comesTrue {
                try await store.warmUp()
                return try await runsOfLongRead() == [true, false]
            }
            #expect(isStopped)
        }
        await store.close()
    }

    @Test func `run on threads again after a read of the same kind was slow`() async throws {
        try await TestLoop.run {
            try await store.warmUp()
            _ = try await store.read { transaction in
                usleep(100_000)
                return try transaction.value("SELECT count(*) FROM film", as: Int.self)
            }
            #expect(try await store.readsOnLoop() == false)
            // One slow read does not keep this kind of read off the loop for ever.
            try await store.warmUp()
        }
        await store.close()
    }

    @Test func `do not block the loop while another process holds a lock`() async throws {
        try await TestLoop.run {
            let goesOn = try await comesTrue {
                let runs = Runs()
                try await store.warmUp()
                let recovery = try Recovery(of: folder.file("a.sqlite-shm"))
                async let count = store.read { transaction in
                    runs.note()
                    return try transaction.value("SELECT count(*) FROM film", as: Int.self)
                }
                while runs.areOnLoop.last != false {
                    try await Task.sleep(for: .milliseconds(1))
                }
                recovery.end()
                #expect(try await count == 0)
                return runs.areOnLoop == [true, false]
            }
            #expect(goesOn)
        }
        await store.close()
    }

    @Test func `are not run if they are cancelled in the same turn`() async throws {
        let runs = Runs()
        try await TestLoop.run {
            try await store.warmUp()
            let read = Task.immediate {
                try await store.read { transaction in
                    runs.note()
                    return try transaction.value("SELECT count(*) FROM film", as: Int.self)
                }
            }
            read.cancel()
            #expect(await storeError { try await read.value }?.code == .cancelled)
        }
        #expect(runs.areOnLoop.isEmpty)
        await store.close()
    }

    @Test func `fail once the store is closed, which leaves no file open`() async throws {
        try await TestLoop.run {
            try await store.warmUp()
            await store.close()
            #expect(await storeError { try await store.readsOnLoop() }?.code == .closed)
        }
        #expect(folder.names == ["a.sqlite"])
    }
}

/// Acts like another process that rebuilds the index of the log, as after a crash.
///
/// It holds the locks for writing and for recovery (walformat.html §2.3), and makes the index's
/// header invalid.
private struct Recovery {
    /// The value of `F_OFD_SETLK` in <fcntl.h>, which Swift does not import.
    #if canImport(Darwin)
    private static let command: Int32 = 90
    #else
    private static let command: Int32 = 37
    #endif

    private let file: Int32

    init(of path: String) throws {
        file = unsafe open(path, O_RDWR)
        guard file >= 0, lock(F_WRLCK) else { throw Failed(what: "lock \(path)") }
        let zeros = [UInt8](repeating: 0, count: 96)
        guard unsafe pwrite(file, zeros, zeros.count, 0) == zeros.count else {
            throw Failed(what: "write \(path)")
        }
    }

    func end() {
        _ = lock(F_UNLCK)
    }

    /// Sets locks that belong to the open file, so that they also work within one process.
    private func lock(_ type: Int32) -> Bool {
        for byte in [120, 122] {
            var lock = flock()
            lock.l_type = Int16(type)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = off_t(byte)
            lock.l_len = 1
            guard unsafe fcntl(file, Self.command, &lock) == 0 else { return false }
        }
        return true
    }
}
