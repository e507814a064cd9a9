// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Rate limits` {
    static func layer(
        _ base: any Transport,
        _ limit: RateLimit?,
        _ clock: VirtualClock
    ) -> RateLimitTransport {
        RateLimitTransport(base, limit: limit, clock: clock) {
            HTTPDate(secondsSince1970: 784_111_777)
        }
    }

    @Test
    func `five requests are sent at once and the others at even intervals`() async throws {
        let clock = VirtualClock(jumps: true)
        let layer = Self.layer(ScriptedTransport(.ok), RateLimit(5, per: .seconds(10)), clock)
        for _ in 0..<8 { _ = try await layer.send(.film()) }
        #expect(clock.sleeps == [.seconds(2), .seconds(2), .seconds(2)])
    }

    @Test
    func `the limit applies per host or to the whole client`() async throws {
        for (scope, sleeps) in [(RateLimit.Scope.host, 0), (.client, 1)] {
            let clock = VirtualClock(jumps: true)
            let limit = RateLimit(1, per: .seconds(1), scope: scope)
            let layer = Self.layer(ScriptedTransport(.ok), limit, clock)
            _ = try await layer.send(.film())
            _ = try await layer.send(.film(host: "example.com"))
            #expect(clock.sleeps.count == sleeps)
        }
    }

    @Test
    func `waiting requests are sent in order`() async throws {
        let clock = VirtualClock()
        let base = ScriptedTransport(.ok)
        let layer = Self.layer(base, RateLimit(1, per: .seconds(1)), clock)
        _ = try await layer.send(.film(.get, "/0"))
        await withTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                group.addTask { _ = try? await layer.send(.film(.get, "/\(number)")) }
                if number == 1 { await clock.sleepers(1) }
                await until { layer.waitingCount("https://example.org") == number - 1 }
            }
            for number in 1...4 {
                // The first waiting request sleeps until it gets its token; every other request
                // sleeps until its timeout.
                await clock.sleepers(5 - number)
                clock.advance(by: .seconds(1))
                await until { base.requests.count == number + 1 }
            }
        }
        #expect(base.requests.map(\.target) == ["/0", "/1", "/2", "/3", "/4"])
    }

    @Test
    func `a cancelled request leaves the queue`() async throws {
        let clock = VirtualClock()
        let base = ScriptedTransport(.ok)
        let layer = Self.layer(base, RateLimit(1, per: .seconds(1)), clock)
        _ = try await layer.send(.film())
        let first = Task { await Self.error(layer, "/first") }
        await clock.sleepers(1)
        let second = Task { await Self.error(layer, "/second") }
        await clock.sleepers(2)
        let third = Task { try await layer.send(.film(.get, "/third")) }
        await clock.sleepers(3)
        second.cancel()
        #expect(await second.value?.kind == .cancelled)
        first.cancel()
        #expect(await first.value?.description == "cancelled: while waiting for a rate limit")
        await until { layer.waitingCount("https://example.org") == 0 }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        _ = try await third.value
        #expect(base.requests.map(\.target) == ["/films/7", "/third"])
    }

    private static func error(
        _ layer: RateLimitTransport,
        _ target: String
    ) async -> TransportError? {
        await transportError { () throws(TransportError) in
            try await layer.send(.film(.get, target))
        }
    }

    @Test
    func `a wait longer than the remaining time fails at once`() async throws {
        let clock = VirtualClock(jumps: true)
        let layer = Self.layer(ScriptedTransport(.ok), RateLimit(1, per: .seconds(10)), clock)
        _ = try await layer.send(.film())
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film(), timeouts: Timeouts(total: .seconds(3)))
        }
        #expect(
            error?.description == "timed out while connecting: "
                + "the rate limit asks to wait 10 s, 3 s are left"
        )
        #expect(clock.sleeps.isEmpty)
    }

    static let lessons: [(Status, Fields, Int?)] = [
        (.tooManyRequests, [.retryAfter: "4"], 4),
        (.serviceUnavailable, [.retryAfter: "4"], 4),
        (.ok, ["RateLimit": #""a";r=0;t=3"#], 3),
        (.ok, ["RateLimit": #""a";r=2;t=3"#], nil),
        (.ok, [.retryAfter: "4"], nil),
        (.tooManyRequests, [:], nil),
        (.tooManyRequests, [.retryAfter: "99999"], 600),
    ]

    @Test(arguments: lessons)
    func `Retry-After and RateLimit fields delay every request to the server`(
        status: Status,
        fields: Fields,
        seconds: Int?
    ) async throws {
        let clock = VirtualClock(jumps: true)
        let base = ScriptedTransport([
            .success(Response(status: status, fields: fields)), .success(Response(status: .ok)),
        ])
        let layer = Self.layer(base, nil, clock)
        for _ in 0..<3 { _ = try await layer.send(.film(), timeouts: Timeouts(total: nil)) }
        #expect(clock.sleeps == (seconds.map { [.seconds($0)] } ?? []))
        _ = try await layer.send(.film(host: "example.com"))
        #expect(clock.sleeps.count == (seconds == nil ? 0 : 1))
    }
}
