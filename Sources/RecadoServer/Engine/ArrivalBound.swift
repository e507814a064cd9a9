// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The longest time that the requests of a loop may have waited, unseen, before it came to them.
///
/// Nobody says when bytes have come: they wait in the system's buffers until the loop asks. Bytes
/// that it finds have come after it asked last, if that brought all there was. If that was a full
/// batch, bytes left behind may be as old as the batches before it, but the system hands
/// connections out in the order in which they became ready: none waits for more batches than all
/// connections fill.
struct ArrivalBound {
    /// The most batches that are looked back upon, a power of two.
    static let depth = 64

    /// The nanoseconds that asking takes at most where something is there; more
    /// means that the loop has slept.
    private static let longestAsking: Int64 = 100_000

    /// When each of the last batches was taken.
    private var times = [Int64](repeating: 0, count: Self.depth)
    private var turn = 0
    /// The number of full batches up to the last one.
    private var fullBatches = 0
    /// The earliest time at which something in the present batch can have come.
    private(set) var earliest: Int64

    init(now: Int64) {
        earliest = now
        times[0] = now
    }

    /// Takes note of a batch.
    ///
    /// - Parameters:
    ///   - asked: When it was asked for, in nanoseconds.
    ///   - now: When it was there; what has come while the loop waited has just come.
    ///   - isFull: Whether more may have been left behind.
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
