// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// The services that the command can call.
enum Catalog {
    /// All services, in the order in which lists show them.
    static let apis: [API] = [
        Videoclub.api, Scores.api, Posts.api, Weather.api, FilmDatabase.api, Playground.api,
        Routes.api,
    ]
}
