// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store for the responses that a cache keeps.
///
/// A store keeps each entry for as long as it sees fit; the cache decides what to keep and what to
/// use. A store never makes a call fail, and calls wait for nothing but look-ups:
/// - A look-up that fails finds nothing.
/// - Keeping and removing return at once. A store on a disk queues them, in their order, and its
///   look-ups take the queue into account.
public protocol CacheStore: Sendable {
    /// The answers to requests of an address.
    ///
    /// - Parameter key: The address.
    /// - Returns: The answers, which differ in their
    ///   ``CacheEntry/selectors``; none is an empty list.
    /// - Throws: The error that kept the store from looking them up.
    func entries(for key: String) async throws -> [CacheEntry]

    /// Keeps an answer in the place of the one with the same selectors, if there is one.
    ///
    /// - Parameters:
    ///   - entry: The answer.
    ///   - key: The address.
    func keep(_ entry: CacheEntry, for key: String)

    /// Removes the answers to requests of an address.
    ///
    /// - Parameter key: The address.
    func remove(_ key: String)

    /// Removes every answer.
    func removeAll()
}
