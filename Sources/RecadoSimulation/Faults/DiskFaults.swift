// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The faults and delays of a host's disk.
public struct DiskFaults: Sendable, Hashable {
    /// The greatest total size of the disk's files in bytes; `nil`, the default, for no limit.
    ///
    /// Writes that would exceed it fail, as on a full disk.
    public var capacity: Int?
    /// The probability that a write or a sync fails, from 0 to 1; 0 by default.
    public var failures = 0.0

    /// The time that a sync takes; a tenth of a millisecond to a millisecond by default.
    public var delay: ClosedRange<Duration> = .microseconds(100) ... .milliseconds(1)

    /// Creates the settings of a disk without faults.
    public init() {}
}
