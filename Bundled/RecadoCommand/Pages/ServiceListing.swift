// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// A service on the home page.
struct ServiceListing: Sendable {
    /// A collection of resources that the service has in addition to its endpoints.
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
    /// The user of the examples, `name:password`; empty if anyone may call.
    var user = ""
    /// The queries of examples, by the names of endpoints.
    var queries: [String: QueryItems] = [:]
    /// The paths of pictures that belong to the service.
    var pictures: [String] = []
    /// True if the service initially has entries, so that examples of single entries work.
    var hasEntries = true
    /// The collections of resources that are not listed by a declared endpoint.
    var collections: [Collection] = []

    /// Lists a service with its endpoints only.
    init(api: API, samples: [String: String], user: String = "", pictures: [String] = []) {
        self.api = api
        self.samples = samples
        self.user = user
        self.pictures = pictures
    }

    /// Lists a service with its endpoints and collections.
    init(_ service: Service, samples: [String: String]) {
        self.init(api: service.api, samples: samples)
        // Collections that a declared endpoint lists are shown as endpoints.
        let declared = Set(service.api.endpoints.map { service.api.prefix + $0.route.path })
        collections = service.collectionDescriptions.filter { !declared.contains($0.path) }.map {
            Collection(path: $0.path, type: $0.resourceType)
        }
    }

    /// The line that calls an endpoint with this program; `nil` if no endpoint has the name.
    func line(calling endpoint: String, at publicURL: String) -> String? {
        api.endpoints.first { $0.name == endpoint }
            .flatMap { EndpointExample($0, of: self, at: publicURL).lines.last }
    }
}
