// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The timers of many calls, served by a single sleeping task.
///
/// Sleeping costs several system calls, and almost all calls end before their timers fire.
/// Therefore one task sleeps until the earliest timer; scheduling and cancelling other timers only
/// changes a list. The task ends when it wakes and the list is empty.
package final class TimerQueue: Sendable {
    /// The queue of the clock that measures the timeouts of transports.
    package static var continuous: TimerQueue { queue.value }
    private static let queue = PerProcess { TimerQueue(ContinuousClock()) }
    /// The maximum delay of a timer: a hundred years.
    ///
    /// The clocks of the standard library fail for times that overflow their count of nanoseconds.
    private static let longestDelay = Duration.seconds(36_525 * 86_400)

    /// A timer in the queue.
    package struct Timer: Sendable {
        fileprivate let queue: TimerQueue
        fileprivate let key: Key

        /// Removes the timer from the queue; does nothing if it has fired.
        package func cancel() { queue.remove(key) }
    }

    /// The sort key of a timer: by time, and for equal times by the order of creation.
    fileprivate struct Key: Sendable, Comparable {
        let time: Duration
        let number: Int

        static func < (one: Key, other: Key) -> Bool {
            (one.time, one.number) < (other.time, other.number)
        }
    }

    private struct State {
        /// The timers in order: most have the same timeout, so most new ones are added at the end.
        var timers: [(key: Key, fire: @Sendable () -> Void)] = []
        var lastNumber = 0
        /// The task that sleeps, and the time until which it sleeps.
        var sleeper: (task: Task<Void, Never>, end: Duration)?

        /// Returns the position of a timer, or the position at which it would be inserted.
        func index(of key: Key) -> Int {
            var range = timers.indices
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                if timers[middle].key < key {
                    range = middle + 1..<range.upperBound
                } else {
                    range = range.lowerBound..<middle
                }
            }
            return range.lowerBound
        }
    }

    private let stopwatch: Stopwatch
    private let state = Mutex(State())

    /// Creates a queue without timers.
    ///
    /// - Parameter clock: The clock that measures the times.
    package init(_ clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock)
    }

    /// The number of timers that have neither fired nor been cancelled.
    package var count: Int { state.withLock { $0.timers.count } }

    /// Calls a function after a delay, unless the timer is cancelled earlier.
    ///
    /// - Parameters:
    ///   - delay: The delay, of at most a hundred years.
    ///   - fire: The function, called once by the task that all timers share; it must return soon.
    /// - Returns: The timer.
    package func schedule(
        after delay: Duration,
        _ fire: @escaping @Sendable () -> Void
    ) -> Timer {
        let time = stopwatch.now + min(delay, Self.longestDelay)
        return state.withLock { state in
            state.lastNumber += 1
            let key = Key(time: time, number: state.lastNumber)
            state.timers.insert((key, fire), at: state.index(of: key))
            if state.sleeper.map({ time < $0.end }) ?? true {
                state.sleeper?.task.cancel()
                sleep(until: time, &state)
            }
            return Timer(queue: self, key: key)
        }
    }

    private func remove(_ key: Key) {
        // The closure returns the removed timer, so that the objects that its function retains are
        // released outside the lock.
        _ = state.withLock { state in
            let index = state.index(of: key)
            guard index < state.timers.count, state.timers[index].key == key else {
                return nil as (key: Key, fire: @Sendable () -> Void)?
            }
            return state.timers.remove(at: index)
        }
    }

    // MARK: - Sleeping

    private func sleep(until end: Duration, _ state: inout State) {
        let delay = max(end - stopwatch.now, .zero)
        // The task is detached, so that it retains no task-local values of the task that scheduled
        // the timer.
        let task = Task.detached { [self] in
            // If the sleep throws, this task was cancelled because another task sleeps for an
            // earlier timer.
            guard (try? await stopwatch.sleep(for: delay)) != nil else { return }
            wake(at: end)
        }
        state.sleeper = (task, end)
    }

    /// Fires the timers that are due, and sleeps again if others remain.
    private func wake(at end: Duration) {
        let due = state.withLock { state in
            // Another task may have taken over between the end of the sleep and this point.
            guard let sleeper = state.sleeper, sleeper.end == end else {
                return [] as ArraySlice<(key: Key, fire: @Sendable () -> Void)>
            }
            let count = state.index(of: Key(time: stopwatch.now, number: .max))
            let due = state.timers.prefix(count)
            state.timers.removeFirst(count)
            state.sleeper = nil
            if let next = state.timers.first { sleep(until: next.key.time, &state) }
            return due
        }
        for timer in due { timer.fire() }
    }
}
