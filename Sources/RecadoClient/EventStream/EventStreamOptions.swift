// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options that keep a stream of events alive.
public struct EventStreamOptions: Sendable {
    /// The wait before connecting again, unless the server sets one: 3 seconds, as in browsers.
    ///
    /// It is doubled with each consecutive failure. Up to half as much again is added at random.
    public var retryDelay: Duration = .seconds(3)

    /// The longest wait between failures, before the random addition and unless the server asks for
    /// more: a minute.
    public var longestDelay: Duration = .seconds(60)

    /// The failures in a row after which the stream fails: 10, which takes about seven minutes.
    public var failures = 10

    /// True to connect again when the connection ends; `true` by default.
    public var reconnects = true

    /// The identifier after which an earlier stream is continued; `nil` for a new stream.
    public var lastEventID: String?

    /// The limits on the size of lines and events.
    public var limits = ServerSentEvent.Parser.Limits()

    /// The shortest wait, whatever the server says: a tenth of a second, so that no server is
    /// overrun.
    let shortestDelay: Duration = .milliseconds(100)

    /// The clock that measures the waits.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Random numbers, at least 0 and less than 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default options.
    public init() {}
}
