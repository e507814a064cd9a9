// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The cache of a client: its store and its options.
///
/// ```swift
/// let thrifty = client.withMiddleware { $0.cache = CachePolicy() }
/// ```
public struct CachePolicy: Sendable {
    /// The store that keeps the responses.
    public var store: any CacheStore
    /// The options of the cache, for the choices that RFC 9111 leaves open.
    public var options: CacheOptions

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - store: The store that keeps answers; in memory by default.
    ///   - options: The options for the behaviour of the cache where RFC 9111 leaves a choice.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        options: CacheOptions = CacheOptions()
    ) {
        self.store = store
        self.options = options
    }
}
