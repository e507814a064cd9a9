// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if ServiceLifecycle
public import ServiceLifecycle

/// A swift-service-lifecycle service that closes a store once the services listed after it have
/// ended.
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
    /// - Parameter store: The store. Its schema must be up to date, because the services of a group
    ///   start together.
    public init(_ store: any Store) { self.store = store }

    /// Waits for a graceful shutdown or a cancellation, and closes the store.
    public func run() async {
        // A cancellation ends the wait as well.
        try? await gracefulShutdown()
        await store.close()
    }
}
#endif
