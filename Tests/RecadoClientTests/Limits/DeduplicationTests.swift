// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Sharing of identical requests` {
    @Test
    func `100 identical requests are sent once`() async throws {
        let base = HeldTransport { Content(reading: OnceSource([1], [2, 3])) }
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        let contents = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await layer.send(.film()).content.collect(upTo: 9)
                }
            }
            await until { layer.callerCount(.film()) == 100 && base.heldCount == 1 }
            base.release("/films/7")
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(contents == Array(repeating: [1, 2, 3], count: 100))
        #expect(base.begun.count == 1)
        #expect(layer.callerCount(.film()) == 0)
    }

    static let others: [Request] = [
        .film(.get, "/films/8"), .film(.head), .film(host: "example.com"),
        .film(fields: [.authorization: "Bearer other"]),
    ]

    @Test(arguments: others.indices)
    func `different requests are sent separately`(_ index: Int) async throws {
        let base = HeldTransport()
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        let other = Self.others[index]
        async let one = layer.send(.film())
        async let two = layer.send(other)
        await until { base.heldCount == 2 }
        base.release("/films/7")
        base.release(other.target)
        _ = try await (one, two)
    }

    @Test
    func `unsafe requests are not shared`() async throws {
        let base = HeldTransport()
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        async let one = layer.send(.film(.put))
        async let two = layer.send(.film(.put))
        await until { base.heldCount == 2 }
        base.release("/films/7")
        base.release("/films/7")
        _ = try await (one, two)
    }

    @Test
    func `cancelling the first caller does not cancel the shared request`() async throws {
        let base = HeldTransport()
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        let first = Task { await Self.error(layer) }
        await until { base.heldCount == 1 }
        let second = Task { try await layer.send(.film()) }
        await until { layer.callerCount(.film()) == 2 }
        first.cancel()
        #expect(await first.value?.kind == .cancelled)
        #expect(base.heldCount == 1)
        base.release("/films/7")
        #expect(try await second.value.status == .ok)
    }

    @Test
    func `cancelling all callers cancels the shared request`() async throws {
        let base = HeldTransport()
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        let tasks = (0..<3).map { _ in Task { await Self.error(layer) } }
        await until { layer.callerCount(.film()) == 3 && base.heldCount == 1 }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value?.kind == .cancelled) }
        await until { base.heldCount == 0 }
        #expect(layer.callerCount(.film()) == 0)
    }

    @Test
    func `callers send their own requests if the content exceeds the limit`() async throws {
        let base = HeldTransport { Content(reading: OnceSource([1, 2], [3, 4], [5])) }
        let layer = DeduplicationTransport(base, contentLimit: 3, clock: VirtualClock())
        async let one = layer.send(.film()).content.collect(upTo: 9)
        async let two = layer.send(.film()).content.collect(upTo: 9)
        await until { layer.callerCount(.film()) == 2 && base.heldCount == 1 }
        base.release("/films/7")
        await until { base.heldCount == 1 && base.begun.count == 2 }
        base.release("/films/7")
        let contents = try await [one, two]
        #expect(contents == [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]])
    }

    @Test
    func `an event stream is passed on before its end`() async throws {
        let base = HeldTransport([.contentType: "text/event-stream; charset=utf-8"]) {
            Content(reading: EndlessSource())
        }
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        let answer = Task { try await layer.send(.film()) }
        await until { base.heldCount == 1 }
        base.release("/films/7")
        let source = try await answer.value.content.makeSource()
        #expect(try await source.next() == [1])
        #expect(try await source.next() == [1])
    }

    /// A source that never ends.
    private final class EndlessSource: ContentSource {
        var length: Int? { nil }
        func next() async throws -> [UInt8]? { [1] }
    }

    @Test
    func `each caller has its own timeout`() async throws {
        let base = HeldTransport()
        let clock = VirtualClock()
        let layer = DeduplicationTransport(base, clock: clock)
        let patient = Task { try await layer.send(.film(), timeouts: Timeouts(total: .seconds(9))) }
        let hasty = Task { await Self.error(layer, .seconds(1)) }
        await clock.sleepers(2)
        await until { base.heldCount == 1 }
        clock.advance(by: .seconds(1))
        #expect(await hasty.value?.kind == .timedOut(.waiting))
        base.release("/films/7")
        _ = try await patient.value
    }

    @Test
    func `the total timeout of one caller does not end the calls of others`() async throws {
        let clock = VirtualClock()
        let base = TimingTransport(clock)
        let layer = DeduplicationTransport(base, clock: clock)
        let hasty = Task { await Self.error(layer, .seconds(1)) }
        await until { base.timeouts.count == 1 }
        let patient = (0..<2).map { _ in
            Task { try await layer.send(.film(), timeouts: Timeouts(total: .seconds(9))) }
        }
        await until { layer.callerCount(.film()) == 3 }
        await clock.sleepers(4)
        clock.advance(by: .seconds(1))
        let phases: [TransportError.Kind] = [.timedOut(.waiting), .timedOut(.receiving)]
        #expect(await hasty.value.map { phases.contains($0.kind) } == true)
        // The callers that have time left share another transfer.
        await until { base.timeouts.count == 2 && layer.callerCount(.film()) == 2 }
        base.gate.release("/films/7")
        for task in patient { #expect(try await task.value.status == .ok) }
        #expect(base.timeouts.map(\.total) == [.seconds(1), .seconds(8)])
    }

    @Test
    func `callers with different connect or idle timeouts do not share`() async throws {
        let base = HeldTransport()
        let layer = DeduplicationTransport(base, clock: VirtualClock())
        let all = [Timeouts(), Timeouts(connect: .seconds(1)), Timeouts(idle: .seconds(1))]
        let tasks = all.map { timeouts in
            Task { try await layer.send(.film(), timeouts: timeouts) }
        }
        await until { base.heldCount == 3 }
        for _ in all { base.release("/films/7") }
        for task in tasks { #expect(try await task.value.status == .ok) }
    }

    @Test
    func `the caller's total timeout applies to content that is read later`() async throws {
        let base = HeldTransport([.contentType: "text/event-stream"]) {
            Content(reading: SilentSource())
        }
        let clock = VirtualClock()
        let layer = DeduplicationTransport(base, clock: clock)
        let answer = Task {
            try await layer.send(.film(), timeouts: Timeouts(total: .seconds(5)))
        }
        await until { base.heldCount == 1 }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        base.release("/films/7")
        let source = try await answer.value.content.makeSource()
        #expect(try await source.next() == [1])
        let piece = Task { try await source.next() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        let error = await #expect(throws: TransportError.self) { try await piece.value }
        #expect(error?.kind == .timedOut(.receiving))
    }

    /// A source that brings one byte, and nothing more until its reader is cancelled.
    private final class SilentSource: ContentSource {
        private let isFirst = Mutex(true)
        var length: Int? { nil }

        func next() async throws -> [UInt8]? {
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { return [1] }
            try await Task.sleep(for: .seconds(3_600))
            return nil
        }
    }

    /// A transport that records the timeouts it gets; its first transfer lasts until its timeout.
    private final class TimingTransport: Transport {
        let gate = HeldTransport()
        private let clock: VirtualClock
        private let given = Mutex<[Timeouts]>([])

        init(_ clock: VirtualClock) { self.clock = clock }

        var timeouts: [Timeouts] { given.withLock { $0 } }

        func send(_ request: Request, timeouts: Timeouts) async throws(TransportError) -> Response {
            let isFirst = given.withLock { given in
                given.append(timeouts)
                return given.count == 1
            }
            guard isFirst else { return try await gate.send(request, timeouts: timeouts) }
            try? await clock.sleep(for: timeouts.total ?? .zero)
            throw TransportError(.timedOut(.receiving))
        }
    }

    private static func error(
        _ layer: DeduplicationTransport,
        _ total: Duration? = nil
    ) async -> TransportError? {
        await transportError { () throws(TransportError) in
            try await layer.send(.film(), timeouts: Timeouts(total: total))
        }
    }
}
