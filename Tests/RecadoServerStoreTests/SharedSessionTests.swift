// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Sessions in a database` {
    @Test(arguments: Shared.kinds)
    func `are valid at both servers until ended at either`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let one = Sessions(store: StoreSessionStore(shared.one)) { shared.seconds }
        let other = Sessions(store: StoreSessionStore(shared.other)) { shared.seconds }
        let robin = try await one.begin(for: "robin")
        let again = try await other.begin(for: "robin")
        let alex = try await other.begin(for: "alex \u{1F}é'\"")
        #expect(try await other.session(of: robin)?.account == "robin")
        #expect(try await one.session(of: alex)?.account == "alex \u{1F}é'\"")

        try await other.end(robin)
        #expect(try await one.session(of: robin) == nil)
        #expect(try await one.session(of: again) != nil)
        try await one.endAll(of: "robin")
        #expect(try await other.session(of: again) == nil)
        #expect(try await other.session(of: alex) != nil)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `are extended by use at either server, and expire without use`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let sessions = [shared.one, shared.other].map {
            Sessions(store: StoreSessionStore($0)) { shared.seconds }
        }
        let credentials = try await sessions[0].begin(for: "robin")
        let idle = Int64(Sessions.Options().idleLifetime.components.seconds)
        for turn in 0..<3 {
            shared.pass(idle - 1)
            #expect(try await sessions[turn % 2].session(of: credentials) != nil)
        }
        shared.pass(idle)
        #expect(try await sessions[1].session(of: credentials) == nil)
        #expect(try await sessions[0].session(of: credentials) == nil)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `never get an earlier time of use from a server with a slow clock`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let store = StoreSessionStore(shared.one)
        try await store.insert(Session(account: "a", beganAt: 5, usedAt: 100), for: "k")
        try await store.touch("k", at: 90)
        #expect(try await store.session(for: "k")?.usedAt == 100)
        try await store.touch("k", at: 110)
        #expect(
            try await store.session(for: "k") == Session(account: "a", beganAt: 5, usedAt: 110)
        )
        try await store.touch("nobody", at: 120)
        #expect(try await store.session(for: "nobody") == nil)
        try await store.insert(Session(account: "b", beganAt: 5, usedAt: 111), for: "l")
        #expect(try await store.sweep(usedBefore: 111) == 1)
        #expect(try await store.session(for: "l") != nil)
        await shared.close()
        // A closed store must throw: `nil` would mean that there is no such session.
        await #expect(throws: (any Error).self) { try await store.session(for: "l") }
    }
}
