// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options that keep a stream of events alive.
public struct EventStreamOptions: Sendable {
    /// The wait before connecting again, unless the server sets one: 3 seconds, as in browsers.
    ///
    /// It is doubled with each failure in a row. Up to half as much again is added at random.
    public var retryDelay: Duration = .seconds(3)

    /// The longest wait between failures, unless the server asks for more: a minute.
    public var longestDelay: Duration = .seconds(60)

    /// The failures in a row after which the stream fails: 10, which takes about six minutes.
    public var failures = 10

    /// Whether to connect again when the connection ends; `true` by default.
    public var reconnects = true

    /// The identifier with which an earlier stream is taken up; `nil` for a new one.
    public var lastEventID: String?

    /// The limits on the size of lines and events.
    public var limits = ServerSentEvent.Parser.Limits()

    /// The shortest wait, whatever the server says: a tenth of a second, so that none is overrun.
    let shortestDelay: Duration = .milliseconds(100)

    /// The clock that measures the waits.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Numbers from 0 up to 1, drawn at random.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default options.
    public init() {}
}
