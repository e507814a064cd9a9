// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The storage of a collection's resources.
///
/// Methods that read take several identities at once, so that a document needs one call for its
/// primary data and one for each included relationship. A model should contain the identifiers of
/// its related resources; for a model without them, ``linkage(of:for:)`` is called.
public protocol ResourceStorage<Model>: Sendable {
    /// The type of the resources.
    associatedtype Model: Resource

    /// Finds a page of resources.
    ///
    /// - Parameter request: The conditions, the order and the range of the resources.
    /// - Returns: The resources, and the number of resources on all pages.
    /// - Throws: The error that answers the request in place of the result.
    func page(_ request: ResourcePageRequest) async throws(ResourceError) -> ResourcePage<Model>

    /// Finds resources by their identities.
    ///
    /// - Parameter ids: The identities as texts.
    /// - Returns: The resources that exist, in any order.
    /// - Throws: The error that answers the request in place of the result.
    func resources(_ ids: [String]) async throws(ResourceError) -> [Model]

    /// Finds the related resources of several resources; none by default.
    ///
    /// - Parameters:
    ///   - name: The relationship.
    ///   - ids: The identities of the resources.
    /// - Returns: The identities of the related resources, keyed by the identity of the resource
    ///   that refers to them.
    /// - Throws: The error that answers the request in place of the result.
    func linkage(
        of name: String,
        for ids: [String]
    ) async throws(ResourceError) -> [String: [String]]

    /// Creates a resource; refused by default.
    ///
    /// - Parameter content: The resource as the client sent it.
    /// - Returns: The resource with its identity.
    /// - Throws: The error that answers the request in place of the result.
    func create(_ content: ResourceContent) async throws(ResourceError) -> Model

    /// Changes those fields of a resource that the content contains; refused by default.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - content: The fields as the client sent them.
    /// - Returns: The resource, or `nil` if it does not exist.
    /// - Throws: The error that answers the request in place of the result.
    func update(_ id: String, _ content: ResourceContent) async throws(ResourceError) -> Model?

    /// Deletes a resource; refused by default.
    ///
    /// - Parameter id: The identity.
    /// - Returns: True if the resource existed.
    /// - Throws: The error that answers the request in place of the result.
    func delete(_ id: String) async throws(ResourceError) -> Bool

    /// Changes the resources that a relationship refers to; refused by default.
    ///
    /// - Parameters:
    ///   - name: The relationship.
    ///   - id: The identity of the resource, which exists.
    ///   - change: The change of the linkage; the resources in it are of the right type.
    /// - Throws: The error that answers the request; 404 for resources that do not exist.
    func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError)
}

extension ResourceStorage {
    /// Returns no related resources.
    public func linkage(
        of name: String,
        for ids: [String]
    ) async throws(ResourceError) -> [String: [String]] { [:] }

    /// Refuses to create a resource.
    public func create(_ content: ResourceContent) async throws(ResourceError) -> Model {
        throw .forbidden("Resources of this type cannot be created.")
    }

    /// Refuses to change a resource.
    public func update(
        _ id: String,
        _ content: ResourceContent
    ) async throws(ResourceError) -> Model? {
        throw .forbidden("Resources of this type cannot be changed.")
    }

    /// Refuses to delete a resource.
    public func delete(_ id: String) async throws(ResourceError) -> Bool {
        throw .forbidden("Resources of this type cannot be deleted.")
    }

    /// Refuses to change a relationship.
    public func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError) {
        throw .forbidden("This relationship cannot be changed.")
    }
}

/// The conditions, the order and the range of a page of resources.
public struct ResourcePageRequest: Sendable {
    /// The conditions; each begins with a name that the collection declares.
    public let filters: [ResourceQuery.Filter]
    /// The sort keys; their fields are among those that the collection declares.
    public let sort: [ResourceQuery.Sort]
    /// The number of resources before the page.
    public let offset: Int
    /// The maximum number of resources on the page.
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
    /// True if another page follows, for lists whose total was not counted.
    public var hasMore: Bool

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - resources: The resources in order.
    ///   - total: The number of resources on all pages.
    ///   - hasMore: True if another page follows, for lists whose total was not counted.
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
    /// The identity that the client chose; `nil` if it chose none.
    public let id: String?

    package init(_ document: Document, _ choices: DecodingChoices) {
        self.document = document
        self.choices = choices
        id = document.root["data"]?["id"]?.string
    }

    /// Decodes the resource; fields that the client did not send are missing keys.
    ///
    /// Attributes are first checked against the schema of the model, including constraints such
    /// as `Length`.
    ///
    /// - Parameter type: A model of the content that clients may send.
    /// - Returns: The model.
    /// - Throws: 422 with the position of every error.
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

    /// Returns the error of a decoder for a value whose schema is unknown.
    private static func errors(of refused: CodingError, in data: Document.Cursor?) -> [InputError] {
        var validator = SchemaValidator(library: SchemaLibrary())
        validator.note(unlessKnown: refused, at: .content(refused.pointer))
        validator.hideValues(of: data.map { [$0] } ?? [])
        return validator.errors
    }

    /// True if the client sent a field, even if it is null.
    ///
    /// - Parameter field: The name of an attribute or a relationship.
    /// - Returns: True if the field is present.
    public func has(_ field: String) -> Bool {
        let data = document.root["data"]
        return data?["attributes"]?[field] != nil || data?["relationships"]?[field] != nil
    }
}

/// A change of the resources that a relationship refers to.
public enum LinkageChange: Sendable, Hashable {
    /// The relationship refers to exactly these resources; at most one for a relationship to
    /// one resource.
    case replace([String])
    /// The relationship refers to these resources in addition to its previous ones.
    case add([String])
    /// The relationship no longer refers to these resources; resources that it did not refer to are
    /// ignored.
    case remove([String])
}
