// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// Everything that servers over one database know of each other's requests.
///
/// ```swift
/// try await store.migrate(services + SharedState.migrations)
/// SharedState(store).apply(to: &options)
/// let sessions = Sessions(store: SharedState(store).sessions)
/// ```
public struct SharedState: Sendable {
    /// The migrations of all tables, in the order in which they came.
    ///
    /// A later version may have more: put them last in the services' list, or record them as a
    /// history of their own, as `recorded(as: "shared")` does.
    public static let migrations =
        PersistentRateLimitStore.migrations + PersistentIdempotencyStore.migrations
        + StoreSessionStore.migrations + PersistentLoginAttemptStore.migrations
        + StoreResourceLeases.migrations

    /// The names of all tables, in the order of the alphabet.
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

    /// Creates what is shared.
    ///
    /// - Parameter store: The database, which has the tables.
    public init(_ store: any Store) {
        rateLimits = PersistentRateLimitStore(store)
        idempotency = PersistentIdempotencyStore(store)
        sessions = StoreSessionStore(store)
        loginAttempts = PersistentLoginAttemptStore(store)
        leases = StoreResourceLeases(store)
    }

    /// Has an application share quotas, repetitions, failed attempts and leases.
    ///
    /// - Parameter options: The application's options.
    public func apply(to options: inout Application.Options) {
        options.rateLimits = rateLimits
        options.idempotency = idempotency
        options.loginAttempts = loginAttempts
        options.leases = leases
    }

    /// Forgets what no longer matters of quotas, repetitions, attempts and
    /// leases; to be called now and then.
    ///
    /// Sessions are swept by ``StoreSessionStore/sweep(usedBefore:)``, for they last as long as an
    /// application says.
    ///
    /// - Throws: `StoreError` when the database cannot be asked.
    public func sweep() async throws(StoreError) {
        try await rateLimits.sweep()
        try await idempotency.sweep()
        try await loginAttempts.sweep()
        try await leases.sweep()
    }
}
