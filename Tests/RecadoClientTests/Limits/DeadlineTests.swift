// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Deadlines of calls` {
    @Test
    func `a deadline shortens the total timeout of calls`() async throws {
        let base = ScriptedTransport(.ok)
        let layer = DeadlineTransport(base)
        let clock = VirtualClock()
        try await withDeadline(.seconds(5), clock: clock) {
            _ = try await layer.send(.film())
            clock.advance(by: .seconds(2))
            _ = try await layer.send(.film(), timeouts: Timeouts(total: nil))
            _ = try await layer.send(.film(), timeouts: Timeouts(total: .seconds(1)))
            async let child = layer.send(.film())
            _ = try await child
        }
        _ = try await layer.send(.film())
        #expect(base.timeouts.map { $0.total ?? .zero } == [5, 3, 1, 3, 300].map { .seconds($0) })
    }

    @Test
    func `the earlier of two nested deadlines applies`() async throws {
        let clock = VirtualClock()
        await withDeadline(.seconds(5), clock: clock) {
            await withDeadline(.seconds(9), clock: clock) {
                #expect(Deadline.current?.remaining == .seconds(5))
            }
            await withDeadline(.seconds(2), clock: clock) {
                #expect(Deadline.current?.remaining == .seconds(2))
            }
        }
        #expect(Deadline.current == nil)
    }

    @Test
    func `no request is sent after the deadline`() async throws {
        let base = ScriptedTransport(.ok)
        let clock = VirtualClock()
        let client = try Client(base: "https://example.org", transport: base)
        let error = await withDeadline(.seconds(5), clock: clock) {
            clock.advance(by: .seconds(6))
            return await callError { () throws(CallError<Never>) in
                let _: Film = try await client.get("films/7")
            }
        }
        #expect(error?.kind == .timedOut)
        #expect(base.requests.isEmpty)
    }

    @Test
    func `the error of an exceeded deadline states how the time was spent`() async throws {
        let clock = VirtualClock(jumps: true)
        let base = SlowTransport(clock, .seconds(3), .serviceUnavailable)
        var policy = RetryPolicy()
        policy.firstDelay = .seconds(2)
        let layer = DeadlineTransport(
            RetryTransport(base, policy: policy, clock: clock, date: WallClockStub.now) { 0.5 }
        )
        let error = await withDeadline(.seconds(7), clock: clock) {
            await transportError { () throws(TransportError) in try await layer.send(.film()) }
        }
        #expect(
            error?.description == "timed out while waiting: after 3.0 seconds; "
                + "not tried again: the wait of 2 s exceeds the 0 s that are left; "
                + "the deadline's 7 s are over: "
                + "1 s between attempts, 6 s in transfers and elsewhere"
        )
    }
}

enum WallClockStub {
    static let now: @Sendable () -> HTTPDate = { HTTPDate(secondsSince1970: 784_111_777) }
}

/// A transport that takes a given time, but ends at the total timeout.
struct SlowTransport: Transport {
    let clock: VirtualClock
    let duration: Duration
    let status: Status

    init(_ clock: VirtualClock, _ duration: Duration, _ status: Status) {
        self.clock = clock
        self.duration = duration
        self.status = status
    }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let time = min(duration, timeouts.total ?? duration)
        do { try await clock.sleep(for: time) } catch { throw TransportError(.cancelled) }
        guard time < timeouts.total ?? .seconds(1000) else {
            throw TransportError(.timedOut(.waiting), "after \(time)")
        }
        return Response(status: status)
    }
}
