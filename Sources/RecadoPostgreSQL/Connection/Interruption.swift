// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// The wish of another thread that a call stop what it does.
final class Interruption: StoreBrake {
    private let hasFired = Atomic(false)
    private let wakeUp: WakeupPipe

    init(_ wakeUp: WakeupPipe) {
        self.wakeUp = wakeUp
    }

    var isFired: Bool { hasFired.load(ordering: .acquiring) }

    func fire() {
        hasFired.store(true, ordering: .releasing)
        wakeUp.ring()
    }

    func reset() { hasFired.store(false, ordering: .releasing) }
}
