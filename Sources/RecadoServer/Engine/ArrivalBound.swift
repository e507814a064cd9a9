// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An upper bound of the time that the requests of a loop have waited, unseen, before the loop read
/// them.
///
/// The system does not tell when bytes have arrived: they wait in its buffers until the loop asks.
/// If the last batch was not full, the bytes that the loop finds now have arrived since. After a
/// full batch, bytes left behind may be as old as the batches before it, but the system reports
/// connections in the order in which they became ready: none waits for more batches than all
/// connections fill.
struct ArrivalBound {
    /// The greatest number of earlier batches that are taken into account, a power of two.
    static let depth = 64

    /// The most nanoseconds that a request for events takes if some are there already; more means
    /// that the loop has slept.
    private static let longestAsking: Int64 = 100_000

    /// The times at which the last batches were taken.
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
    ///   - asked: The time at which the loop asked for it, in nanoseconds.
    ///   - now: The time at which the loop got it; if the loop had to wait, its bytes have just
    ///     arrived.
    ///   - isFull: True if more may have been left behind.
    ///   - mostBatches: The number of batches that all connections fill.
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
