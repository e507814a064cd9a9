// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

/// A transport that holds back its responses until the test releases them.
final class HeldTransport: Transport {
    private struct State {
        var begun: [String] = []
        var held: [(target: String, continuation: CheckedContinuation<Bool, Never>)] = []
        var cancelled: Set<String> = []
    }

    private let state = Mutex(State())
    private let fields: Fields
    private let makeContent: @Sendable () -> Content

    init(
        _ fields: Fields = [:],
        content: @escaping @Sendable () -> Content = { Content("film") }
    ) {
        self.fields = fields
        makeContent = content
    }

    /// The targets of the requests so far, in order.
    var begun: [String] { state.withLock { $0.begun } }
    var heldCount: Int { state.withLock { $0.held.count } }

    func release(_ target: String) {
        let held = state.withLock { state in
            state.held.firstIndex { $0.target == target }.map { state.held.remove(at: $0) }
        }
        held?.continuation.resume(returning: true)
    }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let target = request.target
        let isAnswered = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    state.begun.append(target)
                    if state.cancelled.contains(target) { return true }
                    state.held.append((target, continuation))
                    return false
                }
                if isCancelled { continuation.resume(returning: false) }
            }
        } onCancel: {
            let held = state.withLock { state in
                state.cancelled.insert(target)
                return state.held.firstIndex { $0.target == target }.map {
                    state.held.remove(at: $0)
                }
            }
            held?.continuation.resume(returning: false)
        }
        guard isAnswered else { throw TransportError(.cancelled) }
        return Response(status: .ok, fields: fields, content: makeContent())
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Concurrency limits` {
    static let origin = "https://example.org"

    @Test
    func `requests above the limit wait and are sent in order`() async throws {
        let base = HeldTransport()
        let layer = ConcurrencyLimitTransport(base, perHost: 2, clock: VirtualClock())
        await withTaskGroup(of: Void.self) { group in
            for number in 1...5 {
                group.addTask { _ = try? await layer.send(.film(.get, "/\(number)")) }
                await until { base.begun.count + layer.waitingCount(Self.origin) == number }
            }
            #expect(base.begun == ["/1", "/2"])
            for number in 1...5 {
                base.release("/\(number)")
                let count = min(number + 2, 5)
                await until { base.begun.count == count }
                #expect(base.heldCount <= 2)
            }
        }
        #expect(base.begun == ["/1", "/2", "/3", "/4", "/5"])
    }

    @Test
    func `each host has its own limit`() async throws {
        let base = HeldTransport()
        let layer = ConcurrencyLimitTransport(base, perHost: 1, clock: VirtualClock())
        async let one = layer.send(.film(.get, "/1"))
        async let other = layer.send(.film(.get, "/2", host: "example.com"))
        await until { base.begun.count == 2 }
        base.release("/1")
        base.release("/2")
        _ = try await (one, other)
    }

    @Test
    func `a cancelled request leaves the queue`() async throws {
        let base = HeldTransport()
        let layer = ConcurrencyLimitTransport(base, perHost: 1, clock: VirtualClock())
        let first = Task { try await layer.send(.film(.get, "/1")) }
        await until { base.heldCount == 1 }
        let second = Task {
            await transportError { () throws(TransportError) in
                try await layer.send(.film(.get, "/2"))
            }
        }
        await until { layer.waitingCount(Self.origin) == 1 }
        second.cancel()
        #expect(await second.value?.description == "cancelled: while waiting in a queue")
        #expect(layer.waitingCount(Self.origin) == 0)
        base.release("/1")
        _ = try await first.value
        async let third = layer.send(.film(.get, "/3"))
        await until { base.begun.last == "/3" }
        base.release("/3")
        _ = try await third
    }

    @Test
    func `a cancelled transfer lets the next request start`() async throws {
        let base = HeldTransport()
        let layer = ConcurrencyLimitTransport(base, perHost: 1, clock: VirtualClock())
        let first = Task { try await layer.send(.film(.get, "/1")) }
        await until { base.heldCount == 1 }
        async let second = layer.send(.film(.get, "/2"))
        await until { layer.waitingCount(Self.origin) == 1 }
        first.cancel()
        await until { base.begun.last == "/2" }
        base.release("/2")
        _ = try await second
    }

    @Test
    func `a request that waits too long times out`() async throws {
        let base = HeldTransport()
        let clock = VirtualClock()
        let layer = ConcurrencyLimitTransport(base, perHost: 1, clock: clock)
        let first = Task { try await layer.send(.film(.get, "/1")) }
        await until { base.heldCount == 1 }
        let second = Task {
            await transportError { () throws(TransportError) in
                try await layer.send(.film(), timeouts: Timeouts(total: .seconds(5)))
            }
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        let error = await second.value
        #expect(error?.description == "timed out while connecting: while waiting in a queue")
        base.release("/1")
        _ = try await first.value
    }

    @Test
    func `a transfer counts as running until its content is read or released`() async throws {
        let base = HeldTransport { Content(reading: OnceSource([1], [2])) }
        let layer = ConcurrencyLimitTransport(base, perHost: 1, clock: VirtualClock())
        var answers: [Response] = []
        for number in 1...3 {
            let task = Task { try await layer.send(.film(.get, "/\(number)")) }
            if number > 1 {
                await until { layer.waitingCount(Self.origin) == 1 }
                #expect(base.begun.count == number - 1)
                let answer = answers.removeLast()
                if number == 2 { _ = try await answer.content.collect(upTo: 9) }
            }
            await until { base.begun.count == number }
            base.release("/\(number)")
            answers.append(try await task.value)
        }
    }
}
