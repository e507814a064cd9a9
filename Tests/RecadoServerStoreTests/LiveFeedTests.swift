// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoSQLite
import RecadoStore
import Synchronization
import Testing

@testable import RecadoServerStore

/// Tests a feed that reads a value again whenever a store announces a change; the test counts the
/// reads.
@Suite(.timeLimit(.minutes(1)))
struct `A live feed of a stored value` {
    private struct Away: Error {}

    private let store: SQLiteStore
    private let source = Source()

    init() async throws { store = try await SQLiteStore.inMemory() }

    private final class Source: Sendable {
        let value = Mutex(0)
        let reads = Mutex(0)
        /// The number of streams that have received the first value.
        let begun = Mutex(0)
        let failures = Mutex(0)

        func read() throws -> Int {
            reads.withLock { $0 += 1 }
            let fails = failures.withLock { count in
                defer { count -= 1 }
                return count > 0
            }
            if fails { throw Away() }
            return value.withLock(\.self)
        }
    }

    private func feed(gathering: Duration = .milliseconds(50)) -> LiveFeed<Int> {
        LiveFeed(of: store, on: "numbers", gathering: gathering) { [source] last in
            let value = try source.read()
            return value == last ? nil : value
        }
    }

    private func set(_ value: Int) async throws {
        source.value.withLock { $0 = value }
        try await store.write { try $0.notify("numbers", "") }
    }

    @Test func `reads each new value once for a thousand subscribers`() async throws {
        let feed = feed()
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<1_000 {
                group.addTask { [source] in
                    var heard: [Int] = []
                    for await number in feed.values() {
                        heard.append(number)
                        if number == 0 { source.begun.withLock { $0 += 1 } }
                        if number == 2 { break }
                    }
                    return heard
                }
            }
            while source.begun.withLock(\.self) < 1_000 {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(source.reads.withLock(\.self) == 1)
            try await set(2)
            for try await heard in group { #expect(heard == [0, 2]) }
        }
        #expect(source.reads.withLock(\.self) == 2)
    }

    @Test func `combines rapid changes and always delivers the last one`() async throws {
        let interval = Duration.milliseconds(200)
        let (feed, start) = (feed(gathering: interval), ContinuousClock.now)
        var heard: [Int] = []
        for await number in feed.values() {
            heard.append(number)
            if number == 0 { for value in 1...100 { try await set(value) } }
            if number == 100 { break }
        }
        // The feed delivers the first value, and then at most two values in each interval: one at
        // the beginning and one at the end.
        let most = 3 + 2 * Int(start.duration(to: .now) / interval)
        #expect(heard.first == 0 && heard.last == 100 && heard.count <= most)
        #expect(source.reads.withLock(\.self) <= most)
    }

    @Test func `continues its streams after failed reads`() async throws {
        let feed = feed()
        var heard: [Int] = []
        for await number in feed.values() {
            heard.append(number)
            if number == 0 {
                source.failures.withLock { $0 = 2 }
                try await set(7)
            }
            if number == 7 { break }
        }
        #expect(heard == [0, 7])
        #expect(source.reads.withLock(\.self) == 4)
    }

    @Test func `reads the value again for a subscriber after all others have left`() async throws {
        let feed = feed()
        for value in [3, 4] {
            try await set(value)
            for await number in feed.values() {
                #expect(number == value)
                break
            }
        }
    }

    @Test func `ends when its store closes, even for later subscribers`() async throws {
        let feed = feed()
        let follower = Task { await feed.values().reduce(into: []) { $0.append($1) } }
        while source.reads.withLock(\.self) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await store.close()
        #expect(await follower.value == [0])
        for await number in feed.values() { Issue.record("\(number)") }
    }

    @Test func `ends the stream of a cancelled task`() async throws {
        let feed = feed()
        let follower = Task { await feed.values().reduce(into: []) { $0.append($1) } }
        while source.reads.withLock(\.self) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        follower.cancel()
        #expect(await follower.value.count <= 1)
    }

    @Test func `sends clients different reconnection delays`() async throws {
        var beginnings: Set<String> = []
        for _ in 0..<8 {
            let content = feed().events().content(in: .json)
            var pieces = content.pieces.makeAsyncIterator()
            let first = try await pieces.next() ?? []
            beginnings.insert(String(decoding: first, as: UTF8.self))
        }
        #expect(beginnings.count > 1)
        #expect(beginnings.allSatisfy { $0.hasPrefix("retry: ") })
    }
}
