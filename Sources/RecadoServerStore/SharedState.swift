// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// The state that all servers with the same database share: quotas, answers, sessions and so on.
///
/// ```swift
/// try await store.migrate(services + SharedState.migrations)
/// SharedState(store).apply(to: &options)
/// let sessions = Sessions(store: SharedState(store).sessions)
/// ```
public struct SharedState: Sendable {
    /// The migrations of all tables, in the order in which they were introduced.
    ///
    /// A later version of Recado may add migrations at the end. So put these migrations after all
    /// others in the program's list, or record them as a separate history, with
    /// `recorded(as: "shared")`.
    public static let migrations =
        PersistentRateLimitStore.migrations + PersistentIdempotencyStore.migrations
        + StoreSessionStore.migrations + PersistentLoginAttemptStore.migrations
        + StoreResourceLeases.migrations

    /// The names of all tables, in alphabetical order.
    public static let tables = [
        "recado_attempt", "recado_lease", "recado_quota", "recado_repetition", "recado_session",
    ]

    /// The remaining quotas of clients.
    public let rateLimits: PersistentRateLimitStore
    /// The answers to requests with an Idempotency-Key.
    public let idempotency: PersistentIdempotencyStore
    /// The sessions.
    public let sessions: StoreSessionStore
    /// The counts of failed login attempts.
    public let loginAttempts: PersistentLoginAttemptStore
    /// The leases that let only one server at a time change a resource.
    public let leases: StoreResourceLeases
    private let store: any Store

    /// Creates the shared state.
    ///
    /// - Parameter store: A database to which the migrations were applied.
    public init(_ store: any Store) {
        self.store = store
        rateLimits = PersistentRateLimitStore(store)
        idempotency = PersistentIdempotencyStore(store)
        sessions = StoreSessionStore(store)
        loginAttempts = PersistentLoginAttemptStore(store)
        leases = StoreResourceLeases(store)
    }

    /// Makes an application use the shared quotas, answers, login attempts and leases.
    ///
    /// - Parameter options: The application's options.
    public func apply(to options: inout Application.Options) {
        options.rateLimits = rateLimits
        options.idempotency = idempotency
        options.loginAttempts = loginAttempts
        options.leases = leases
    }

    /// Compares this machine's clock with the clock of the database.
    ///
    /// Quotas, stored answers, login attempts and leases expire by the clock of the database.
    /// Sessions, logs and the Date field use each server's own clock, so a difference of more than
    /// a second or two is worth a warning. The database is assumed to read its clock after half of
    /// the round trip.
    ///
    /// - Returns: The time by which this machine is ahead; negative if it is behind, and zero for
    ///   SQLite, which uses this machine's clock.
    /// - Throws: `StoreError` when the database fails.
    public func clockSkew() async throws(StoreError) -> Duration {
        guard store.dialect == .postgreSQL else { return .zero }
        let start = StoreClock.machineMicroseconds()
        let now = StoreClock(of: store).now()
        let time: Int64? = try await store.read { try $0.value("SELECT \(now)") }
        let end = StoreClock.machineMicroseconds()
        guard let time else { return .zero }
        return .microseconds(start + (end - start) / 2 - time)
    }

    /// Deletes outdated quotas, answers, attempts and leases; call this now and then.
    ///
    /// ``StoreSessionStore/sweep(usedBefore:)`` deletes sessions, because the application decides
    /// how long they last.
    ///
    /// - Throws: `StoreError` when the database fails.
    public func sweep() async throws(StoreError) {
        try await rateLimits.sweep()
        try await idempotency.sweep()
        try await loginAttempts.sweep()
        try await leases.sweep()
    }
}
