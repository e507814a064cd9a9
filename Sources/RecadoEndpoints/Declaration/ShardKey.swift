// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The key that decides in which of several databases something is kept.
///
/// There are 64 slots, and each database has its part of them: with two databases the first has the
/// slots up to 31. So a key need not know how many there are, and their number can be doubled
/// without a change of any number that clients know.
///
/// A number that is given out can carry its slot, so that what belongs to a player is found by its
/// number alone:
///
/// ```swift
/// let key = ShardKey("Ana")
/// let number = key.number(7)              // the seventh of its database
/// ShardKey(number: number) == key         // true
/// ```
public struct ShardKey: Sendable, Hashable {
    /// The number of slots, and the most databases that there can be.
    public static let slots = 64

    /// The slot: 0 to 63.
    public let slot: Int

    /// Creates the key of a text, whose slot is always the same.
    ///
    /// It is the lowest six bits of `hash ^ hash >> 32`, where `hash` is the FNV-1a hash of the
    /// UTF-8 (64 bits).
    ///
    /// - Parameter text: A text, such as a player's name.
    public init(_ text: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        // Texts that differ at the end alone differ little in the lowest bits.
        slot = Int((hash ^ hash >> 32) % UInt64(Self.slots))
    }

    /// Creates the key of a number, which carries its slot in the lowest six bits.
    ///
    /// - Parameter number: A number, such as one that ``number(_:)`` has made.
    public init(number: Int) {
        slot = number & (Self.slots - 1)
    }

    /// Makes a number that carries the slot.
    ///
    /// - Parameter sequence: A number that is given once in a database.
    /// - Returns: The number; `nil` where it would be too large.
    public func number(_ sequence: Int) -> Int? {
        let (product, overflows) = sequence.multipliedReportingOverflow(by: Self.slots)
        return overflows ? nil : product | slot
    }
}

/// An endpoint whose calls each concern one database of several.
///
/// ```swift
/// struct ShowScore: Endpoint, ShardedEndpoint {
///     static let route: Route = "GET /scores/{id}"
///     typealias Output = Score
///
///     @Path var id: Int
///
///     var shardKey: ShardKey { ShardKey(number: id) }
/// }
/// ```
///
/// A handler finds it by the call: `try await shards[call].read { … }`.
public protocol ShardedEndpoint: Endpoint {
    /// The key of what the call concerns.
    var shardKey: ShardKey { get }
}
