// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
public import ServiceLifecycle

/// A store as a service of swift-service-lifecycle, which is closed once the
/// services after it have ended.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [StoreService(store), server],
///     gracefulShutdownSignals: [.sigterm],
///     logger: logger
/// )
/// try await group.run()
/// ```
public struct StoreService: ServiceLifecycle.Service {
    private let store: any Store

    /// Creates the service.
    ///
    /// - Parameter store: The store, whose schema is up to date: the
    ///   services of a group start together.
    public init(_ store: any Store) { self.store = store }

    /// Waits for a graceful shutdown or a cancellation, and closes the store.
    public func run() async {
        // Cancellation is the end as well.
        try? await gracefulShutdown()
        await store.close()
    }
}
#endif
