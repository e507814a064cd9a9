// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An upper bound for the time that requests waited in the system's buffers before a loop read
/// them.
///
/// The system does not report when bytes arrived. If the previous batch of events was not full, the
/// bytes found now have arrived since that batch. If it was full, there may have been no room for
/// them in it, nor in the full batches directly before it: they may have arrived at any time since
/// the last batch that was not full. But the system reports connections in the order in which they
/// became ready. So a connection waits for no more batches than all connections together can fill.
struct ArrivalBound {
    /// The greatest number of earlier batches that are taken into account, a power of two.
    static let depth = 64

    /// The most nanoseconds that the system call for events takes when events are ready; if the
    /// call takes longer, the loop has slept.
    private static let longestAsking: Int64 = 100_000

    /// The times at which the latest batches were taken.
    private var times = [Int64](repeating: 0, count: Self.depth)
    private var turn = 0
    /// The number of full batches in a row, up to the last one.
    private var fullBatches = 0
    /// The earliest time at which something in the current batch can have arrived.
    private(set) var earliest: Int64

    init(now: Int64) {
        earliest = now
        times[0] = now
    }

    /// Records a batch.
    ///
    /// - Parameters:
    ///   - asked: The time at which the loop asked for events, in nanoseconds.
    ///   - now: The time at which the loop got them; if the loop slept, the bytes have just
    ///     arrived.
    ///   - isFull: True if the batch was full, so more events may be waiting.
    ///   - mostBatches: The number of batches that all connections together can fill.
    mutating func take(asked: Int64, now: Int64, isFull: Bool, mostBatches: Int) {
        if now - asked > Self.longestAsking {
            earliest = now
        } else {
            let back = min(fullBatches, mostBatches, turn, Self.depth - 1)
            earliest = times[(turn - back) & (Self.depth - 1)]
        }
        turn += 1
        times[turn & (Self.depth - 1)] = now
        fullBatches = isFull ? fullBatches + 1 : 0
    }
}
