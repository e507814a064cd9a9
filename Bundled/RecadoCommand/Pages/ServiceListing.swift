// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// A service on the home page.
struct ServiceListing: Sendable {
    /// A collection of resources that the service has in addition to its endpoints.
    struct Collection: Sendable {
        /// The complete path of the collection.
        let path: String
        /// The type of the collection's resources.
        let type: String
    }

    /// The declaration of the service.
    let api: API
    /// Values for the inputs of examples, by name.
    let samples: [String: String]
    /// The user and the password for examples, as `name:password`; empty if anyone may call.
    var user = ""
    /// The queries for examples, by the name of the endpoint.
    var queries: [String: QueryItems] = [:]
    /// The paths of images that decorate the service.
    var pictures: [String] = []
    /// True if the service initially has entries, so that examples of single entries find one.
    var hasEntries = true
    /// The collections that no declared endpoint lists.
    var collections: [Collection] = []

    /// Creates an entry with the endpoints of a service, but without collections.
    init(api: API, samples: [String: String], user: String = "", pictures: [String] = []) {
        self.api = api
        self.samples = samples
        self.user = user
        self.pictures = pictures
    }

    /// Creates an entry with the endpoints and collections of a service.
    init(_ service: Service, samples: [String: String]) {
        self.init(api: service.api, samples: samples)
        // A collection that a declared endpoint lists is already shown as an endpoint.
        let declared = Set(service.api.endpoints.map { service.api.prefix + $0.route.path })
        collections = service.collectionDescriptions.filter { !declared.contains($0.path) }.map {
            Collection(path: $0.path, type: $0.resourceType)
        }
    }

    /// Returns the command line that calls an endpoint with this program; `nil` if no endpoint has
    /// the name.
    func line(calling endpoint: String, at publicURL: String) -> String? {
        api.endpoints.first { $0.name == endpoint }
            .flatMap { EndpointExample($0, of: self, at: publicURL).lines.last }
    }
}
