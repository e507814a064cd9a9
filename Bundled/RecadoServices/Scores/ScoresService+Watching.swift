// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore

extension ScoresService {
    /// Tells the best three scores now, and each time they are others.
    func watch(_ call: WatchTopScores) async throws(HandlerError<Never>) -> EventFeed<[Score]> {
        live.events()
    }
}
