// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A moment on a clock that is never adjusted, in nanoseconds.
struct Tick: Comparable, Hashable, Sendable {
    let nanoseconds: Int64

    /// The moment that never comes.
    static let never = Tick(nanoseconds: .max)

    /// The present.
    static var now: Tick {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Tick(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (one: Tick, other: Tick) -> Bool { one.nanoseconds < other.nanoseconds }

    /// The moment some nanoseconds later, or the one that never comes.
    func after(nanoseconds: Int64) -> Tick {
        let (sum, isTooLate) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return isTooLate ? .never : Tick(nanoseconds: sum)
    }

    /// The moment some time later; without a limit, the one that never comes.
    func after(_ duration: Duration?) -> Tick {
        guard let duration else { return .never }
        let (seconds, attoseconds) = duration.components
        guard seconds < 1_000_000_000, self != .never else { return .never }
        let nanoseconds = max(0, seconds) * 1_000_000_000 + max(0, attoseconds) / 1_000_000_000
        return Tick(nanoseconds: self.nanoseconds &+ nanoseconds)
    }

    /// The time from this moment to a later one.
    func duration(to later: Tick) -> Duration {
        .nanoseconds(max(0, later.nanoseconds &- nanoseconds))
    }

    /// The milliseconds until a moment, rounded up, for the system's calls that wait; -1 means for
    /// ever.
    func milliseconds(until moment: Tick) -> Int32 {
        if moment == .never { return -1 }
        let left = max(0, moment.nanoseconds &- nanoseconds)
        return Int32(clamping: (left &+ 999_999) / 1_000_000)
    }
}
