// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The storage of a collection's resources.
///
/// It is called for batches, so that a document takes one call for its primary data and one for
/// each relationship that it includes. The relationships of models contain the identifiers of the
/// related resources; for those without, ``linkage(of:for:)`` is called.
public protocol ResourceStorage<Model>: Sendable {
    /// The resources.
    associatedtype Model: Resource

    /// Finds a page of resources.
    ///
    /// - Parameter request: Which ones, and in what order.
    /// - Returns: The resources, and how many there are on all pages.
    /// - Throws: The error to answer with instead.
    func page(_ request: ResourcePageRequest) async throws(ResourceError) -> ResourcePage<Model>

    /// Finds resources by their identities.
    ///
    /// - Parameter ids: The identities as texts.
    /// - Returns: Those that exist, in any order.
    /// - Throws: The error to answer with instead.
    func resources(_ ids: [String]) async throws(ResourceError) -> [Model]

    /// Finds where a relationship of several resources leads; nowhere by default.
    ///
    /// - Parameters:
    ///   - name: The relationship.
    ///   - ids: The identities of the resources.
    /// - Returns: The identities of what it leads to, by resource.
    /// - Throws: The error to answer with instead.
    func linkage(
        of name: String,
        for ids: [String]
    ) async throws(ResourceError) -> [String: [String]]

    /// Creates a resource; refused by default.
    ///
    /// - Parameter content: The resource as the client sent it.
    /// - Returns: The resource with its identity.
    /// - Throws: The error to answer with instead.
    func create(_ content: ResourceContent) async throws(ResourceError) -> Model

    /// Changes the fields of a resource that the content has; refused by default.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - content: The fields as the client sent them.
    /// - Returns: The resource, or `nil` if there is none.
    /// - Throws: The error to answer with instead.
    func update(_ id: String, _ content: ResourceContent) async throws(ResourceError) -> Model?

    /// Deletes a resource; refused by default.
    ///
    /// - Parameter id: The identity.
    /// - Returns: Whether there was one.
    /// - Throws: The error to answer with instead.
    func delete(_ id: String) async throws(ResourceError) -> Bool

    /// Changes where a relationship leads; refused by default.
    ///
    /// - Parameters:
    ///   - name: The relationship.
    ///   - id: The identity of the resource, which exists.
    ///   - change: The change of the linkage; the resources in it are of the right type.
    /// - Throws: The error to answer with instead; 404 for resources that do not exist.
    func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError)
}

extension ResourceStorage {
    /// Nowhere.
    public func linkage(
        of name: String,
        for ids: [String]
    ) async throws(ResourceError) -> [String: [String]] { [:] }

    /// Refuses.
    public func create(_ content: ResourceContent) async throws(ResourceError) -> Model {
        throw .forbidden("Resources of this type cannot be created.")
    }

    /// Refuses.
    public func update(
        _ id: String,
        _ content: ResourceContent
    ) async throws(ResourceError) -> Model? {
        throw .forbidden("Resources of this type cannot be changed.")
    }

    /// Refuses.
    public func delete(_ id: String) async throws(ResourceError) -> Bool {
        throw .forbidden("Resources of this type cannot be deleted.")
    }

    /// Refuses.
    public func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError) {
        throw .forbidden("This relationship cannot be changed.")
    }
}

/// Which resources a page holds.
public struct ResourcePageRequest: Sendable {
    /// The conditions; their first names are among those that the collection declares.
    public let filters: [ResourceQuery.Filter]
    /// The order; the fields are among those that the collection declares.
    public let sort: [ResourceQuery.Sort]
    /// The resources before the page.
    public let offset: Int
    /// The most resources of the page.
    public let limit: Int

    package init(
        filters: [ResourceQuery.Filter],
        sort: [ResourceQuery.Sort],
        offset: Int,
        limit: Int
    ) {
        self.filters = filters
        self.sort = sort
        self.offset = offset
        self.limit = limit
    }
}

/// A page of resources.
public struct ResourcePage<Model: Resource>: Sendable {
    /// The resources in order.
    public var resources: [Model]
    /// The number of resources on all pages; `nil` if they were not counted.
    public var total: Int?
    /// Whether there is a page behind this one, where nobody has counted.
    public var hasMore: Bool

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - resources: The resources in order.
    ///   - total: The number of resources on all pages.
    ///   - hasMore: Whether there is a page behind this one, where nobody has counted.
    public init(_ resources: [Model], total: Int? = nil, hasMore: Bool = false) {
        self.resources = resources
        self.total = total
        self.hasMore = hasMore
    }
}

/// A resource as a client sent it.
public struct ResourceContent: Sendable {
    private let document: Document
    private let choices: DecodingChoices
    /// The identity that the client chose, if it did.
    public let id: String?

    package init(_ document: Document, _ choices: DecodingChoices) {
        self.document = document
        self.choices = choices
        id = document.root["data"]?["id"]?.string
    }

    /// Reads the resource; fields that it lacks are missing keys.
    ///
    /// Attributes are checked against the shape of the model first, constraints
    /// such as ``Length`` among it.
    ///
    /// - Parameter type: A model of what may be sent.
    /// - Returns: The model.
    /// - Throws: 422 with the place of everything that is wrong.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws(ResourceError) -> T {
        let (validation, data) = (ResourceValidation.of(type), document.root["data"])
        var refused: CodingError?
        do throws(CodingError) {
            if validation?.errors(in: data).isEmpty ?? true {
                return try document.decode(type, atPath: "data", choices)
            }
        } catch {
            refused = error
        }
        let errors =
            validation?.errors(in: data, readingBy: choices, refused: refused)
            ?? refused.map { Self.errors(of: $0, in: data) } ?? []
        var refusal = ResourceError.invalid(errors.map { ($0.pointer ?? "/data", $0.detail) })
        for (index, error) in errors.enumerated() { refusal.errors[index].code = error.code }
        throw refusal
    }

    /// The errors of a value whose shape is not known.
    private static func errors(of refused: CodingError, in data: Document.Cursor?) -> [InputError] {
        var validator = SchemaValidator(library: SchemaLibrary())
        validator.note(unlessKnown: refused, at: .content(refused.pointer))
        validator.hideValues(of: data.map { [$0] } ?? [])
        return validator.errors
    }

    /// Whether the client sent a field, if only as null.
    ///
    /// - Parameter field: The name of an attribute or a relationship.
    /// - Returns: Whether it is there.
    public func has(_ field: String) -> Bool {
        let data = document.root["data"]
        return data?["attributes"]?[field] != nil || data?["relationships"]?[field] != nil
    }
}

/// A change of where a relationship leads.
public enum LinkageChange: Sendable, Hashable {
    /// It leads to these and to no others; to one relationship there is at most one.
    case replace([String])
    /// It leads to these as well; those that it leads to already stay.
    case add([String])
    /// It no longer leads to these, whether it did or not.
    case remove([String])
}
