// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import Testing

@testable import RecadoServer

/// Each store gets a million entries, most of which end at once or are replaced by others.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct `Memory does not grow beyond the live entries` {
    private static let count = 1_000_000

    @Test func `with abandoned idempotency keys beside a live one`() {
        let store = MemoryIdempotencyStore { .zero }
        _ = store.begin("live", [1])
        var most = 0
        for number in 0..<Self.count {
            let key = "\(number)"
            guard case .first(let claim) = store.begin(key, [2]) else {
                Issue.record("\(key) is not new")
                return
            }
            store.abandon(key, claim)
            most = max(most, store.entryCount)
        }
        #expect(most <= 128)
        guard case .underWay = store.begin("live", [1]) else {
            Issue.record("the live key is gone")
            return
        }
    }

    @Test func `with completed idempotency keys that expire or make room`() {
        let time = TestTime()
        let store = MemoryIdempotencyStore { time.now }
        let answer = StoredResponse(Response(status: .ok, content: Content("done")))
        var most = 0
        for number in 0..<Self.count {
            if number == Self.count / 2 { time.pass(MemoryIdempotencyStore.lifetime) }
            guard case .first(let claim) = store.begin("\(number)", []), let answer else {
                Issue.record("\(number) is not new")
                return
            }
            store.finish("\(number)", claim, answer)
            most = max(most, store.entryCount)
        }
        // 16 MiB hold at most 65 536 records; each also counts in the list of their order, even
        // after it was removed.
        #expect((60_000...200_000).contains(most))
        guard case .answered = store.begin("\(Self.count - 1)", []) else {
            Issue.record("the latest answer is gone")
            return
        }
    }

    @Test func `with failed logins of ever new accounts`() {
        let time = TestTime()
        let store = MemoryLoginAttemptStore(capacity: 1_000) { time.now }
        var most = 0
        for number in 0..<Self.count / 5 {
            if number.isMultiple(of: 1_000) { time.pass(.seconds(1)) }
            let attempt = LoginAttempt(realm: "r", account: "\(number)", address: "\(number)")
            _ = store.conclude(attempt, isRight: false, Service.LoginAttemptLimits())
            most = max(most, store.count)
        }
        #expect(most <= 1_000)
    }

    @Test func `with quotas of ever new clients`() {
        let store = MemoryRateLimitStore { .zero }
        let quota = Quota(60, per: .seconds(60))
        var most = 0
        for number in 0..<Self.count {
            _ = store.take("\(number)", quota)
            most = max(most, store.entryCount)
        }
        #expect(most <= MemoryRateLimitStore.limit)
    }

    @Test func `with sessions that are never used again`() {
        let store = MemorySessionStore(capacity: 1_000)
        for number in 0..<Self.count {
            let session = Session(account: "robin", beganAt: 0, usedAt: Int64(number))
            store.insert(session, for: "\(number)")
        }
        #expect(store.keys.count <= 1_000)
        #expect(store.session(for: "\(Self.count - 1)") != nil)
    }

    /// Fewer than in the other tests, because each nonce takes two message authentication codes.
    @Test func `with nonces that are used once`() {
        var nonces = DigestNonces(key: [1], lifetime: .seconds(300), capacity: 1_000)
        var most = 0
        for number in 0..<Self.count / 20 {
            let now = Duration.milliseconds(number)
            let isTaken = nonces.use(nonces.make(now: now), count: 1, now: now)
            #expect(isTaken)
            most = max(most, nonces.count)
        }
        #expect(most <= 1_000)
    }

    @Test func `with connections from ever new addresses`() {
        let connectionLimiter = ConnectionLimiter(limit: 100, limitPerOrigin: 10)
        for number in 0..<UInt64(Self.count) {
            #expect(connectionLimiter.admit(number) == .admitted)
            connectionLimiter.release(number, isExtra: false)
        }
        #expect(connectionLimiter.entryCount == 0)
        #expect(connectionLimiter.total == 0)
    }
}
