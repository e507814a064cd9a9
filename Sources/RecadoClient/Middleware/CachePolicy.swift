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
    ///   - store: Where answers are kept; in memory by default.
    ///   - options: How the cache behaves where there is a choice.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        options: CacheOptions = CacheOptions()
    ) {
        self.store = store
        self.options = options
    }
}
