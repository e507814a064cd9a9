// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store for the answers of a cache.
///
/// The cache decides which answers to store and when to use them; the store may drop an entry at
/// any time. A store never makes a call fail, and a call waits only for look-ups:
/// - If a look-up fails, the cache behaves as if nothing were stored.
/// - `keep` and `remove` return at once. A store on disk queues these changes, and its look-ups
///   also see the queued changes.
public protocol CacheStore: Sendable {
    /// Returns the stored answers for an address.
    ///
    /// - Parameter key: The address in normalized form, without a fragment.
    /// - Returns: The answers, which differ in their ``CacheEntry/selectors``; an empty list if
    ///   there are none.
    /// - Throws: The error that prevented the look-up.
    func entries(for key: String) async throws -> [CacheEntry]

    /// Stores an answer, which replaces any stored answer with the same selectors.
    ///
    /// - Parameters:
    ///   - entry: The answer.
    ///   - key: The address in normalized form, without a fragment.
    func keep(_ entry: CacheEntry, for key: String)

    /// Removes the stored answers for an address.
    ///
    /// - Parameter key: The address in normalized form, without a fragment.
    func remove(_ key: String)

    /// Removes every answer.
    func removeAll()
}
