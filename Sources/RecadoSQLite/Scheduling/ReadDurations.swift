// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The mean duration of each kind of read, by which an event loop decides which reads to run
/// itself.
///
/// The kind of a read is the pair of its closure's value type and failure type, because nothing
/// else is known of a closure. Short and long reads with the same types share one mean.
final class ReadDurations: Sendable {
    /// The weight of the mean: the latest read contributes one part in 64.
    private static var weight: Int { 64 }

    /// The greatest mean duration, in nanoseconds, with which reads count as short.
    private let longest: Int
    /// The initial mean of a new kind; about two hundred short reads bring it below `longest`.
    private let unknown: Int
    private let means = Mutex<[ObjectIdentifier: Int]>([:])

    /// Creates a record of mean durations, which is empty at first.
    ///
    /// - Parameter longest: The greatest mean duration, in nanoseconds, with which reads count as
    ///   short.
    init(longest: Int) {
        (self.longest, unknown) = (longest, longest * 20)
    }

    /// Returns true if reads of a kind are short on average.
    func areShort(_ kind: ObjectIdentifier) -> Bool {
        means.withLock { $0[kind, default: unknown] } <= longest
    }

    /// Two durations in nanoseconds, 5 ms and 0.5 ms: a read that took less than `longestPause`
    /// counts as at most `pause`.
    ///
    /// A busy system may have suspended the thread during the read.
    private static let (longestPause, pause) = (5_000_000, 500_000)

    /// Adds the duration of a read that has just ended to the mean of its kind.
    func add(_ kind: ObjectIdentifier, since begin: Int) {
        var duration = max(Self.now - begin, 0)
        if duration < Self.longestPause { duration = min(duration, Self.pause) }
        means.withLock { means in
            let mean = means[kind, default: unknown]
            means[kind] = mean + (duration - mean) / Self.weight
        }
    }

    /// The time of a monotonic clock, in nanoseconds.
    static var now: Int { Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds) }
}
