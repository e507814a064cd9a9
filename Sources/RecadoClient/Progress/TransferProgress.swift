// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that have been transferred, with those of an earlier attempt that is taken up.
    public var done: Int
    /// The bytes in all, if that is known.
    public var expected: Int?
    /// The bytes in a second, of the last five seconds; `nil` until there is something to tell.
    public var rate: Double?
    /// Whether the transfer has ended, well or not.
    public var isOver: Bool

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - done: The bytes that have been transferred.
    ///   - expected: The bytes in all, if that is known.
    ///   - rate: The bytes in a second.
    ///   - isOver: Whether the transfer has ended.
    public init(done: Int, expected: Int? = nil, rate: Double? = nil, isOver: Bool = false) {
        self.done = done
        self.expected = expected
        self.rate = rate
        self.isOver = isOver
    }

    /// The part that has been transferred, from 0 to 1, if it is known how much there is.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(Double(done) / Double(expected), 1) : 1
    }

    /// The time that the rest will take at this rate, if it can be estimated.
    public var remaining: Duration? {
        guard let expected, let rate, rate > 0 else { return nil }
        let seconds = Double(max(expected - done, 0)) / rate
        // A rate close to nothing tells nothing.
        return seconds < 1e9 ? .seconds(seconds) : nil
    }
}
