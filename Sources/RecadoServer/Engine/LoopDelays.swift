// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The time that events have waited for their loop, over the last minute.
///
/// An event that comes while a loop is busy waits for the end of its turn, at the longest for all
/// of it; one that comes while the loop is idle does not wait. Turns count for as long as they
/// take, so that a share of the time is a share of the events that may have come in it.
final class LoopDelays: Sendable {
    /// Half a minute's turns.
    struct Window: Sendable {
        /// In microseconds: the idle time, and the turns by their length,
        /// four steps for twice as much.
        var idle: Int64 = 0
        var busy = InlineArray<96, Int64>(repeating: 0)
        var longest: Int64 = 0
    }

    private struct State: Sendable {
        var current = Window()
        var last = Window()
        /// When the current window ends, in microseconds of ``Ticks``.
        var end: Int64 = 0
    }

    private static let length: Int64 = 30_000_000
    private let state = Mutex(State())

    /// Counts a turn and the idle time after it.
    ///
    /// - Parameters:
    ///   - turn: The microseconds of the turn.
    ///   - idle: The microseconds in which the loop has waited for events.
    ///   - now: The present in microseconds of ``Ticks``.
    func add(turn: Int64, idle: Int64, now: Int64) {
        state.withLock { state in
            if now >= state.end {
                state.last = now >= state.end + Self.length ? Window() : state.current
                state.current = Window()
                state.end = now + Self.length
            }
            // What was before the window says nothing of it.
            state.current.idle += min(idle, Self.length)
            state.current.busy[Self.place(of: turn)] += turn
            state.current.longest = max(state.current.longest, turn)
        }
    }

    /// The windows that are not over for longer than one.
    func windows(now: Int64) -> [Window] {
        state.withLock { state in
            if now >= state.end + Self.length { return [] }
            return now >= state.end ? [state.current] : [state.last, state.current]
        }
    }

    /// Four steps for each doubling from 16 µs on.
    private static func place(of microseconds: Int64) -> Int {
        let quarter = max(0, microseconds) >> 2
        guard quarter >= 4 else { return 0 }
        let power = 63 - quarter.leadingZeroBitCount
        return min((power - 2) * 4 + Int(quarter >> (power - 2)) - 3, 95)
    }

    /// The longest turn of a place, in microseconds.
    static func longest(at place: Int) -> Int64 {
        guard place > 0 else { return 16 }
        // The last one holds all that is longer: three minutes and more.
        guard place < 95 else { return .max }
        let (power, step) = (place - 1).quotientAndRemainder(dividingBy: 4)
        return Int64(step + 5) << (power + 2)
    }
}

/// The time that the events of a server wait for its loops: the longest, and the
/// one that 99 of 100 stay below.
///
/// A loop that is kept busy by one request keeps all its other connections waiting. The times are
/// those of the last 30 to 60 seconds.
public struct LoopDelay: Sendable, Hashable {
    /// The delay that 99 of 100 events stay below, exact to a quarter.
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
        // The hundredth part of the time, from the longest turns on.
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
