// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The faults of the network between the hosts of a world.
///
/// Probabilities are from 0, never, to 1, always.
public struct NetworkFaults: Sendable, Hashable {
    /// The time that bytes take from one host to another; half a millisecond to two by default.
    public var delay: ClosedRange<Duration> = .microseconds(500) ... .milliseconds(2)
    /// The probability that bytes are lost and sent again 200 ms later, as TCP does.
    public var loss = 0.0
    /// The probability that a piece of bytes is cut in two, which arrive on their own, and that the
    /// system takes a part of what is to be sent.
    public var cuts = 0.0
    /// The probability that a connection breaks down while something is sent over it.
    public var resets = 0.0
    /// The probability that a host does not accept a connection.
    public var refusal = 0.0
    /// The probability that the address of a host's name is not found.
    public var lookups = 0.0
    /// The bytes that a connection carries in a second, each way; `nil`, the default, is no limit.
    public var bytesPerSecond: Int?

    /// Creates a network on which nothing goes wrong.
    public init() {}

    /// Nothing goes wrong.
    public static let none = NetworkFaults()

    /// Everything goes wrong now and then: up to 80 ms of delay, one piece of 50 lost, one of 5
    /// cut, one connection of 200 messages broken, one of 50 refused, one name of 50 not found.
    public static let chaotic: NetworkFaults = {
        var faults = NetworkFaults()
        faults.delay = .microseconds(500) ... .milliseconds(80)
        (faults.loss, faults.cuts, faults.resets, faults.refusal) = (0.02, 0.2, 0.005, 0.02)
        faults.lookups = 0.02
        return faults
    }()
}

extension ClosedRange<Duration> {
    /// The range in nanoseconds, from 0 on.
    var inNanoseconds: ClosedRange<Int64> {
        let least = Swift.max(0, lowerBound.inNanoseconds)
        return least...Swift.max(least, upperBound.inNanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, as far as they can be counted.
    var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard abs(seconds) < 4_000_000_000 else { return seconds < 0 ? .min : .max }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
