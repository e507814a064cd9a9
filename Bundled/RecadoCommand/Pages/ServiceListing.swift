// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A service as the home page shows it.
struct ServiceListing: Sendable {
    /// A collection of resources that the service serves beside its endpoints.
    struct Collection: Sendable {
        /// The whole path.
        let path: String
        /// The type of its resources.
        let type: String
    }

    /// The service.
    let api: API
    /// Values for the inputs of examples, by name.
    let samples: [String: String]
    /// The user of the examples, `name:password`; empty where anyone may call.
    var user = ""
    /// The queries of examples, by the names of endpoints.
    var queries: [String: QueryItems] = [:]
    /// The paths of pictures that belong to the service.
    var pictures: [String] = []
    /// Whether examples of single entries lead somewhere from the beginning.
    var hasEntries = true
    /// The collections of resources that no declared endpoint lists.
    var collections: [Collection] = []

    /// Lists nothing of a service but its endpoints.
    init(api: API, samples: [String: String], user: String = "", pictures: [String] = []) {
        self.api = api
        self.samples = samples
        self.user = user
        self.pictures = pictures
    }

    /// Lists a service with all that it serves.
    init(_ service: Service, samples: [String: String]) {
        self.init(api: service.api, samples: samples)
        // Those that a declared endpoint lists are among the endpoints.
        let declared = Set(service.api.endpoints.map { service.api.prefix + $0.route.path })
        collections = service.collectionDescriptions.filter { !declared.contains($0.path) }.map {
            Collection(path: $0.path, type: $0.resourceType)
        }
    }

    /// The line that calls an endpoint with this program; `nil` for a name of none.
    func line(calling endpoint: String, at publicURL: String) -> String? {
        api.endpoints.first { $0.name == endpoint }
            .flatMap { EndpointExample($0, of: self, at: publicURL).lines.last }
    }
}
