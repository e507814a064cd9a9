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
    /// A later version may have more: put them last in the services' list, or record them as a history of their
    /// own, as `recorded(as: "shared")` does.
    public static let migrations =
        StoreQuotaLedger.migrations + StoreRepetitionStore.migrations
        + StoreSessionStore.migrations + StoreAttemptLedger.migrations
        + StoreResourceLeases.migrations

    /// The names of all tables, in the order of the alphabet.
    public static let tables = [
        "recado_attempt", "recado_lease", "recado_quota", "recado_repetition", "recado_session",
    ]

    /// Where requests are counted against quotas.
    public let quotas: StoreQuotaLedger
    /// Where answers to requests with an Idempotency-Key are kept.
    public let repetitions: StoreRepetitionStore
    /// Where sessions are kept.
    public let sessions: StoreSessionStore
    /// Where failed attempts to call as somebody are counted.
    public let attempts: StoreAttemptLedger
    /// Which server may change which resource at the moment.
    public let leases: StoreResourceLeases

    /// Creates what is shared.
    ///
    /// - Parameter store: The database, which has the tables.
    public init(_ store: any Store) {
        quotas = StoreQuotaLedger(store)
        repetitions = StoreRepetitionStore(store)
        sessions = StoreSessionStore(store)
        attempts = StoreAttemptLedger(store)
        leases = StoreResourceLeases(store)
    }

    /// Has an application share quotas, repetitions, failed attempts and leases.
    ///
    /// - Parameter options: The application's options.
    public func apply(to options: inout Application.Options) {
        options.quotas = quotas
        options.repetitions = repetitions
        options.attempts = attempts
        options.leases = leases
    }

    /// Forgets what no longer matters of quotas, repetitions, attempts and leases; to be called now and then.
    ///
    /// Sessions are swept by ``StoreSessionStore/sweep(usedBefore:)``, for they last as long as an
    /// application says.
    ///
    /// - Throws: `StoreError` when the database cannot be asked.
    public func sweep() async throws(StoreError) {
        try await quotas.sweep()
        try await repetitions.sweep()
        try await attempts.sweep()
        try await leases.sweep()
    }
}
