// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoWire
import Testing

@Suite struct Pollers {
    /// The two ends of a connection.
    private struct Pair: ~Copyable {
        let near: Socket
        let far: Socket

        init() throws {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
            try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
            near = Socket(owning: ends[0])
            far = Socket(owning: ends[1])
        }
    }

    private let poller: Poller

    init() throws {
        poller = try Poller()
    }

    private func events(within milliseconds: Int32 = 0) -> [PollerEvent] {
        var space = Poller.Space()
        var events: [PollerEvent] = []
        poller.wait(milliseconds: milliseconds, space: &space, into: &events)
        return events
    }

    @Test func `report no events of a connection while they are switched off for it`() throws {
        let pair = try Pair()
        let near = pair.near.descriptor
        #expect(poller.add(connection: near, token: 7))
        #expect(events(within: 1_000).map(\.isWritable) == [true])
        #expect(poller.report(false, changesOf: near, token: 7))
        #expect(pair.far.send([1], from: 0, isLast: true) == .bytes(1))
        #expect(events().isEmpty)
        #expect(poller.report(true, changesOf: near, token: 8))
        let found = events(within: 1_000)
        #expect(found.map(\.token) == [8])
        #expect(found.map(\.isReadable) == [true])
        #expect(found.map(\.isWritable) == [true])
        #expect(events().isEmpty)
    }

    @Test func `report no events of a removed connection`() throws {
        let pair = try Pair()
        #expect(poller.add(connection: pair.near.descriptor, token: 7))
        poller.remove(pair.near.descriptor)
        #expect(events().isEmpty)
        #expect(!poller.report(true, changesOf: pair.near.descriptor, token: 7))
        #expect(poller.add(connection: pair.near.descriptor, token: 9))
        #expect(events(within: 1_000).map(\.token) == [9])
    }

    @Test func `report that the peer has closed its side`() throws {
        let pair = try Pair()
        #expect(poller.add(connection: pair.near.descriptor, token: 7))
        pair.far.finishSending()
        let found = events(within: 1_000)
        #expect(found.map(\.hasEnded) == [true])
        #expect(found.map(\.hasFailed) == [false])
    }

    @Test func `report each change of a connection once`() throws {
        let pair = try Pair()
        #expect(poller.add(connection: pair.near.descriptor, token: 1))
        #expect(events(within: 1_000).map(\.isWritable) == [true])
        #expect(events().isEmpty)
        _ = pair.far.send([1], from: 0, isLast: true)
        #expect(events(within: 1_000).map(\.isReadable) == [true])
        #expect(events().isEmpty)
    }

    @Test func `can be woken by another thread`() throws {
        let wakeup = poller.wakeup
        try LoopThread.start { wakeup.wake() }
        #expect(events(within: 10_000).isEmpty)
        // The wake-up has been consumed, so the next wait takes its full time.
        let clock = ContinuousClock()
        #expect(clock.measure { _ = events(within: 20) } >= .milliseconds(19))
    }

    @Test func `a wakeup before the wait is not lost`() throws {
        let wakeup = try Wakeup()
        wakeup.wake()
        wakeup.wake()
        wakeup.wait()
        try LoopThread.start { wakeup.wake() }
        wakeup.wait()
    }
}
