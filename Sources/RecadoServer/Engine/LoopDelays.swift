// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A record of how long events waited for their loop, over the last minute.
///
/// In a turn, a loop handles the events that have arrived; then it is idle until the next event. An
/// event that arrives during a turn waits until the turn ends; an event that arrives while the loop
/// is idle does not wait. Turns are weighted by their length, because more events can arrive in a
/// longer turn: a hundredth of the time stands for a hundredth of the events.
final class LoopDelays: Sendable {
    /// The turns and the idle time of half a minute.
    struct Window: Sendable {
        /// The idle time in microseconds; `busy` has the total time of the turns in each bucket of
        /// length.
        var idle: Int64 = 0
        var busy = InlineArray<96, Int64>(repeating: 0)
        var longest: Int64 = 0
    }

    private struct State: Sendable {
        var current = Window()
        var last = Window()
        /// The end of the current window, in microseconds on the clock of ``Ticks``.
        var end: Int64 = 0
    }

    private static let length: Int64 = 30_000_000
    private let state = Mutex(State())

    /// Adds a turn and the idle time after it.
    ///
    /// - Parameters:
    ///   - turn: The length of the turn in microseconds.
    ///   - idle: The microseconds for which the loop then waited for events.
    ///   - now: The current time, in microseconds on the clock of ``Ticks``.
    func add(turn: Int64, idle: Int64, now: Int64) {
        state.withLock { state in
            if now >= state.end {
                state.last = now >= state.end + Self.length ? Window() : state.current
                state.current = Window()
                state.end = now + Self.length
            }
            // The idle time before the window began does not count.
            state.current.idle += min(idle, Self.length)
            state.current.busy[Self.place(of: turn)] += turn
            state.current.longest = max(state.current.longest, turn)
        }
    }

    /// Returns the current window and the one before it, unless they ended too long ago.
    func windows(now: Int64) -> [Window] {
        state.withLock { state in
            if now >= state.end + Self.length { return [] }
            return now >= state.end ? [state.current] : [state.last, state.current]
        }
    }

    /// Returns the bucket of a turn by its length: one bucket below 16 µs, then four for each
    /// doubling.
    private static func place(of microseconds: Int64) -> Int {
        let quarter = max(0, microseconds) >> 2
        guard quarter >= 4 else { return 0 }
        let power = 63 - quarter.leadingZeroBitCount
        return min((power - 2) * 4 + Int(quarter >> (power - 2)) - 3, 95)
    }

    /// Returns the upper bound, in microseconds, of the turns that a bucket counts.
    static func longest(at place: Int) -> Int64 {
        guard place > 0 else { return 16 }
        // The last bucket is for all longer turns: three minutes and more.
        guard place < 95 else { return .max }
        let (power, step) = (place - 1).quotientAndRemainder(dividingBy: 4)
        return Int64(step + 5) << (power + 2)
    }
}

/// The time for which a server's events wait for their loop: the longest, and the 99th percentile.
///
/// A loop that one request keeps busy delays all its other connections. The times cover the last 30
/// to 60 seconds.
public struct LoopDelay: Sendable, Hashable {
    /// The delay that 99 of 100 events do not exceed, accurate to within a quarter.
    public var percentile99: Duration = .zero
    /// The longest delay.
    public var longest: Duration = .zero

    init(_ loops: [LoopDelays], now: Int64) {
        var total: Int64 = 0
        var busy = [Int64](repeating: 0, count: 96)
        var longest: Int64 = 0
        for window in loops.flatMap({ $0.windows(now: now) }) {
            total += window.idle
            longest = max(longest, window.longest)
            for place in busy.indices {
                busy[place] += window.busy[place]
                total += window.busy[place]
            }
        }
        // The longest turns are skipped until together they exceed a hundredth of the time.
        var rest = total / 100
        guard total > 0 else { return }
        self.longest = .microseconds(longest)
        for place in busy.indices.reversed() {
            rest -= busy[place]
            guard rest < 0 else { continue }
            percentile99 = .microseconds(min(LoopDelays.longest(at: place), longest))
            return
        }
    }
}
