// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that have been transferred, including those of an earlier attempt that is resumed.
    public var done: Int
    /// The total number of bytes, if it is known.
    public var expected: Int?
    /// The bytes per second over the last five seconds; `nil` until it can be estimated.
    public var rate: Double?
    /// True if the transfer has ended, successfully or not.
    public var isOver: Bool

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - done: The bytes that have been transferred.
    ///   - expected: The total number of bytes, if it is known.
    ///   - rate: The bytes per second.
    ///   - isOver: True if the transfer has ended.
    public init(done: Int, expected: Int? = nil, rate: Double? = nil, isOver: Bool = false) {
        self.done = done
        self.expected = expected
        self.rate = rate
        self.isOver = isOver
    }

    /// The fraction that has been transferred, from 0 to 1, if the total is known.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(Double(done) / Double(expected), 1) : 1
    }

    /// The time for the remaining bytes at this rate, if it can be estimated.
    public var remaining: Duration? {
        guard let expected, let rate, rate > 0 else { return nil }
        let seconds = Double(max(expected - done, 0)) / rate
        // A rate close to zero allows no estimate.
        return seconds < 1e9 ? .seconds(seconds) : nil
    }
}
