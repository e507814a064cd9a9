// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A point in time by which something must be done, or no limit.
struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant?

    static var never: Deadline { Deadline(nil) }

    private init(_ instant: ContinuousClock.Instant?) {
        self.instant = instant
    }

    /// Returns the deadline after a duration; for `nil`, a deadline that is never reached.
    static func after(_ time: Duration?) -> Deadline {
        Deadline(time.map { ContinuousClock.now + min(max($0, .zero), .seconds(1 << 30)) })
    }

    var isOver: Bool { instant.map { $0 <= ContinuousClock.now } ?? false }

    /// The remaining time as `poll` takes it, rounded up so that `poll` does not return too early.
    var milliseconds: Int32 {
        guard let instant else { return -1 }
        let left = (instant - .now).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        let thousandths = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: min(thousandths, 1 << 30) + 1)
    }
}
