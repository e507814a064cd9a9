// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The faults of the simulated network between the hosts of a world.
///
/// Probabilities range from 0 to 1.
public struct NetworkFaults: Sendable, Hashable {
    /// The time that bytes take from one host to another; half a millisecond to two milliseconds by
    /// default.
    public var delay: ClosedRange<Duration> = .microseconds(500) ... .milliseconds(2)
    /// The probability that bytes are lost and sent again 200 ms later, as TCP does.
    public var loss = 0.0
    /// The probability of two faults: sent bytes are split into two parts that arrive separately,
    /// and the system accepts only a part of the bytes to send.
    public var cuts = 0.0
    /// The probability that a connection breaks while something is sent over it.
    public var resets = 0.0
    /// The probability that a host refuses a connection.
    public var refusal = 0.0
    /// The probability that resolving a host name fails.
    public var lookups = 0.0
    /// The bytes per second that a connection carries in each direction; `nil`, the default, for no
    /// limit.
    public var bytesPerSecond: Int?

    /// Creates the settings of a network without faults.
    public init() {}

    /// A network without faults.
    public static let none = NetworkFaults()

    /// A network with occasional faults of all kinds.
    ///
    /// Delays are up to 80 ms. One transmission in 50 is lost, one in 5 is split, and one in 200
    /// breaks its connection. One connection in 50 is refused, and one name resolution in 50 fails.
    public static let chaotic: NetworkFaults = {
        var faults = NetworkFaults()
        faults.delay = .microseconds(500) ... .milliseconds(80)
        (faults.loss, faults.cuts, faults.resets, faults.refusal) = (0.02, 0.2, 0.005, 0.02)
        faults.lookups = 0.02
        return faults
    }()
}

extension ClosedRange<Duration> {
    /// The range in nanoseconds; negative durations become 0.
    var inNanoseconds: ClosedRange<Int64> {
        let least = Swift.max(0, lowerBound.inNanoseconds)
        return least...Swift.max(least, upperBound.inNanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds; for durations beyond 4 × 10⁹ seconds, the least or greatest
    /// `Int64`.
    var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard abs(seconds) < 4_000_000_000 else { return seconds < 0 ? .min : .max }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
