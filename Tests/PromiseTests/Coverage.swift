// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSimulation
import Synchronization
import Testing

/// Counts the events of a test over all its simulated worlds.
///
/// Without this count a test would also pass if the events it is about never happened.
final class Coverage: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ event: String) { counts.withLock { $0[event, default: 0] += 1 } }

    /// Expects each event to have happened at least once per `worlds` simulated worlds.
    func expect(_ events: String..., inOneOf worlds: Int = 4) {
        let counts = counts.withLock(\.self)
        for event in events where seeds.count >= worlds {
            #expect(counts[event, default: 0] >= seeds.count / worlds, "\(event)")
        }
    }
}
