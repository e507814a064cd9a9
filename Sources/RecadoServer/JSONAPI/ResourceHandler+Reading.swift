// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension ResourceHandler {
    /// Answers GET of a collection.
    func list(_ request: Request) async throws(ResourceError) -> Response {
        let parameters = try ResourceParameters(
            request,
            collection,
            catalog,
            allowing: [.include, .fields, .list]
        )
        let page = try await collection.page(parameters.request)
        var document = try await document(page.resources, parameters) { .resources($0) }
        document.links = parameters.links(
            rules.linkBase + path,
            total: page.total,
            hasMore: page.hasMore
        )
        if let total = page.total { document.meta = ["count": .number(.init(total))] }
        return try await response(document, to: request)
    }

    /// Answers GET of a resource.
    func show(_ id: String, _ request: Request) async throws(ResourceError) -> Response {
        let parameters = try ResourceParameters(
            request,
            collection,
            catalog,
            allowing: [.include, .fields]
        )
        let resource = try await resource(id)
        return try await response(document(of: resource, parameters), to: request)
    }

    /// Creates the document of a resource, with a self link.
    func document(
        of resource: any Resource,
        _ parameters: ResourceParameters
    ) async throws(ResourceError) -> OutgoingDocument {
        var document = try await document([resource], parameters) {
            $0.first.map { .resource($0) } ?? .null
        }
        if let address = resource.resourceIdentifier.flatMap(catalog.address) {
            document.links = parameters.links(address)
        }
        return document
    }

    /// Returns a resource; throws 404 if it does not exist.
    func resource(_ id: String) async throws(ResourceError) -> any Resource {
        guard let resource = try await collection.resources([id]).first else { throw noResource }
        return resource
    }

    var noResource: ResourceError {
        .notFound(
            Language.words(
                "There is no resource of the type \(collection.resourceType) with this id.",
                es: "No hay ningún recurso del tipo \(collection.resourceType) con este id."
            )
        )
    }

    // MARK: - Relationships

    /// Reads the links that a resource has in one relationship.
    private func links(
        of name: String,
        _ id: String
    ) async throws(ResourceError) -> (owner: ResourceIdentifier, links: [ResourceIdentifier]) {
        let linked = try await collection.linked(name, [resource(id)])
        let owner = linked.first?.resourceIdentifier
        let links = linked.first.flatMap { collection.linkage(of: name, in: $0) } ?? []
        return (owner ?? ResourceIdentifier(type: collection.resourceType, id: id), links)
    }

    /// Answers GET of a relationship's address with identifiers.
    func linkage(
        _ id: String,
        _ relationship: CollectionRules.Relationship,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        _ = try ResourceParameters(request, collection, catalog, allowing: [])
        let (owner, links) = try await links(of: relationship.name, id)
        let primary: OutgoingDocument.Primary =
            relationship.isList
            ? .identifiers(links) : links.first.map { .identifier($0) } ?? .null
        var document = OutgoingDocument(primary)
        document.links = catalog.addresses.relationship(owner, relationship.name)
        return try await response(document, to: request)
    }

    /// Answers GET of the resources that a relationship leads to.
    func related(
        _ id: String,
        _ relationship: CollectionRules.Relationship?,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        guard let relationship, let target = catalog[relationship.target] else {
            throw Self.noRelationship
        }
        let parameters = try ResourceParameters(
            request,
            target,
            catalog,
            allowing: [.include, .fields]
        )
        let (_, links) = try await links(of: relationship.name, id)
        let ids = links.compactMap(\.id)
        let found = ids.isEmpty ? [] : try await target.resources(ids)
        var byID: [String: any Resource] = [:]
        for resource in found { byID[resource.resourceIdentifier?.id ?? ""] = resource }
        let ordered = ids.compactMap { byID[$0] }
        var document = try await document(ordered, parameters) {
            relationship.isList ? .resources($0) : $0.first.map { .resource($0) } ?? .null
        }
        document.links = parameters.links(rules.linkBase + String(request.path))
        return try await response(document, to: request)
    }
}
