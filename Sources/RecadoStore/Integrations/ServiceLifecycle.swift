// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
public import ServiceLifecycle

/// A store as a service of swift-service-lifecycle, which is closed once the services after it have ended.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [StoreService(store, migrations: migrations), server],
///     gracefulShutdownSignals: [.sigterm],
///     logger: logger
/// )
/// try await group.run()
/// ```
public struct StoreService: ServiceLifecycle.Service {
    private let store: any Store
    private let migrations: [Migration]

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - migrations: The migrations that bring its schema up to date when the service starts; none by default.
    public init(_ store: any Store, migrations: [Migration] = []) {
        self.store = store
        self.migrations = migrations
    }

    /// Brings the schema up to date, waits for a graceful shutdown or a cancellation, and closes the store.
    ///
    /// - Throws: A ``StoreError`` when a migration fails; the store is closed then, too.
    public func run() async throws {
        do {
            if !migrations.isEmpty { try await store.migrate(migrations) }
            try await gracefulShutdown()
        } catch is CancellationError {
            // The end as well.
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}
#endif
