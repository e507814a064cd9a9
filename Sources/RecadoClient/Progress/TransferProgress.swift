// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of a transfer at one time.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes transferred so far, including those of an earlier attempt that was resumed.
    public var done: Int
    /// The total number of bytes, if it is known.
    public var expected: Int?
    /// The bytes per second over the last five seconds; `nil` if it cannot be estimated yet.
    public var rate: Double?
    /// True if the transfer has ended, successfully or not.
    public var isOver: Bool

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - done: The bytes transferred so far.
    ///   - expected: The total number of bytes, if it is known.
    ///   - rate: The bytes per second.
    ///   - isOver: True if the transfer has ended.
    public init(done: Int, expected: Int? = nil, rate: Double? = nil, isOver: Bool = false) {
        self.done = done
        self.expected = expected
        self.rate = rate
        self.isOver = isOver
    }

    /// The transferred fraction, from 0 to 1; `nil` if the total is unknown.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(Double(done) / Double(expected), 1) : 1
    }

    /// The estimated time for the remaining bytes; `nil` if it cannot be estimated.
    public var remaining: Duration? {
        guard let expected, let rate, rate > 0 else { return nil }
        let seconds = Double(max(expected - done, 0)) / rate
        // If the rate is close to zero, the result is not a useful estimate.
        return seconds < 1e9 ? .seconds(seconds) : nil
    }
}
