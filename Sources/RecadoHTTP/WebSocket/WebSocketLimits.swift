// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The limits on data that one side of a WebSocket accepts from the other.
public struct WebSocketLimits: Sendable, Hashable {
    /// The greatest size of a frame's payload in bytes: 16 MiB, the same as for a message.
    public var frame = 16 << 20

    /// The greatest size of a message in bytes, decompressed: 16 MiB.
    ///
    /// A message is held in memory as a whole. Larger data belongs in a request of its own, or in
    /// several messages.
    public var message = 16 << 20

    /// The greatest number of fragments of one message: 131 072.
    ///
    /// Without a limit, empty fragments could keep a reader busy without end. Test suites send a
    /// message of 4 MiB in fragments of 64 bytes, which are half this number.
    public var fragments = 131_072

    /// The maximum payload of a frame that is sent: 65 536 bytes.
    ///
    /// Longer messages go out in fragments, between which pings are answered.
    public var sentFrame = 65_536

    /// Creates limits with their defaults.
    public init() {}
}
