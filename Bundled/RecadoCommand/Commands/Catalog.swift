// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// The services that the command knows.
enum Catalog {
    /// Every service, in the order of the lists.
    static let apis: [API] = [
        Videoclub.api, Scores.api, Posts.api, Weather.api, FilmDatabase.api, Playground.api,
        Routes.api,
    ]
}
