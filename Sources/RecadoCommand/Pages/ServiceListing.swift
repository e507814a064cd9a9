// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// A service as the home page shows it.
struct ServiceListing: Sendable {
    /// The service.
    let api: API
    /// Values for the inputs of examples, by name.
    let samples: [String: String]
    /// Whom the examples call as, `name:password`; empty where anyone may call.
    var user = ""
    /// What examples ask for in the query, by the names of endpoints.
    var queries: [String: QueryItems] = [:]
    /// The paths of pictures that belong to the service.
    var pictures: [String] = []
    /// Whether examples of single entries lead somewhere from the beginning.
    var hasEntries = true
}
