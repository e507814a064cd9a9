// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The faults and the delays of a host's disk.
public struct DiskFaults: Sendable, Hashable {
    /// The greatest total size of its files in bytes; `nil`, the default, for no limit.
    ///
    /// Writes beyond it fail, as on a full disk.
    public var capacity: Int?
    /// The probability that a write or a sync fails, from 0, never, to 1, always.
    public var failures = 0.0

    /// The time that a sync takes; a tenth of a millisecond to a millisecond by default.
    public var delay: ClosedRange<Duration> = .microseconds(100) ... .milliseconds(1)

    /// Creates a disk on which nothing goes wrong.
    public init() {}
}
