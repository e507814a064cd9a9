// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The description of a collection of JSON:API resources.
public struct CollectionDescription: Sendable, Hashable {
    /// The path, with the service's prefix: `/routes/api/v1/routes`.
    public let path: String
    /// The type of the resources, such as `routes`.
    public let resourceType: String
}

extension Service {
    /// The collections of JSON:API resources, in the order in which they were added.
    public var collectionDescriptions: [CollectionDescription] {
        collections.map {
            CollectionDescription(
                path: api.prefix + $0.rules.path,
                resourceType: $0.resourceType
            )
        }
    }
}
