// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoPostgreSQL
import RecadoServer
import RecadoServerStore
import RecadoStore
import TemporaryPostgreSQL
import Testing

/// Servers whose own clocks are wrong use the clock of their database.
@Suite(.timeLimit(.minutes(1)), .enabled(if: TemporaryPostgreSQL.programs != nil))
struct `The clock of the database` {
    /// Opens a database whose clock is an hour ahead of this machine's; `pass` advances it.
    private func withDatabase(_ body: (any Store) async throws -> Void) async throws {
        let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
        let store = try await PostgreSQLStore.open(address)
        try await store.migrate(SharedState.migrations)
        try await store.write { transaction in
            for statement: Statement in [
                "CREATE TABLE skew (seconds INTEGER)",
                "INSERT INTO skew VALUES (3600)",
                """
                CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$
                    SELECT pg_catalog.clock_timestamp() + seconds * interval '1 second'
                    FROM public.skew
                $$
                """,
                """
                DO $$ BEGIN EXECUTE format(
                    'ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()
                ); END $$
                """,
            ] { try transaction.execute(statement) }
        }
        await store.close()
        let reopened = try await PostgreSQLStore.open(address)
        try await body(reopened)
        await reopened.close()
    }

    private func pass(_ seconds: Int, in store: any Store) async throws {
        try await store.execute("UPDATE skew SET seconds = seconds + \(seconds)")
    }

    @Test func `determines when a lease ends`() async throws {
        try await withDatabase { store in
            let leases = StoreResourceLeases(store)
            #expect(try await leases.take("r", for: "a", .seconds(15)))
            #expect(try await !leases.take("r", for: "b", .seconds(15)))
            try await pass(16, in: store)
            #expect(try await leases.take("r", for: "b", .seconds(15)))
            try await pass(16, in: store)
            #expect(try await leases.sweep() == 1)
        }
    }

    @Test func `determines when a request may be executed again`() async throws {
        try await withDatabase { store in
            let idempotency = PersistentIdempotencyStore(store)
            guard case .first(let claim) = try await idempotency.begin("key", [1]) else {
                Issue.record("somebody had the key")
                return
            }
            try await pass(290, in: store)
            guard case .underWay = try await idempotency.begin("key", [1]) else {
                Issue.record("the request was carried out twice")
                return
            }
            try await pass(20, in: store)
            guard case .first(let other) = try await idempotency.begin("key", [1]) else {
                Issue.record("the request was not carried out again")
                return
            }
            #expect(other != claim)
            // The first execution ends after all, but its result no longer counts.
            let answer = try #require(StoredResponse(Response(status: .ok)))
            try await idempotency.finish("key", claim, answer)
            guard case .underWay = try await idempotency.begin("key", [1]) else {
                Issue.record("an answer was kept for another request")
                return
            }
            try await pass(86_500, in: store)
            #expect(try await idempotency.sweep() == 1)
        }
    }

    @Test func `determines when a quota is refilled`() async throws {
        try await withDatabase { store in
            let limits = PersistentRateLimitStore(store)
            let quota = Quota(2, per: .seconds(60))
            for _ in 0..<2 { #expect(try await limits.take("a", quota).isGranted) }
            #expect(try await !limits.take("a", quota).isGranted)
            try await pass(60, in: store)
            #expect(try await limits.take("a", quota).isGranted)
            try await pass(120, in: store)
            #expect(try await limits.sweep() == 1)
        }
    }

    @Test func `is compared with the clock of the machine`() async throws {
        try await withDatabase { store in
            let skew = try await SharedState(store).clockSkew()
            #expect(skew < .seconds(-3_590) && skew > .seconds(-3_610))
        }
        let shared = try await Shared(.sqlite)
        #expect(try await SharedState(shared.one).clockSkew() == .zero)
        await shared.close()
    }

    @Test func `determines when the wait after wrong passwords ends`() async throws {
        try await withDatabase { store in
            let attempts = PersistentLoginAttemptStore(store)
            let attempt = LoginAttempt(realm: "club", account: "ana", address: "192.0.2.1")
            let limits = Service.LoginAttemptLimits()
            var wait = Duration.zero
            for _ in 0..<200 where wait == .zero {
                _ = try await attempts.conclude(attempt, isRight: false, limits)
                wait = try await attempts.wait(for: attempt, limits)
            }
            #expect(wait > .zero)
            try await pass(Int(wait.components.seconds) + 1, in: store)
            #expect(try await attempts.wait(for: attempt, limits) == .zero)
            #expect(try await attempts.conclude(attempt, isRight: true, limits) == .zero)
        }
    }
}
