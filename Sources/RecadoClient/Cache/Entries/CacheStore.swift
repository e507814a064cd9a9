// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store for the responses of a cache.
///
/// A store keeps each entry for as long as it chooses; the cache decides which answers to store and
/// to use. A store never makes a call fail, and calls wait only for look-ups:
/// - A look-up that fails finds nothing.
/// - `keep` and `remove` return at once. A store on a disk queues these changes in their order, and
///   its look-ups take the queue into account.
public protocol CacheStore: Sendable {
    /// Returns the stored answers for an address.
    ///
    /// - Parameter key: The address.
    /// - Returns: The answers, which differ in their ``CacheEntry/selectors``; an empty list if
    ///   there are none.
    /// - Throws: The error that prevented the look-up.
    func entries(for key: String) async throws -> [CacheEntry]

    /// Stores an answer, and replaces the one with the same selectors, if there is one.
    ///
    /// - Parameters:
    ///   - entry: The answer.
    ///   - key: The address.
    func keep(_ entry: CacheEntry, for key: String)

    /// Removes the stored answers for an address.
    ///
    /// - Parameter key: The address.
    func remove(_ key: String)

    /// Removes every answer.
    func removeAll()
}
