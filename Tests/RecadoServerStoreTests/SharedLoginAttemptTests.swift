// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Failed login attempts in a database` {
    private static let limits = Service.LoginAttemptLimits()
    private static let guess = LoginAttempt(realm: "club", account: "Robin", address: "192.0.2.1")

    private func stores(_ shared: Shared) -> [PersistentLoginAttemptStore] {
        [shared.one, shared.other].map { PersistentLoginAttemptStore($0, clock: shared.clock) }
    }

    /// Guesses at each store in turn until one requires a wait, and returns the number of guesses.
    private func guesses(
        _ attempt: LoginAttempt,
        at stores: [any LoginAttemptStore]
    ) async throws -> Int {
        for count in 0..<1_000 {
            let store = stores[count % stores.count]
            if try await store.wait(for: attempt, Self.limits) > .zero { return count }
            _ = try await store.conclude(attempt, isRight: false, Self.limits)
        }
        return 1_000
    }

    @Test(arguments: Shared.kinds)
    func `are limited to the same number at two servers as at one`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let alone = MemoryLoginAttemptStore { .seconds(shared.seconds) }
        let expected = try await guesses(Self.guess, at: [alone])
        let stores = stores(shared)
        #expect(try await guesses(Self.guess, at: stores) == expected)
        for store in stores {
            #expect(try await store.wait(for: Self.guess, Self.limits) > .zero)
            // During the wait no password is accepted, not even the right one.
            #expect(try await store.conclude(Self.guess, isRight: true, Self.limits) > .zero)
        }
        let neighbour = LoginAttempt(realm: "club", account: "alex", address: "192.0.2.9")
        #expect(try await stores[0].wait(for: neighbour, Self.limits) == .zero)
        let elsewhere = LoginAttempt(realm: "other", account: "Robin", address: "192.0.2.1")
        #expect(try await stores[0].wait(for: elsewhere, Self.limits) == .zero)
        shared.pass(1_000_000)
        #expect(try await stores[1].wait(for: Self.guess, Self.limits) == .zero)
        #expect(try await stores[1].sweep() == 3)
        #expect(try await stores[0].sweep() == 0)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `do not lock out users after the clock was set back`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let stores = stores(shared)
        shared.pass(86_400)
        let expected = try await guesses(Self.guess, at: stores)
        shared.pass(-86_400)
        for store in stores {
            #expect(try await store.wait(for: Self.guess, Self.limits) == .zero)
        }
        #expect(try await guesses(Self.guess, at: stores) == expected)
        #expect(try await stores[0].wait(for: Self.guess, Self.limits) <= .seconds(60))
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `are limited to the same number in parallel as in sequence`(kind: Shared.Kind) async throws
    {
        let shared = try await Shared(kind)
        let alone = MemoryLoginAttemptStore { .seconds(shared.seconds) }
        let expected = try await guesses(Self.guess, at: [alone])
        let stores = stores(shared)
        let told = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let store = stores[number % 2]
                    return try await store.conclude(Self.guess, isRight: false, Self.limits)
                        == .zero
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(told == expected)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `are cleared by a login for the account, but not for the address`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let store = stores(shared)[0]
        let memory = MemoryLoginAttemptStore { .seconds(shared.seconds) }
        let both: [any LoginAttemptStore] = [store, memory]
        // The same sequence for both stores: two failures, the owner's login, then guesses from the
        // same address.
        var counts: [Int] = []
        for store in both {
            for _ in 0..<2 {
                _ = try await store.conclude(Self.guess, isRight: false, Self.limits)
            }
            #expect(try await store.conclude(Self.guess, isRight: true, Self.limits) == .zero)
            counts.append(try await guesses(Self.guess, at: [store]))
        }
        #expect(counts[0] == counts[1])
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `are counted for account names with special characters`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let stores = stores(shared)
        let names = ["a\u{0}b", "a/b", "a%2fb", "é", "'; DROP TABLE recado_attempt; --", ""]
        for name in names {
            let attempt = LoginAttempt(realm: "r/\u{0}", account: name, address: nil)
            _ = try await guesses(attempt, at: stores)
            #expect(try await stores[0].wait(for: attempt, Self.limits) > .zero)
        }
        for (account, address) in [("a", "b"), ("a/", "b"), ("", "192.0.2.1")] {
            let other = LoginAttempt(realm: "r/\u{0}", account: account + "x", address: address)
            #expect(try await stores[0].wait(for: other, Self.limits) == .zero)
        }
        // An attempt without an account is counted by its address alone.
        let nameless = LoginAttempt(realm: "r", account: nil, address: "2001:db8::/64")
        let alone = MemoryLoginAttemptStore { .seconds(shared.seconds) }
        #expect(
            try await guesses(nameless, at: stores) == guesses(nameless, at: [alone])
        )
        await shared.close()
    }
}
