// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The time for which events have waited for their loop, over the last minute.
///
/// An event that comes while a loop is busy waits until the loop's turn ends, at most for the whole
/// turn; one that comes while the loop is idle does not wait. Turns are weighted by their length,
/// so that a share of the time is a share of the events that may have come in it.
final class LoopDelays: Sendable {
    /// The turns of half a minute.
    struct Window: Sendable {
        /// The idle time in microseconds; `busy` is the time of turns by their length, in four
        /// steps for each doubling.
        var idle: Int64 = 0
        var busy = InlineArray<96, Int64>(repeating: 0)
        var longest: Int64 = 0
    }

    private struct State: Sendable {
        var current = Window()
        var last = Window()
        /// The end of the current window, in microseconds of ``Ticks``.
        var end: Int64 = 0
    }

    private static let length: Int64 = 30_000_000
    private let state = Mutex(State())

    /// Counts a turn and the idle time after it.
    ///
    /// - Parameters:
    ///   - turn: The microseconds of the turn.
    ///   - idle: The microseconds in which the loop has waited for events.
    ///   - now: The current time in microseconds of ``Ticks``.
    func add(turn: Int64, idle: Int64, now: Int64) {
        state.withLock { state in
            if now >= state.end {
                state.last = now >= state.end + Self.length ? Window() : state.current
                state.current = Window()
                state.end = now + Self.length
            }
            // The idle time before the window does not count.
            state.current.idle += min(idle, Self.length)
            state.current.busy[Self.place(of: turn)] += turn
            state.current.longest = max(state.current.longest, turn)
        }
    }

    /// The current window and the one before, unless they ended too long ago.
    func windows(now: Int64) -> [Window] {
        state.withLock { state in
            if now >= state.end + Self.length { return [] }
            return now >= state.end ? [state.current] : [state.last, state.current]
        }
    }

    /// The index of a turn's length: four steps for each doubling from 16 µs on.
    private static func place(of microseconds: Int64) -> Int {
        let quarter = max(0, microseconds) >> 2
        guard quarter >= 4 else { return 0 }
        let power = 63 - quarter.leadingZeroBitCount
        return min((power - 2) * 4 + Int(quarter >> (power - 2)) - 3, 95)
    }

    /// The longest turn of an index, in microseconds.
    static func longest(at place: Int) -> Int64 {
        guard place > 0 else { return 16 }
        // The last index is for all longer turns: three minutes and more.
        guard place < 95 else { return .max }
        let (power, step) = (place - 1).quotientAndRemainder(dividingBy: 4)
        return Int64(step + 5) << (power + 2)
    }
}

/// The time for which the events of a server wait for its loops: the longest, and the one below
/// which 99 of 100 events stay.
///
/// A loop that is kept busy by one request keeps all its other connections waiting. The times are
/// those of the last 30 to 60 seconds.
public struct LoopDelay: Sendable, Hashable {
    /// The delay below which 99 of 100 events stay, exact to a quarter.
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
        // A hundredth of the time, subtracted from the longest turns on.
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
