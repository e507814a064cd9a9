// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A thread that sleeps until the next time at which a pool has something to do.
final class PoolClock: Sendable {
    private struct State: Sendable {
        var alarm: Duration?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)
    private let start = ContinuousClock.now

    /// The time since the pool was created.
    var now: Duration { start.duration(to: .now) }

    /// Sets the time at which the thread wakes, unless an earlier time is set; `nil` changes
    /// nothing.
    func set(_ alarm: Duration?) {
        guard let alarm else { return }
        let mustRing = state.withLock { state in
            if let set = state.alarm, set <= alarm { return false }
            state.alarm = alarm
            return true
        }
        if mustRing { bell.signal() }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        bell.signal()
    }

    /// Calls a closure at each time that is set, until the clock is stopped.
    func run(_ strike: () -> Void) {
        while true {
            let (alarm, isStopped) = state.withLock { ($0.alarm, $0.isStopped) }
            if isStopped { return }
            guard let alarm else {
                bell.wait()
                continue
            }
            let left = alarm - now
            if left > .zero {
                let (seconds, attoseconds) = left.components
                let time =
                    Int(min(seconds, 1 << 30)) * 1_000_000_000
                    + Int(attoseconds / 1_000_000_000)
                _ = bell.wait(timeout: .now() + .nanoseconds(time + 1_000_000))
                continue
            }
            state.withLock { $0.alarm = nil }
            strike()
        }
    }
}
