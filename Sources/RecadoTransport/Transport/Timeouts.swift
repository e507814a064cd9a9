// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The three time limits of a transfer; `nil` sets no limit.
///
/// ```swift
/// let quick = client.with { $0.timeouts.total = .seconds(2) }
/// ```
public struct Timeouts: Sendable, Hashable {
    /// The time from the call to an open connection, including name resolution and TLS: 10 seconds.
    ///
    /// TCP recovers from three lost SYN segments within seven seconds.
    public var connect: Duration?

    /// The time without a byte sent or received: 60 seconds, because most servers keep no request
    /// waiting longer than that.
    ///
    /// The time does not run while the program itself causes the delay, because it does not read
    /// the answer or provides no content to send.
    public var idle: Duration?

    /// The time from the call to the last byte of the answer: 300 seconds.
    ///
    /// This is enough for 64 MiB, the most that a client collects by default, at 2 Mbit/s. Set it
    /// to `nil` for answers that last by design, such as streams of events.
    public var total: Duration?

    /// Creates timeouts.
    ///
    /// - Parameters:
    ///   - connect: The time from the call to an open connection.
    ///   - idle: The time without a byte sent or received.
    ///   - total: The time from the call to the last byte of the answer.
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
