// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

extension Client {
    /// Returns the calls for the resources of one type, at a path of a JSON:API service.
    ///
    /// ```swift
    /// let articles = client.resources(Article.self, at: "articles")
    /// let first = try await articles.find("1", including: "author")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - path: The path below the base; by default the name of the resource type.
    ///   - format: The JSON:API format to use, with its extensions and profiles.
    ///   - options: The options of these calls.
    /// - Returns: The calls for these resources.
    public func resources<Model: Resource>(
        _ type: Model.Type,
        at path: String? = nil,
        format: Format = .jsonAPI,
        with options: CallOptions = CallOptions()
    ) -> Resources<Model> {
        var options = options
        options.format = format
        return Resources(client: self, path: path ?? type.resourceType, options: options)
    }
}

/// Calls that read, create, change and delete resources of one type.
///
/// If the service refuses a call with an errors document, that document is the
/// ``CallError/failure``; its errors point to the invalid parts of the request.
public struct Resources<Model: Resource>: Sendable {
    let client: Client
    let path: String
    let options: CallOptions

    /// The error of a call, with the errors document of the service.
    public typealias Failure = CallError<JSONAPI.Errors>

    // MARK: - Reading

    /// Reads one resource.
    ///
    /// - Parameters:
    ///   - id: The identifier of the resource.
    ///   - query: The related resources to include, and the fields to return.
    /// - Returns: The resource.
    /// - Throws: The error of the call.
    public func find(
        _ id: Model.ID,
        _ query: ResourceQuery = ResourceQuery()
    ) async throws(Failure) -> Model {
        try await client.get(
            address(of: id),
            as: Model.self,
            failing: JSONAPI.Errors.self,
            query: query.items,
            with: options
        )
    }

    /// Reads one resource together with related resources.
    ///
    /// - Parameters:
    ///   - id: The identifier of the resource.
    ///   - paths: The relationships whose resources are included.
    /// - Returns: The resource.
    /// - Throws: The error of the call.
    public func find(_ id: Model.ID, including paths: IncludePaths) async throws(Failure) -> Model {
        var query = ResourceQuery()
        query.include = paths
        return try await find(id, query)
    }

    /// Reads a page of resources, with the links to other pages.
    ///
    /// - Parameter query: The resources to include, the fields to return, the order, and the page.
    /// - Returns: The document.
    /// - Throws: The error of the call.
    public func page(
        _ query: ResourceQuery = ResourceQuery()
    ) async throws(Failure) -> JSONAPI.TopLevel<[Model]> {
        try await client.get(
            path,
            as: JSONAPI.TopLevel<[Model]>.self,
            failing: JSONAPI.Errors.self,
            query: query.items,
            with: options
        )
    }

    /// Returns the pages of a query; the link `next` of each page leads to the following page.
    ///
    /// - Parameter query: The resources to include, the fields to return, and the order.
    /// - Returns: The pages.
    public func pages(
        _ query: ResourceQuery = ResourceQuery()
    ) -> Pages<JSONAPI.TopLevel<[Model]>, JSONAPI.Errors> {
        client.pages(
            path,
            of: JSONAPI.TopLevel<[Model]>.self,
            failing: JSONAPI.Errors.self,
            by: .address(),
            query: query.items,
            with: options
        )
    }

    /// Returns the resources of all pages, in order.
    ///
    /// - Parameter query: The resources to include, the fields to return, and the order.
    /// - Returns: The resources.
    public func all(
        _ query: ResourceQuery = ResourceQuery()
    ) -> some AsyncSequence<Model, Failure> & Sendable {
        pages(query).items { $0.data ?? [] }
    }

    // MARK: - Changing

    /// Creates a resource.
    ///
    /// - Parameter model: The resource; without an identifier, unless the service accepts
    ///   identifiers chosen by clients.
    /// - Returns: The resource that the service returns, or the sent one if the answer has no
    ///   content.
    /// - Throws: The error of the call.
    @discardableResult
    public func create(_ model: Model) async throws(Failure) -> Model {
        let made: Model? = try await client.post(
            path,
            model,
            failing: JSONAPI.Errors.self,
            with: options
        )
        return made ?? model
    }

    /// Creates a resource from a draft, whose type differs from the type of the created resource.
    ///
    /// - Parameter draft: The draft to send.
    /// - Returns: The resource that the service returns.
    /// - Throws: The error of the call.
    @discardableResult
    public func create(from draft: some Resource) async throws(Failure) -> Model {
        try await client.post(path, draft, failing: JSONAPI.Errors.self, with: options)
    }

    /// Changes a resource.
    ///
    /// - Parameters:
    ///   - id: The identifier of the resource.
    ///   - change: The fields to change, as a resource of the same type and identifier.
    /// - Returns: The resource that the service returns; `nil` if the answer has no content.
    /// - Throws: The error of the call.
    @discardableResult
    public func update(
        _ id: Model.ID,
        with change: some Resource
    ) async throws(Failure) -> Model? {
        try await client.patch(
            address(of: id),
            change,
            failing: JSONAPI.Errors.self,
            with: options
        )
    }

    /// Deletes a resource.
    ///
    /// - Parameter id: The identifier of the resource.
    /// - Throws: The error of the call.
    public func delete(_ id: Model.ID) async throws(Failure) {
        _ = try await client.delete(
            address(of: id),
            as: NoContent.self,
            failing: JSONAPI.Errors.self,
            with: options
        )
    }

    // MARK: - Relationships

    /// Returns the calls for a resource's relationship, at the relationship's own address.
    ///
    /// - Parameters:
    ///   - name: The name of the relationship.
    ///   - id: The identifier of the resource.
    /// - Returns: The relationship.
    public func relationship(_ name: String, of id: Model.ID) -> ResourceRelationship {
        ResourceRelationship(
            client: client,
            path: address(of: id) + "/relationships/" + Self.segment(name),
            options: options
        )
    }

    func address(of id: Model.ID) -> String {
        path + "/" + Self.segment(IdentityText.text(of: id) ?? "")
    }

    private static func segment(_ text: String) -> String {
        PercentEncoding.encode(text, keeping: .pathSegment)
    }
}
