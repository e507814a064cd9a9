// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSimulation
import Synchronization
import Testing

/// The events that a promise is about, in all worlds together: a promise of which nothing ever came
/// true would hold as well.
final class Coverage: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ event: String) { counts.withLock { $0[event, default: 0] += 1 } }

    /// Expects each event at least as often as in one world of so many.
    func expect(_ events: String..., inOneOf worlds: Int = 4) {
        let counts = counts.withLock(\.self)
        for event in events where seeds.count >= worlds {
            #expect(counts[event, default: 0] >= seeds.count / worlds, "\(event)")
        }
    }
}
