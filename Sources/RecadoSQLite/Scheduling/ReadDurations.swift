// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The mean time that each kind of read takes, by which a loop knows those that it can run itself.
///
/// A kind is the types of a closure, of its value and its failure: all else is inside it. Where
/// short and long reads have the same types, their mean is that of both.
final class ReadDurations: Sendable {
    /// The number of reads of which the last one counts as one.
    private static var weight: Int { 64 }

    /// The longest mean of a short read, in nanoseconds.
    private let longest: Int
    /// The mean of a kind that is not known: some two hundred short reads make it short.
    private let unknown: Int
    private let means = Mutex<[ObjectIdentifier: Int]>([:])

    /// Knows no kind yet.
    ///
    /// - Parameter longest: The longest mean of a short read, in nanoseconds.
    init(longest: Int) {
        (self.longest, unknown) = (longest, longest * 20)
    }

    /// Returns `true` for a kind whose last reads were short.
    func areShort(_ kind: ObjectIdentifier) -> Bool {
        means.withLock { $0[kind, default: unknown] } <= longest
    }

    /// The longest time for which a system with much to do takes the processor from a thread, which
    /// says nothing of the read, and the time that counts instead.
    private static let (longestPause, pause) = (5_000_000, 500_000)

    /// Counts a read that has just ended.
    func add(_ kind: ObjectIdentifier, since begin: Int) {
        var duration = max(Self.now - begin, 0)
        if duration < Self.longestPause { duration = min(duration, Self.pause) }
        means.withLock { means in
            let mean = means[kind, default: unknown]
            means[kind] = mean + (duration - mean) / Self.weight
        }
    }

    /// The time of a clock that is never put, in nanoseconds.
    static var now: Int { Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds) }
}
