// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The key that determines which of several databases stores a value.
///
/// The databases share 64 slots: with two databases, the first has the slots 0 to 31. A key does
/// not depend on how many databases there are, so the keys that clients know remain valid when the
/// number of databases is doubled.
///
/// A number that the service assigns, such as the number of a player, can contain the slot. The
/// number alone then identifies the database:
///
/// ```swift
/// let key = ShardKey("Ana")
/// let number = key.number(7)              // the seventh number of its database
/// ShardKey(number: number) == key         // true
/// ```
public struct ShardKey: Sendable, Hashable {
    /// The number of slots, which is also the maximum number of databases.
    public static let slots = 64

    /// The slot: 0 to 63.
    public let slot: Int

    /// Creates the key of a text; the same text always has the same slot.
    ///
    /// The slot is the lowest six bits of `hash ^ hash >> 32`, where `hash` is the 64-bit FNV-1a
    /// hash of the UTF-8.
    ///
    /// - Parameter text: A text, such as a player's name.
    public init(_ text: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        // The lowest bits alone differ too little between texts that differ only at the end.
        slot = Int((hash ^ hash >> 32) % UInt64(Self.slots))
    }

    /// Creates the key of a number, which carries its slot in the lowest six bits.
    ///
    /// - Parameter number: A number, such as a result of ``number(_:)``.
    public init(number: Int) {
        slot = number & (Self.slots - 1)
    }

    /// Makes a number that carries the slot.
    ///
    /// - Parameter sequence: A number that is assigned only once in a database.
    /// - Returns: The number; `nil` if it would be too large.
    public func number(_ sequence: Int) -> Int? {
        let (product, overflows) = sequence.multipliedReportingOverflow(by: Self.slots)
        return overflows ? nil : product | slot
    }
}

/// An endpoint whose calls each use one of several databases.
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
/// A handler selects the database by the call: `try await shards[call].read { … }`.
public protocol ShardedEndpoint: Endpoint {
    /// The key of the data that the call uses.
    var shardKey: ShardKey { get }
}
