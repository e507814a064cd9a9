// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The mean time that each kind of read takes, by which a loop knows the reads that it can run
/// itself.
///
/// A kind is given by the types of a closure, those of its value and its failure; nothing else can
/// be seen from outside. If short and long reads have the same types, they share one mean.
final class ReadDurations: Sendable {
    /// The weight of the mean: the latest read contributes one part in this number.
    private static var weight: Int { 64 }

    /// The longest mean of a short read, in nanoseconds.
    private let longest: Int
    /// The mean of an unknown kind, which some two hundred short reads make short.
    private let unknown: Int
    private let means = Mutex<[ObjectIdentifier: Int]>([:])

    /// Creates durations without any kinds.
    ///
    /// - Parameter longest: The longest mean of a short read, in nanoseconds.
    init(longest: Int) {
        (self.longest, unknown) = (longest, longest * 20)
    }

    /// Returns `true` for a kind whose last reads were short.
    func areShort(_ kind: ObjectIdentifier) -> Bool {
        means.withLock { $0[kind, default: unknown] } <= longest
    }

    /// In nanoseconds: a read that took less than `longestPause` counts as `pause` at most, because
    /// a busy system may have taken the processor from its thread.
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
