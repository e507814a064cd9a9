// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A record of the writes that clients have requested, and of those that were acknowledged.
///
/// ```swift
/// let posts = Acknowledgements<String>()
/// try await posts.record(text) { try await client.send(WritePost(text: text)) }
/// // at the end:
/// try posts.check(against: try await readAllPosts())
/// ```
public final class Acknowledgements<Item: Hashable & Sendable>: Sendable {
    private struct State {
        var asked: [Item: Int] = [:]
        var acknowledged: Set<Item> = []
    }

    private let state = Mutex(State())

    /// Creates a record without writes.
    public init() {}

    /// The number of acknowledged writes.
    public var count: Int { state.withLock(\.acknowledged.count) }

    /// Performs a write, and records whether it was acknowledged.
    ///
    /// - Parameters:
    ///   - item: The item to write; use a different one for each write.
    ///   - body: Writes the item. If it throws, the item may or may not have been written.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    @discardableResult
    public func record<Value>(_ item: Item, _ body: () async throws -> Value) async throws -> Value
    {
        state.withLock { $0.asked[item, default: 0] += 1 }
        let value = try await body()
        _ = state.withLock { $0.acknowledged.insert(item) }
        return value
    }

    /// Compares the writes with the items that exist at the end.
    ///
    /// - Parameter kept: The items that exist.
    /// - Throws: ``BrokenProperty`` if an acknowledged item is missing, or if an item exists more
    ///   often than its write was requested.
    public func check(against kept: some Sequence<Item>) throws(BrokenProperty) {
        let counts = kept.reduce(into: [Item: Int]()) { $0[$1, default: 0] += 1 }
        let (asked, acknowledged) = state.withLock { ($0.asked, $0.acknowledged) }
        let lost = acknowledged.filter { counts[$0] == nil }
        if !lost.isEmpty {
            let names = lost.map { "\($0)" }.sorted().joined(separator: ", ")
            throw BrokenProperty("nothing acknowledged is lost", "\(names) was, and is not there")
        }
        for (item, count) in counts where count > asked[item] ?? 0 {
            throw BrokenProperty(
                "nothing is there that was not written",
                "\(item) is there \(count) times; expected at most \(asked[item] ?? 0)"
            )
        }
    }
}
