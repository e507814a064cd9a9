// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A cache store in memory that evicts the least recently used answers.
public final class MemoryCacheStore: CacheStore {
    /// The limits of a store.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of answers: 1000.
        public var entries = 1000
        /// The maximum total size of the answers: 32 MiB, half of a client's default limit for a
        /// single answer.
        public var bytes = 32 << 20
        /// The maximum number of answers for one address, which differ in their selectors: 8.
        ///
        /// Without it, a server that answers each request differently could evict everything else.
        public var variants = 8

        /// Creates the default limits.
        public init() {}
    }

    fileprivate struct Variants {
        var entries: [CacheEntry] = []
        var size = 0
        var used: UInt64 = 0
    }

    fileprivate struct State {
        var variants: [String: Variants] = [:]
        var count = 0
        var bytes = 0
        var ticks: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limits: Limits

    /// Creates an empty store.
    ///
    /// - Parameter limits: The limits of the store.
    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The number of answers.
    public var count: Int { state.withLock { $0.count } }

    /// The number of answers plus the number of addresses in memory, for tests.
    package var entryCount: Int { state.withLock { $0.count + $0.variants.count } }

    /// The approximate memory that the answers take, in bytes.
    public var size: Int { state.withLock { $0.bytes } }

    /// Returns the stored answers for an address.
    ///
    /// - Parameter key: The address in normalized form, without a fragment.
    /// - Returns: The answers, which are marked as used.
    public func entries(for key: String) -> [CacheEntry] {
        state.withLock { state in
            state.ticks += 1
            state.variants[key]?.used = state.ticks
            return state.variants[key]?.entries ?? []
        }
    }

    /// Stores an answer, which replaces any stored answer with the same selectors; drops it if it
    /// is too large.
    ///
    /// - Parameters:
    ///   - entry: The answer.
    ///   - key: The address in normalized form, without a fragment.
    public func keep(_ entry: CacheEntry, for key: String) {
        let limits = limits
        state.withLock { state in
            var found = state.variants[key] ?? Variants()
            state.take(found)
            found.entries.removeAll { $0.selectors == entry.selectors }
            if entry.size <= limits.bytes { found.entries.append(entry) }
            found.entries.removeFirst(max(0, found.entries.count - limits.variants))
            found.size = found.entries.reduce(0) { $0 + $1.size + key.utf8.count }
            // Together the variants may exceed the limit of the store, so the oldest are removed.
            while found.size > limits.bytes, found.entries.count > 1 {
                found.size -= found.entries.removeFirst().size + key.utf8.count
            }
            state.ticks += 1
            found.used = state.ticks
            state.put(found, for: key)
            state.evict(limits)
        }
    }

    /// Removes the stored answers for an address.
    ///
    /// - Parameter key: The address in normalized form, without a fragment.
    public func remove(_ key: String) {
        state.withLock { state in
            if let found = state.variants.removeValue(forKey: key) { state.take(found) }
        }
    }

    /// Removes every answer.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

extension MemoryCacheStore.State {
    fileprivate mutating func take(_ found: MemoryCacheStore.Variants) {
        count -= found.entries.count
        bytes -= found.size
    }

    fileprivate mutating func put(_ found: MemoryCacheStore.Variants, for key: String) {
        variants[key] = found.entries.isEmpty ? nil : found
        count += found.entries.count
        bytes += found.size
    }

    /// Makes room if a limit is exceeded: removes the least recently used addresses until a tenth
    /// of each limit is free, so that evictions are rare.
    fileprivate mutating func evict(_ limits: MemoryCacheStore.Limits) {
        guard count > limits.entries || bytes > limits.bytes else { return }
        let entries = limits.entries - limits.entries / 10
        let size = limits.bytes - limits.bytes / 10
        for (key, found) in variants.sorted(by: { $0.value.used < $1.value.used }) {
            // The most recently used address remains, because its answers fit on their own.
            guard count > entries || bytes > size, variants.count > 1 else { return }
            variants[key] = nil
            take(found)
        }
    }
}
