// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Virtual clock` {
    @Test
    func `sleepers wake at their time, the earliest first`() async throws {
        let clock = VirtualClock()
        await withTaskGroup(of: Int.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try? await clock.sleep(for: .seconds(seconds))
                    return seconds
                }
            }
            await clock.sleepers(3)
            clock.advance(by: .milliseconds(999))
            #expect(clock.sleeperCount == 3)
            for seconds in 1...3 {
                clock.advance(by: seconds == 1 ? .milliseconds(1) : .seconds(1))
                #expect(await group.next() == seconds)
            }
        }
        #expect(clock.now.offset == .seconds(3))
    }

    @Test
    func `a cancelled sleeper wakes with an error`() async throws {
        let clock = VirtualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test
    func `a task that is already cancelled does not sleep`() async throws {
        for jumps in [false, true] {
            let clock = VirtualClock(jumps: jumps)
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await clock.sleep(for: .seconds(1))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(clock.now.offset == .zero)
        }
    }

    @Test
    func `with the jumps option every sleep ends at once`() async throws {
        let clock = VirtualClock(jumps: true)
        try await clock.sleep(for: .seconds(5))
        try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(2)), tolerance: nil)
        #expect(clock.now.offset == .seconds(5))
        #expect(clock.sleeps == [.seconds(5), .seconds(-3)])
    }

    @Test
    func `a sleep until a past instant ends at once`() async throws {
        let clock = VirtualClock()
        clock.advance(by: .seconds(2))
        try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(1)), tolerance: nil)
        try await clock.sleep(for: .zero)
        #expect(clock.sleeperCount == 0)
    }
}
