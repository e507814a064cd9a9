// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoStore
import RecadoThreads
import Synchronization
import Testing

@testable import RecadoSQLite

/// Stands for a sleeping thread, and counts how often it is woken.
private final class Sleeper: DelayedWakeup {
    private let wakeups = Atomic(0)

    var count: Int { wakeups.load(ordering: .relaxed) }

    func wakeUp() { wakeups.add(1, ordering: .relaxed) }
}

@Suite
struct `Delayed wakeups of threads` {
    @Test func `a thread is woken once at the end of a loop turn with several jobs`() {
        #expect(ThreadTurns.current == nil)
        let (first, second) = (Sleeper(), Sleeper())
        ThreadTurns.run { turns in
            #expect(ThreadTurns.current === turns)
            for _ in 0..<3 { turns.delay(first) }
            turns.delay(second)
            #expect(first.count == 0)
            turns.end()
            #expect(first.count == 1)
            turns.end()
            turns.delay(second)
        }
        #expect((first.count, second.count) == (1, 2))
        #expect(ThreadTurns.current == nil)
    }

    /// Records when a sleeping thread is to be woken, as decided by `WakeupTiming`.
    private struct Sleep {
        private var timing = WakeupTiming()
        private(set) var moments: [WakeupTiming.Moment] = []
        private(set) var ends: [Bool] = []

        mutating func ask(_ count: Int, isAsleep: Bool, in turns: ThreadTurns?) {
            moments.append(timing.moment(isAsleep: isAsleep, for: count, in: turns))
        }

        mutating func end() { ends.append(timing.end()) }
    }

    @Test func `a thread without an event loop wakes other threads at once`() {
        var sleep = Sleep()
        sleep.ask(1, isAsleep: true, in: nil)
        sleep.ask(2, isAsleep: false, in: nil)
        sleep.end()
        #expect(sleep.moments == [.now, .never])
        #expect(sleep.ends == [false])
    }

    @Test func `many jobs or a job of another thread trigger a delayed wakeup at once`() {
        var sleep = Sleep()
        ThreadTurns.run { turns in
            sleep.ask(1, isAsleep: true, in: turns)
            sleep.ask(2, isAsleep: false, in: turns)
            sleep.ask(3, isAsleep: false, in: nil)
            sleep.end()
            sleep.ask(1, isAsleep: true, in: turns)
            sleep.ask(16, isAsleep: false, in: turns)
            sleep.ask(1, isAsleep: true, in: turns)
            sleep.end()
            sleep.end()
        }
        let moments: [WakeupTiming.Moment] = [
            .atEndOfTurn, .atEndOfTurn, .now, .atEndOfTurn, .now, .atEndOfTurn,
        ]
        #expect(sleep.moments == moments)
        #expect(sleep.ends == [false, true, false])
    }

    @Test(arguments: [1, 15, 16, 17, 100])
    func `all jobs that a loop turn adds to a queue are executed`(count: Int) {
        let queue = JobQueue(limit: 1_000)
        let (taken, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<3 {
            let failure = SystemThread.start {
                while case .jobs(let jobs) = queue.take(upTo: 1, within: nil) {
                    for _ in jobs { taken.signal() }
                }
                ended.signal()
            }
            #expect(failure == nil)
        }
        for _ in 0..<50 {
            ThreadTurns.run { turns in
                for _ in 0..<count { #expect(queue.append(Self.job) == nil) }
                turns.end()
                for _ in 0..<count { taken.wait() }
            }
        }
        queue.close()
        for _ in 0..<3 { ended.wait() }
    }

    @Test func `a job from another thread triggers a delayed wakeup at once`() {
        let queue = JobQueue(limit: 10)
        let taken = DispatchSemaphore(value: 0)
        let failure = SystemThread.start {
            while case .jobs(let jobs) = queue.take(upTo: 1, within: nil) {
                for _ in jobs { taken.signal() }
            }
        }
        #expect(failure == nil)
        ThreadTurns.run { _ in
            #expect(queue.append(Self.job) == nil)
            let other = SystemThread.start { _ = queue.append(Self.job) }
            #expect(other == nil)
            // The turn has not ended while the thread takes both jobs.
            taken.wait()
            taken.wait()
        }
        queue.close()
    }

    private static var job: Job { Job(.read, ObjectIdentifier(Int.self)) { _ in true } }
}
