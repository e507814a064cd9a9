// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
package import RecadoHTTP

/// A collection without its generic type, so that a service can store several collections.
package protocol ServedCollection: Sendable {
    var resourceType: String { get }
    var rules: CollectionRules { get }
    var format: JSONAPI { get }
    var writer: any Caller.Type { get }

    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> (resources: [any Resource], total: Int?, hasMore: Bool)
    func resources(_ ids: [String]) async throws(ResourceError) -> [any Resource]
    func create(_ content: ResourceContent) async throws(ResourceError) -> any Resource
    func update(
        _ id: String,
        _ content: ResourceContent
    ) async throws(ResourceError) -> (any Resource)?
    func delete(_ id: String) async throws(ResourceError) -> Bool
    func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError)

    /// Returns the identifiers of the related resources; `nil` if the resource does not
    /// contain them.
    func linkage(of name: String, in resource: any Resource) -> [ResourceIdentifier]?
    /// Returns the resources, each with the identifiers of its related resources.
    func linked(
        _ name: String,
        _ resources: [any Resource]
    ) async throws(ResourceError) -> [any Resource]
    /// Returns the fields of the resources with their schemas.
    func recordedFields(with recorder: SchemaRecorder) throws -> [Schema.Property]
}

/// The limits and options of requests to a collection.
package struct CollectionRules: Sendable {
    package let path: String
    package let sorts: Set<String>
    package let filters: Set<String>
    package let pageSize: Int
    package let pageLimit: Int
    package let includeDepth: Int
    package let includeCount: Int
    package let contentLimit: Int
    package let paging: ResourcePaging
    package let relationships: [Relationship]
    package let isReadOnly: Bool
    package let takesClientIDs: Bool
    package let takesConditions: Bool
    package let linkBase: String
    package let implementation: Value.Object
    package let refusalLinks: (@Sendable (String, Status) -> JSONAPI.Links)?

    /// A relationship, with the properties that are needed to read requests.
    package struct Relationship: Sendable {
        package let name: String
        package let target: String
        package let isList: Bool
    }

    /// Returns the relationship with the given name.
    package func relationship(_ name: some StringProtocol) -> Relationship? {
        relationships.first { $0.name.hasSameBytes(as: name) }
    }
}

extension ResourceCollection: ServedCollection {
    package var resourceType: String { Model.resourceType }

    package var rules: CollectionRules {
        CollectionRules(
            path: path,
            sorts: sorts,
            filters: filters,
            pageSize: max(1, min(pageSize, pageLimit)),
            pageLimit: max(1, pageLimit),
            includeDepth: includeDepth,
            includeCount: includeCount,
            contentLimit: contentLimit,
            paging: paging,
            relationships: relationships.map {
                CollectionRules.Relationship(name: $0.name, target: $0.target, isList: $0.isList)
            },
            isReadOnly: isReadOnly,
            takesClientIDs: takesClientIDs,
            takesConditions: takesConditions,
            linkBase: linkBase,
            implementation: implementation,
            refusalLinks: refusalLinks
        )
    }

    package func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> (resources: [any Resource], total: Int?, hasMore: Bool) {
        let page = try await storage.page(request)
        return (page.resources, page.total, page.hasMore)
    }

    package func resources(_ ids: [String]) async throws(ResourceError) -> [any Resource] {
        let models: [Model] = try await storage.resources(ids)
        return models
    }

    package func create(
        _ content: ResourceContent
    ) async throws(ResourceError) -> any Resource {
        try await storage.create(content)
    }

    package func update(
        _ id: String,
        _ content: ResourceContent
    ) async throws(ResourceError) -> (any Resource)? {
        try await storage.update(id, content)
    }

    package func delete(_ id: String) async throws(ResourceError) -> Bool {
        try await storage.delete(id)
    }

    package func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError) {
        try await storage.relate(name, of: id, change)
    }

    package func linkage(of name: String, in resource: any Resource) -> [ResourceIdentifier]? {
        guard let model = resource as? Model,
            let relationship = relationships.first(where: { $0.name.hasSameBytes(as: name) })
        else { return nil }
        return relationship.linkage(model)
    }

    package func linked(
        _ name: String,
        _ resources: [any Resource]
    ) async throws(ResourceError) -> [any Resource] {
        guard let relationship = relationships.first(where: { $0.name.hasSameBytes(as: name) })
        else {
            return resources
        }
        var models = resources.compactMap { $0 as? Model }
        let silent = models.indices.filter { relationship.linkage(models[$0]) == nil }
        let ids = silent.compactMap { models[$0].resourceIdentifier?.id }
        guard !ids.isEmpty else { return resources }
        let linkage = try await storage.linkage(of: name, for: ids)
        for index in silent {
            let id = models[index].resourceIdentifier?.id ?? ""
            relationship.link(&models[index], linkage[id] ?? [])
        }
        return models
    }

    package func recordedFields(with recorder: SchemaRecorder) throws -> [Schema.Property] {
        guard case .reference(let name) = try recorder.describe(Model.self).schema.kind,
            case .object(let properties)? = recorder.library.definitions[name]?.kind
        else { return [] }
        return properties
    }
}

extension Service {
    /// Serves a collection of resources.
    ///
    /// The collections that its relationships refer to have to be served as well.
    ///
    /// - Parameter collection: The collection.
    public mutating func serve<Model: Resource>(_ collection: ResourceCollection<Model>) {
        collections.append(collection)
    }
}
