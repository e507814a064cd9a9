// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The writes that clients have asked for, and those of which they were told that they are kept.
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

    /// Creates one without writes.
    public init() {}

    /// The number of acknowledged writes.
    public var count: Int { state.withLock(\.acknowledged.count) }

    /// Makes a write, and notes whether it was acknowledged.
    ///
    /// - Parameters:
    ///   - item: The thing that is written; each is written under a name of its own.
    ///   - body: Writes it; where it throws, the item may be kept or not.
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

    /// Compares the writes with what is there at the end.
    ///
    /// - Parameter kept: The items that are there.
    /// - Throws: ``BrokenProperty`` where an acknowledged one is missing, where one is there more
    ///   often than it was written, or one that nobody has written.
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
