// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServerStore
import Testing

/// Tests the state about requests that two servers share by a database.
@Suite(.timeLimit(.minutes(1))) struct `Request state shared in a database` {
    @Test(arguments: Shared.kinds)
    func `two servers count the requests of a client in one quota`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let stores = [
            PersistentRateLimitStore(shared.one, clock: shared.clock),
            PersistentRateLimitStore(shared.other, clock: shared.clock),
        ]
        let quota = Quota(20, per: .seconds(20))
        let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask { try await stores[number % 2].take("a", quota).isGranted }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(granted == 20)
        #expect(try await stores[0].take("b", quota).remaining == 19)
        shared.pass(1)
        let next = try await stores[1].take("a", quota)
        #expect(next.isGranted)
        #expect(next.remaining == 0)
        shared.pass(100)
        #expect(try await stores[0].sweep() == 2)
        #expect(try await stores[1].take("a", quota).remaining == 19)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `only one of two servers executes requests with the same idempotency key`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let stores = [
            PersistentIdempotencyStore(shared.one, clock: shared.clock),
            PersistentIdempotencyStore(shared.other, clock: shared.clock),
        ]
        let claims = try await withThrowingTaskGroup(of: IdempotencyClaim?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    if case .first(let claim) = try await stores[number % 2].begin("k", [1]) {
                        claim
                    } else {
                        nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(claims.count == 1)
        let claim = try #require(claims.first)
        let response = Response(
            status: .created,
            fields: [.contentType: "application/json", .location: "/a\u{E9}/1"],
            content: Content([0, 255, 7])
        )
        let answer = try #require(StoredResponse(response))
        try await stores[0].finish("k", claim, answer)
        guard case .answered(let kept) = try await stores[1].begin("k", [1]) else {
            return #expect(Bool(false), "the answer was not kept")
        }
        #expect(kept == answer)
        guard case .different = try await stores[1].begin("k", [2]) else {
            return #expect(Bool(false), "another request got the answer")
        }
        shared.pass(86_401)
        #expect(try await stores[0].sweep() == 1)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `a request may be executed again five minutes after its server crashed`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let store = PersistentIdempotencyStore(shared.one, clock: shared.clock)
        guard case .first(let lost) = try await store.begin("k", [1]) else {
            return #expect(Bool(false), "it is not the first")
        }
        shared.pass(299)
        guard case .underWay = try await store.begin("k", [1]) else {
            return #expect(Bool(false), "it was given up too early")
        }
        shared.pass(2)
        guard case .first(let next) = try await store.begin("k", [1]) else {
            return #expect(Bool(false), "it was never given up")
        }
        await store.abandon("k", lost)
        guard case .underWay = try await store.begin("k", [1]) else {
            return #expect(Bool(false), "the lost one has ended it")
        }
        await store.abandon("k", next)
        guard case .first = try await store.begin("k", [2]) else {
            return #expect(Bool(false), "it was not forgotten")
        }
        await shared.close()
        await #expect(throws: (any Error).self) { try await store.begin("k", [1]) }
    }

    @Test(arguments: Shared.kinds)
    func `a repeated request is not blocked after the clock was set back a day`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let store = PersistentIdempotencyStore(shared.one, clock: shared.clock)
        _ = try await store.begin("k", [1])
        shared.pass(-200)
        guard case .underWay = try await store.begin("k", [1]) else {
            return #expect(Bool(false), "it was given up too early")
        }
        shared.pass(-86_400)
        guard case .first = try await store.begin("k", [1]) else {
            return #expect(Bool(false), "it was never given up")
        }
        await shared.close()
    }
}
