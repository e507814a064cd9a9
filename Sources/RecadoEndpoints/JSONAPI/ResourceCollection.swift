// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// A collection of JSON:API resources: its storage, its relationships and the requests that it
/// allows.
///
/// ```swift
/// var hikes = ResourceCollection(Hike.self, at: "/hikes", in: HikeStorage(store))
/// hikes.sorts = ["title", "metres"]
/// hikes.filters = ["title"]
/// hikes.toOne("category", \.category)
/// hikes.toMany("stops", \.stops)
/// service.serve(hikes)
/// ```
///
/// The service answers requests to the addresses of the collection, of each resource, of its
/// relationships and of the related resources, by the rules of JSON:API 1.1 for content, queries,
/// statuses and errors.
public struct ResourceCollection<Model: Resource>: Sendable {
    /// The path below the service's prefix, such as `/hikes`.
    public let path: String
    /// The fields by which a list can be sorted; none by default.
    public var sorts: Set<String> = []
    /// The names that are allowed in brackets after `filter`; none by default.
    public var filters: Set<String> = []
    /// The number of resources on a page if the request names none; 20 by default.
    public var pageSize = 20
    /// The maximum page size, to which larger requests are clamped; 50 by default.
    public var pageLimit = 50
    /// The maximum number of relationships in a path of `include`; 3 by default.
    public var includeDepth = 3
    /// The maximum number of paths of `include`; 16 by default.
    public var includeCount = 16
    /// The maximum size of content in bytes; 65,536 by default.
    public var contentLimit = 65_536
    /// True if resources never change: requests that would change them are refused with 405, and
    /// descriptions do not list them; `false` by default.
    public var isReadOnly = false
    /// The callers that may change resources; anyone by default.
    public var writer: any Caller.Type = Anyone.self
    /// The format of documents; strict about names by default.
    public var format: JSONAPI
    /// The parameters that select a page in queries; offset and limit by default.
    public var paging = ResourcePaging.offset

    /// True if clients may choose the identities of new resources; `false` by default.
    public var takesClientIDs = false
    /// True if conditions and sort keys may be spread over several parameters, in the notation of
    /// Drupal; `false` by default.
    ///
    /// `filter[n][condition][path]`, `[operator]` and `[value]` form a condition; `sort[n][path]`
    /// and `[direction]` form a sort key.
    public var takesConditions = false
    /// The prefix of the paths in links, such as `https://example.org`; empty by default.
    public var linkBase = ""
    /// The member `jsonapi` of documents, which describes the server; the version of JSON:API by
    /// default.
    public var implementation: Value.Object = ["version": "1.1"]
    /// Creates the links of errors from the target of the request and the status; none by default.
    public var refusalLinks: (@Sendable (String, Status) -> JSONAPI.Links)?

    package private(set) var relationships: [DeclaredRelationship<Model>] = []
    package let storage: any ResourceStorage<Model>

    /// Creates a collection without relationships.
    ///
    /// - Parameters:
    ///   - type: The type of the resources.
    ///   - path: The path below the service's prefix.
    ///   - storage: The storage of the resources.
    public init(
        _ type: Model.Type,
        at path: String,
        in storage: any ResourceStorage<Model>
    ) {
        self.path = path
        self.storage = storage
        format = JSONAPI()
        format.isStrict = true
    }

    /// Declares a relationship to one resource.
    ///
    /// - Parameters:
    ///   - name: The name of the relationship in JSON:API documents.
    ///   - property: The property of the model.
    public mutating func toOne<Target: Resource>(
        _ name: String,
        _ property: any WritableKeyPath<Model, ToOne<Target>> & Sendable
    ) {
        relationships.append(
            DeclaredRelationship(
                name: name,
                target: Target.resourceType,
                isList: false,
                linkage: { model in
                    if case .absent = model[keyPath: property].linkage { return nil }
                    return model[keyPath: property].identifier.map { [$0] } ?? []
                },
                link: { model, ids in
                    model[keyPath: property].linkage =
                        ids.first.map {
                            .identifier(ResourceIdentifier(type: Target.resourceType, id: $0))
                        } ?? .empty
                }
            )
        )
    }

    /// Declares a relationship to many resources.
    ///
    /// - Parameters:
    ///   - name: The name of the relationship in JSON:API documents.
    ///   - property: The property of the model.
    public mutating func toMany<Target: Resource>(
        _ name: String,
        _ property: any WritableKeyPath<Model, ToMany<Target>> & Sendable
    ) {
        relationships.append(
            DeclaredRelationship(
                name: name,
                target: Target.resourceType,
                isList: true,
                linkage: { model in
                    model[keyPath: property].isAbsent ? nil : model[keyPath: property].identifiers
                },
                link: { model, ids in
                    model[keyPath: property].linkage = ToMany<Target>(ids: ids).linkage
                }
            )
        )
    }
}

/// A relationship of a collection.
package struct DeclaredRelationship<Model: Resource>: Sendable {
    package let name: String
    /// The type of the related resources.
    package let target: String
    package let isList: Bool
    /// The identifiers of the related resources; `nil` if the model does not contain them.
    package let linkage: @Sendable (Model) -> [ResourceIdentifier]?
    /// Records the related resources in a model.
    package let link: @Sendable (inout Model, [String]) -> Void
}

/// The parameters that select a page in queries.
public enum ResourcePaging: Sendable, Hashable {
    /// `page[offset]` and `page[limit]`.
    case offset
    /// `page[number]`, from 1, and `page[size]`.
    case number
}
