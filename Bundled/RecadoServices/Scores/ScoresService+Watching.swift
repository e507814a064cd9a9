// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore

extension ScoresService {
    /// Streams the best three scores: first the current scores, then each time they change.
    func watch(_ call: WatchTopScores) async throws(HandlerError<Never>) -> EventFeed<[Score]> {
        live.events()
    }
}
