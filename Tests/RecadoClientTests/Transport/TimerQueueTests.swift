// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Timer queue` {
    private let clock = VirtualClock()
    private let queue: TimerQueue
    /// The delays in seconds of the timers that have fired, in order.
    private let fired: AsyncStream<Int>
    private let note: AsyncStream<Int>.Continuation

    init() {
        queue = TimerQueue(clock)
        (fired, note) = AsyncStream.makeStream()
    }

    private func schedule(_ seconds: Int) -> TimerQueue.Timer {
        queue.schedule(after: .seconds(seconds)) { [note] in note.yield(seconds) }
    }

    @Test func `timers fire in the order of their due times`() async {
        for seconds in [7, 3, 9, 1, 5] { _ = schedule(seconds) }
        var all = fired.makeAsyncIterator()
        for seconds in [1, 3, 5, 7, 9] {
            await clock.sleepers(1)
            clock.advance(by: .seconds(seconds == 1 ? 1 : 2))
            #expect(await all.next() == seconds)
        }
        #expect(queue.count == 0)
    }

    @Test func `timers that are due together fire together`() async {
        for seconds in [2, 3, 2, 1] { _ = schedule(seconds) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        var all = fired.makeAsyncIterator()
        for seconds in [1, 2, 2, 3] { #expect(await all.next() == seconds) }
        #expect(queue.count == 0)
    }

    @Test func `a cancelled timer does not fire`() async {
        let timers = [1, 2, 2, 2, 3].map(schedule)
        for index in [0, 2, 4] { timers[index].cancel() }
        #expect(queue.count == 2)
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        note.yield(0)
        var all = fired.makeAsyncIterator()
        var seen: [Int?] = []
        for _ in 0..<3 { seen.append(await all.next()) }
        #expect(seen.compactMap(\.self).sorted() == [0, 2, 2])
        // Cancelling a timer too late, or twice, changes nothing.
        for timer in timers { timer.cancel() }
        #expect(queue.count == 0)
    }

    @Test func `one task sleeps for all timers`() async {
        let timers = (10..<1_000).map(schedule)
        await clock.sleepers(1)
        for timer in timers { timer.cancel() }
        _ = schedule(10)
        #expect(clock.sleeps == [.seconds(10)])
    }

    @Test func `an earlier timer does not wait for a later one`() async {
        _ = schedule(10)
        await clock.sleepers(1)
        _ = schedule(4)
        _ = schedule(6)
        // The sleep for the later timer ends as soon as an earlier timer is added.
        while clock.sleeps.count < 2 || clock.sleeperCount > 1 { await Task.yield() }
        clock.advance(by: .seconds(4))
        var all = fired.makeAsyncIterator()
        #expect(await all.next() == 4)
        await clock.sleepers(1)
        #expect(clock.sleeps == [10, 4, 2].map { .seconds($0) })
        #expect(queue.count == 2)
    }

    @Test func `no task sleeps while there are no timers`() async {
        let timer = schedule(1)
        await clock.sleepers(1)
        timer.cancel()
        clock.advance(by: .seconds(1))
        while clock.sleeperCount > 0 { await Task.yield() }
        // The next timer makes the queue sleep again.
        _ = schedule(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        var all = fired.makeAsyncIterator()
        #expect(await all.next() == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a negative delay fires at once, and the longest delay does not fire`() async {
        let queue = TimerQueue(ContinuousClock())
        let far = queue.schedule(after: .seconds(Int64.max)) { [note] in note.yield(0) }
        _ = queue.schedule(after: .seconds(-5)) { [note] in note.yield(-5) }
        var all = fired.makeAsyncIterator()
        #expect(await all.next() == -5)
        #expect(queue.count == 1)
        far.cancel()
        #expect(queue.count == 0)
    }

    @Test func `timers of concurrent tasks fire once, and cancelled timers do not fire`() async {
        let queue = TimerQueue(ContinuousClock())
        @Sendable func isKept(_ number: Int) -> Bool { number.isMultiple(of: 3) }
        await withTaskGroup { group in
            for number in 0..<600 {
                group.addTask { [note] in
                    // Timers that will be cancelled get a long delay, so that they would be noticed
                    // if they still delayed the test.
                    let delay = Duration.milliseconds(number % 7 + (isKept(number) ? 0 : 600_000))
                    let timer = queue.schedule(after: delay) { note.yield(number) }
                    await Task.yield()
                    if !isKept(number) { timer.cancel() }
                }
            }
        }
        var seen: Set<Int> = []
        for await number in fired {
            #expect(seen.insert(number).inserted)
            if seen.count == 200 { break }
        }
        #expect(seen == Set((0..<600).filter(isKept)))
        #expect(queue.count == 0)
    }
}
