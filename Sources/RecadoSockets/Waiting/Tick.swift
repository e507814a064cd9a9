// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A point in time on a monotonic clock, in nanoseconds.
struct Tick: Comparable, Hashable, Sendable {
    let nanoseconds: Int64

    /// A time that is never reached.
    static let never = Tick(nanoseconds: .max)

    /// The current time.
    static var now: Tick {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Tick(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (one: Tick, other: Tick) -> Bool { one.nanoseconds < other.nanoseconds }

    /// Returns the time that is some nanoseconds later; ``never`` if it is out of range.
    func after(nanoseconds: Int64) -> Tick {
        let (sum, isTooLate) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return isTooLate ? .never : Tick(nanoseconds: sum)
    }

    /// Returns the time that is a duration later; without a duration, ``never``.
    func after(_ duration: Duration?) -> Tick {
        guard let duration else { return .never }
        let (seconds, attoseconds) = duration.components
        guard seconds < 1_000_000_000, self != .never else { return .never }
        let nanoseconds = max(0, seconds) * 1_000_000_000 + max(0, attoseconds) / 1_000_000_000
        return Tick(nanoseconds: self.nanoseconds &+ nanoseconds)
    }

    /// Returns the time from this point to a later one.
    func duration(to later: Tick) -> Duration {
        .nanoseconds(max(0, later.nanoseconds &- nanoseconds))
    }

    /// Returns the milliseconds until a point in time, rounded up, for system calls that wait; -1
    /// for ``never``.
    func milliseconds(until moment: Tick) -> Int32 {
        if moment == .never { return -1 }
        let left = max(0, moment.nanoseconds &- nanoseconds)
        return Int32(clamping: (left &+ 999_999) / 1_000_000)
    }
}
