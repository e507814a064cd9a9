// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Lets another thread ask a running call to stop.
final class Interruption: StoreBrake {
    private let hasFired = Atomic(false)
    private let hasDisplaced = Atomic(false)
    private let wakeUp: WakeupPipe

    init(_ wakeUp: WakeupPipe) {
        self.wakeUp = wakeUp
    }

    var isFired: Bool { hasFired.load(ordering: .acquiring) }

    func fire() {
        hasFired.store(true, ordering: .releasing)
        wakeUp.ring()
    }

    /// True if the call must make its connection available to others and start again later.
    var isDisplacing: Bool { hasDisplaced.load(ordering: .acquiring) }

    /// Requests that the call make its connection available to others.
    func displace() {
        hasDisplaced.store(true, ordering: .releasing)
        fire()
    }

    func reset() {
        hasFired.store(false, ordering: .releasing)
        hasDisplaced.store(false, ordering: .releasing)
    }
}
