// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The collections of a service by resource type, with their addresses.
struct ResourceCatalog: Sendable {
    private let collections: [String: any ServedCollection]
    private let paths: [String: String]

    init(_ service: Service) {
        var collections: [String: any ServedCollection] = [:]
        var paths: [String: String] = [:]
        for collection in service.collections {
            collections[collection.resourceType] = collection
            paths[collection.resourceType] = service.api.prefix + collection.rules.path
        }
        self.collections = collections
        self.paths = paths
    }

    /// Returns the collection of a type.
    subscript(type: String) -> (any ServedCollection)? { collections[type] }

    /// The addresses of the resources and relationships in documents.
    var addresses: ResourceAddresses {
        ResourceAddresses(
            resource: { address(of: $0) },
            relationship: { identifier, name in
                var links = JSONAPI.Links()
                guard let address = address(of: identifier),
                    collections[identifier.type]?.rules.relationship(name) != nil
                else { return links }
                links["self"] = JSONAPI.Link("\(address)/relationships/\(Self.escaped(name))")
                links["related"] = JSONAPI.Link("\(address)/\(Self.escaped(name))")
                return links
            }
        )
    }

    /// Returns the address of a resource, if its collection is served.
    func address(of identifier: ResourceIdentifier) -> String? {
        guard let path = paths[identifier.type], let id = identifier.id else { return nil }
        let base = collections[identifier.type]?.rules.linkBase ?? ""
        return "\(base)\(path)/\(Self.escaped(id))"
    }

    private static func escaped(_ text: String) -> String {
        PercentEncoding.encode(text, keeping: .pathSegment)
    }
}
