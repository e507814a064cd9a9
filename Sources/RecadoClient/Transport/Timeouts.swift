// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The time limits of a transfer, in three respects; `nil` sets no limit.
///
/// ```swift
/// let quick = client.with { $0.timeouts.total = .seconds(2) }
/// ```
public struct Timeouts: Sendable, Hashable {
    /// From the call to an open connection, with its name resolution and TLS: 10 seconds.
    ///
    /// Three lost SYN segments are made up for within seven seconds.
    public var connect: Duration?

    /// Without a byte sent or received: 60 seconds, as long as most servers keep a request waiting.
    ///
    /// Time in which the program itself does not read the answer, or gives no more content to send,
    /// does not count.
    public var idle: Duration?

    /// From the call to the last byte of the answer: 300 seconds.
    ///
    /// This is enough for 64 MiB, the most that a client collects by default, at 2 Mbit/s. Set it
    /// to `nil` for answers that are meant to last, such as streams of events.
    public var total: Duration?

    /// Creates timeouts.
    ///
    /// - Parameters:
    ///   - connect: From the call to an open connection.
    ///   - idle: Without a byte sent or received.
    ///   - total: From the call to the last byte of the answer.
    public init(
        connect: Duration? = .seconds(10),
        idle: Duration? = .seconds(60),
        total: Duration? = .seconds(300)
    ) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}
