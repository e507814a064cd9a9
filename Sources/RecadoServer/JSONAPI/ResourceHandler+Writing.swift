// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension ResourceHandler {
    /// Answers POST to a collection.
    func create(_ request: Request) async throws(ResourceError) -> Response {
        let parameters = try writingParameters(request)
        return try await placing(in: try content(of: request)) {
            document async throws(ResourceError) in
            try await create(document, parameters, request)
        }
    }

    private func create(
        _ document: Document,
        _ parameters: ResourceParameters,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        let data = try resourceObject(in: document)
        if data["id"] != nil, !rules.takesClientIDs {
            throw ResourceError(
                .forbidden,
                ResourceWords.idsAreGiven,
                source: .init(pointer: "/data/id"),
                code: "not"
            )
        }
        let made = try await collection.create(
            ResourceContent(document, collection.format.choices)
        )
        var response = try await response(
            self.document(of: made, parameters),
            status: .created,
            to: request
        )
        response.fields[.location] = made.resourceIdentifier.flatMap(catalog.address)
        return response
    }

    /// Answers PATCH of a resource.
    func update(_ id: String, _ request: Request) async throws(ResourceError) -> Response {
        let parameters = try writingParameters(request)
        return try await placing(in: try content(of: request)) {
            document async throws(ResourceError) in
            try await update(id, document, parameters, request)
        }
    }

    private func update(
        _ id: String,
        _ document: Document,
        _ parameters: ResourceParameters,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        let data = try resourceObject(in: document)
        guard let named = data["id"]?.string else {
            throw ResourceError(
                .badRequest,
                ResourceWords.expectedID,
                source: .init(pointer: "/data"),
                code: "required"
            )
        }
        guard named.hasSameBytes(as: id) else {
            throw .conflict(ResourceWords.otherID, at: "/data/id", code: "const")
        }
        let changed = try await collection.update(
            id,
            ResourceContent(document, collection.format.choices)
        )
        guard let changed else { throw noResource }
        return try await response(self.document(of: changed, parameters), to: request)
    }

    /// Answers DELETE of a resource.
    func delete(_ id: String, _ request: Request) async throws(ResourceError) -> Response {
        _ = try ResourceParameters(request, collection, catalog, allowing: [])
        guard try await collection.delete(id) else { throw noResource }
        return Response(status: .noContent)
    }

    /// Answers PATCH, POST and DELETE of a relationship's address.
    func relate(
        _ id: String,
        _ relationship: CollectionRules.Relationship,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        _ = try ResourceParameters(request, collection, catalog, allowing: [])
        return try await placing(in: try content(of: request)) {
            document async throws(ResourceError) in
            let ids = try identifiers(in: document, relationship)
            _ = try await resource(id)
            let change: LinkageChange =
                switch method {
                case .post: .add(ids)
                case .delete: .remove(ids)
                default: .replace(ids)
                }
            try await collection.relate(relationship.name, of: id, change)
            return Response(status: .noContent)
        }
    }

    /// Processes a document; changes the positions in its errors to values that exist in the
    /// document.
    private func placing(
        in document: Document,
        _ body: (Document) async throws(ResourceError) -> Response
    ) async throws(ResourceError) -> Response {
        do throws(ResourceError) {
            return try await body(document)
        } catch {
            throw error.placed(in: document)
        }
    }

    // MARK: - Content

    private func writingParameters(
        _ request: Request
    ) throws(ResourceError) -> ResourceParameters {
        try ResourceParameters(request, collection, catalog, allowing: [.include, .fields])
    }

    /// Reads the content of a request, up to the collection's limit.
    func collect(_ request: Request) async throws(ResourceError) -> [UInt8] {
        let limit = rules.contentLimit
        if let length = request.content.length, length > limit {
            throw ResourceError(ProblemDetails.contentTooLarge(limit: limit))
        }
        do {
            return try await request.content.collect(upTo: limit)
        } catch is ContentTooLarge {
            throw ResourceError(ProblemDetails.contentTooLarge(limit: limit))
        } catch {
            throw ResourceError(
                .badRequest,
                Language.words(
                    "The content did not arrive whole.",
                    es: "El contenido no llegó entero."
                )
            )
        }
    }

    /// Parses the document of a request whose content is in memory, and checks it.
    private func content(of request: Request) throws(ResourceError) -> Document {
        do throws(CodingError) {
            return try collection.format.document(from: request.content.bytes ?? [])
        } catch {
            throw ResourceError(
                .badRequest,
                error.message,
                source: .init(pointer: error.pointer)
            )
        }
    }

    /// Returns the resource of a document; checks that it has the collection's type and only
    /// allowed links.
    private func resourceObject(
        in document: Document
    ) throws(ResourceError) -> Document.Cursor {
        guard let data = document.root["data"], data.kind == .object else {
            throw ResourceError(
                .badRequest,
                ResourceWords.expectedResource,
                source: .init(pointer: "/data"),
                code: "type"
            )
        }
        guard data["type"]?.string?.hasSameBytes(as: collection.resourceType) == true else {
            let detail = ResourceWords.expectedResource(of: collection.resourceType)
            throw .conflict(detail, at: "/data/type", code: "const")
        }
        if let relationships = data["relationships"] {
            for (name, relationship) in relationships.members {
                guard let declared = rules.relationship(name) else {
                    throw ResourceError(
                        .unprocessableContent,
                        Language.words(
                            "There is no such relationship.",
                            es: "No existe esa relación."
                        ),
                        source: .init(pointer: relationship.pointer),
                        code: "additionalProperties"
                    )
                }
                guard let linkage = relationship["data"] else { continue }
                _ = try identifiers(linkage, declared)
            }
        }
        return data
    }

    private func identifiers(
        in document: Document,
        _ relationship: CollectionRules.Relationship
    ) throws(ResourceError) -> [String] {
        guard let data = document.root["data"] else {
            throw ResourceError(
                .badRequest,
                Language.words("Expected data.", es: "Se esperaba data."),
                source: .init(pointer: ""),
                code: "required"
            )
        }
        return try identifiers(data, relationship)
    }

    /// Refuses an array for a to-one relationship, and anything but an array for a to-many
    /// relationship.
    private func checkShape(
        of linkage: Document.Cursor,
        _ relationship: CollectionRules.Relationship
    ) throws(ResourceError) {
        let isFitting = relationship.isList ? linkage.kind == .array : linkage.kind != .array
        guard isFitting else {
            throw ResourceError(
                .badRequest,
                relationship.isList
                    ? Language.words(
                        "Expected an array of identifiers.",
                        es: "Se esperaba una lista de identificadores."
                    )
                    : Language.words(
                        "Expected an identifier or null.",
                        es: "Se esperaba un identificador o null."
                    ),
                source: .init(pointer: linkage.pointer),
                code: "type"
            )
        }
    }

    /// Returns the identifiers of a linkage; checks that they have the relationship's type.
    private func identifiers(
        _ linkage: Document.Cursor,
        _ relationship: CollectionRules.Relationship
    ) throws(ResourceError) -> [String] {
        try checkShape(of: linkage, relationship)
        if linkage.kind == .null { return [] }
        let links = relationship.isList ? Array(linkage.elements) : [linkage]
        var ids: [String] = []
        for link in links {
            guard link["type"]?.string?.hasSameBytes(as: relationship.target) == true else {
                let detail = ResourceWords.expectedResource(of: relationship.target)
                throw .conflict(detail, at: link.pointer + "/type", code: "const")
            }
            guard let id = link["id"]?.string else {
                throw ResourceError(
                    .unprocessableContent,
                    Language.words(
                        "Expected the id of a resource that exists.",
                        es: "Se esperaba el id de un recurso que exista."
                    ),
                    source: .init(pointer: link.pointer),
                    code: "required"
                )
            }
            ids.append(id)
        }
        return ids
    }
}
