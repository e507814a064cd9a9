// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options of an event stream: when to reconnect, and the limits.
public struct EventStreamOptions: Sendable {
    /// The wait before reconnecting, unless the server sets one: 3 seconds, as in browsers.
    ///
    /// It doubles with each consecutive failure. Up to half of it is added at random.
    public var retryDelay: Duration = .seconds(3)

    /// The longest wait after a failure, without the random addition: one minute.
    ///
    /// A server may ask for a longer wait.
    public var longestDelay: Duration = .seconds(60)

    /// The number of consecutive failures after which the stream fails: 10, which with the default
    /// waits take about seven minutes.
    public var failures = 10

    /// True to reconnect when the connection ends or fails; `true` by default.
    public var reconnects = true

    /// The identifier of the event after which the stream continues; `nil` for a new stream.
    public var lastEventID: String?

    /// The limits on the size of lines and events.
    public var limits = ServerSentEvent.Parser.Limits()

    /// The shortest wait, even if the server sets a shorter one: a tenth of a second, so that
    /// reconnecting does not overload the server.
    let shortestDelay: Duration = .milliseconds(100)

    /// The clock that measures the waits.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Returns random numbers, at least 0 and less than 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Creates the default options.
    public init() {}
}
