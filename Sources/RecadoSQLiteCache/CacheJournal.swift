// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

/// The changes that have not been written to the file yet, in order.
struct CacheJournal: Sendable {
    /// Changes that are written in one transaction.
    struct Batch: Sendable {
        let changes: [CacheChange]
        /// The sequence number of the last change in the batch.
        let last: UInt64
        /// True if the file must be emptied before the changes are written.
        let startAnew: Bool
    }

    /// The unwritten changes to one address.
    struct Pending: Sendable {
        let list: [CacheChange]
        /// True if the contents of the file are out of date and must be ignored.
        let startAnew: Bool
    }

    /// The maximum number of changes in one transaction; it keeps transactions short, so that a
    /// look-up does not wait long.
    private static let batchSize = 128
    /// Changes without an answer may exceed the journal's limit by this number of bytes: 1 MiB,
    /// enough for about 5000 addresses.
    private static let smallChangesLimit = 1 << 20

    /// The task that writes the changes; `nil` while there is nothing to write.
    var writing: Task<Void, Never>?

    private var changes: [(number: UInt64, change: CacheChange)] = []
    private var number: UInt64 = 0
    private var size = 0
    private let limit: Int
    private var mustStartAnew = false
    private var isClosed = false

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of changes in memory.
    var entryCount: Int { changes.count }

    /// Returns the unwritten changes to an address; `nil` when the store is closed.
    func changes(for key: String) -> Pending? {
        if isClosed { return nil }
        let list = changes.lazy.map(\.change).filter { $0.key == nil || $0.key == key }
        return Pending(list: Array(list), startAnew: mustStartAnew)
    }

    /// Adds a change; returns `false` if nothing was added.
    mutating func append(_ change: CacheChange) -> Bool {
        if isClosed { return false }
        if case .touch(let key) = change {
            // Marking answers as used is pointless if another change to the same address is already
            // waiting.
            guard !changes.contains(where: { $0.change.key == key }) else { return false }
        }
        var change = change
        if case .keep(let key, let entry) = change, size + change.size > limit {
            change = .forget(key, entry.selectors)
        }
        // Writing is too far behind. A single change that empties the file replaces all others, so
        // the journal stops growing.
        if size - limit > Self.smallChangesLimit { change = .removeAll }
        if case .removeAll = change {
            changes.removeAll()
            size = 0
        }
        number += 1
        changes.append((number, change))
        size += change.size
        return true
    }

    /// Returns the changes to write next; `nil` if there are none, which ends the writing task.
    mutating func next() -> Batch? {
        if changes.isEmpty {
            writing = nil
            return nil
        }
        let batch = changes.prefix(Self.batchSize)
        return Batch(
            changes: batch.map(\.change),
            last: batch.last?.number ?? 0,
            startAnew: mustStartAnew
        )
    }

    /// Removes the changes of a batch that has been written.
    mutating func written(_ batch: Batch) {
        mustStartAnew = false
        drop(batch)
    }

    /// Drops the changes of a batch that could not be written; the next batch empties the file.
    mutating func failed(_ batch: Batch) {
        mustStartAnew = true
        drop(batch)
    }

    /// Refuses further changes, and returns the task that writes the remaining ones.
    mutating func close() -> Task<Void, Never>? {
        isClosed = true
        return writing
    }

    private mutating func drop(_ batch: Batch) {
        changes.removeAll { $0.number <= batch.last }
        size = changes.reduce(0) { $0 + $1.change.size }
    }
}
