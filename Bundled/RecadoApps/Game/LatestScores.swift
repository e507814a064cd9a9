// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import Synchronization

/// The three best scores as last read for any visitor; a page shows them until it has read the
/// scores itself, or if reading fails.
final class LatestScores: Sendable {
    private let scores = Mutex<[Score]>([])

    /// Returns the state of a page that has not called the service.
    func state(by way: ScoreCalls.ReadingWay) -> Top3State {
        Top3State(scores.withLock(\.self), by: way)
    }

    /// Stores the scores of a page, if they come from the service.
    func keep(_ state: Top3State) {
        guard state.phase == .upToDate else { return }
        scores.withLock { $0 = state.scores }
    }
}
