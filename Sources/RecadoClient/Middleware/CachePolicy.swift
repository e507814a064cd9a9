// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a client keeps of answers.
///
/// ```swift
/// let thrifty = client.withMiddleware { $0.cache = CachePolicy() }
/// ```
public struct CachePolicy: Sendable {
    /// Where they are kept.
    public var store: any CacheStore
    /// How the cache behaves where there is a choice.
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
