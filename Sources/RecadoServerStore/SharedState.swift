// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// All state about requests that the servers over one database share.
///
/// ```swift
/// try await store.migrate(services + SharedState.migrations)
/// SharedState(store).apply(to: &options)
/// let sessions = Sessions(store: SharedState(store).sessions)
/// ```
public struct SharedState: Sendable {
    /// The migrations of all tables, in the order in which they were introduced.
    ///
    /// A later version may have more: put them last in the services' list, or record them as a
    /// history of their own, as `recorded(as: "shared")` does.
    public static let migrations =
        PersistentRateLimitStore.migrations + PersistentIdempotencyStore.migrations
        + StoreSessionStore.migrations + PersistentLoginAttemptStore.migrations
        + StoreResourceLeases.migrations

    /// The names of all tables, in alphabetical order.
    public static let tables = [
        "recado_attempt", "recado_lease", "recado_quota", "recado_repetition", "recado_session",
    ]

    /// The counts of requests against quotas.
    public let rateLimits: PersistentRateLimitStore
    /// The answers to requests with an Idempotency-Key.
    public let idempotency: PersistentIdempotencyStore
    /// The sessions.
    public let sessions: StoreSessionStore
    /// The counts of failed attempts to authenticate.
    public let loginAttempts: PersistentLoginAttemptStore
    /// The leases by which one server at a time may change a resource.
    public let leases: StoreResourceLeases
    private let store: any Store

    /// Creates the shared state.
    ///
    /// - Parameter store: The database, which has the tables.
    public init(_ store: any Store) {
        self.store = store
        rateLimits = PersistentRateLimitStore(store)
        idempotency = PersistentIdempotencyStore(store)
        sessions = StoreSessionStore(store)
        loginAttempts = PersistentLoginAttemptStore(store)
        leases = StoreResourceLeases(store)
    }

    /// Makes an application share quotas, repetitions, failed attempts and leases.
    ///
    /// - Parameter options: The application's options.
    public func apply(to options: inout Application.Options) {
        options.rateLimits = rateLimits
        options.idempotency = idempotency
        options.loginAttempts = loginAttempts
        options.leases = leases
    }

    /// Compares this machine's clock with that of the database, which decides for quotas,
    /// repetitions, attempts and leases.
    ///
    /// Sessions, logs and the Date field go by each server's own clock, so that a difference of
    /// more than a second or two is worth a warning. Half of the round trip is counted as the way
    /// to the database.
    ///
    /// - Returns: The time by which this machine is ahead; negative where it is behind, and zero
    ///   for SQLite, which has no other clock.
    /// - Throws: `StoreError` when the database cannot be asked.
    public func clockSkew() async throws(StoreError) -> Duration {
        guard store.dialect == .postgreSQL else { return .zero }
        let start = StoreClock.machineMicroseconds()
        let now = StoreClock(of: store).now()
        let time: Int64? = try await store.read { try $0.value("SELECT \(now)") }
        let end = StoreClock.machineMicroseconds()
        guard let time else { return .zero }
        return .microseconds(start + (end - start) / 2 - time)
    }

    /// Forgets outdated quotas, repetitions, attempts and leases; to be called now and then.
    ///
    /// Sessions are swept by ``StoreSessionStore/sweep(usedBefore:)``, for the application decides
    /// how long they last.
    ///
    /// - Throws: `StoreError` when the database cannot be asked.
    public func sweep() async throws(StoreError) {
        try await rateLimits.sweep()
        try await idempotency.sweep()
        try await loginAttempts.sweep()
        try await leases.sweep()
    }
}
