// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// One operation of a web service, declared once for the client, the server and the OpenAPI
/// document.
///
/// ```swift
/// /// Marks a film as rented by the caller.
/// struct RentFilm: Endpoint {
///     static let route: Route = "PUT /api/v1/catalog/{id}/rent"
///     typealias Output = Film
///     typealias Caller = Member
///     enum Failure: Problem, CaseIterable { case notOwner, noSuchFilm, alreadyRented … }
///     @Path var id: Int
///     @Query var days: Int? = nil
/// }
/// ```
///
/// Every stored property is an input and declares where it travels: ``Path``, ``Query``, ``Header``
/// or ``Body``. Its wire name is the property's name in kebab-case; the name of a header is
/// declared in its type.
public protocol Endpoint: EndpointDefaults, EndpointMisnomers, Codable, Sendable {
    /// The type of the content of a successful answer; ``NoContent`` if there is none.
    associatedtype Output: Codable & Sendable
    /// The failures of a call, as a closed set; none by default.
    associatedtype Failure: Problem = Never
    /// The callers that are admitted; anyone by default.
    associatedtype Caller: RecadoEndpoints.Caller = Anyone

    /// The method and the path.
    static var route: Route { get }
    /// The name in OpenAPI documents and on the command line; by default the type's name in
    /// kebab-case.
    static var name: String { get }
    /// The status of a successful answer: 200 by default, 204 when the output is ``NoContent``.
    static var success: Status { get }
    /// The formats of content in both directions, the preferred one first; JSON by default.
    ///
    /// Forms are only for requests: answers have one of the remaining formats, or JSON if there are
    /// no others.
    static var formats: [Format] { get }
    /// The formats of answers, the preferred one first; by default the members of ``formats`` that
    /// answers can have.
    static var responseFormats: [Format] { get }
    /// The style of each input whose name or list notation differs from the default, keyed by the
    /// name of its property; none by default.
    static var parameterStyles: [String: ParameterStyle] { get }
    /// The maximum size of the request's content in bytes; 65 536 by default.
    static var contentLimit: Int { get }
    /// The rules for caches of answers to GET; by default answers that anyone may read are
    /// revalidated, and all others are never cached.
    static var caching: Caching { get }
    /// The policy for conditions such as If-Match; by default they are checked.
    static var preconditions: Preconditions { get }
    /// The policy for the Idempotency-Key field; by default it is honored for POST and PATCH.
    static var idempotencyKeys: IdempotencyKeys { get }
    /// The number of requests that each client may make; by default the quota of the service
    /// applies.
    static var quota: Quota? { get }
    /// The maximum age of the data in an answer; zero by default, so that answers are current.
    ///
    /// With an age above zero, replicas of the database may answer if the server has any
    /// (`ReplicaMiddleware`). Such an age suits a list that may lack the entries of the last
    /// seconds; one second is enough.
    static var staleness: Duration { get }
    /// True if answers may be compressed; by default only for endpoints that anyone may call.
    ///
    /// An answer that contains a secret beside text that a stranger can choose must not be
    /// compressed: its size would reveal the secret (BREACH).
    static var isCompressible: Bool { get }
    /// The human-readable description of the endpoint in OpenAPI documents; empty by default.
    static var about: About { get }
    /// The answers that OpenAPI documents list instead of the declared output and failures; none by
    /// default.
    ///
    /// Set this property for an endpoint if a ``Service/Compatibility`` changes its answers.
    static var documentedResponses: [DocumentedResponse] { get }
}

/// The human-readable description of an endpoint, shown in OpenAPI documents and in the help of
/// command-line clients.
///
/// ```swift
/// static let about: About = "Marks a film as rented."
/// ```
///
/// A running program has no access to the comments in its source, so this text is declared as a
/// value.
public struct About: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One sentence that describes the endpoint.
    public var summary: String
    /// Further information for callers.
    public var detail: String
    /// The groups that the endpoint belongs to: its tags in OpenAPI documents.
    public var tags: [String]
    /// True if callers should use another endpoint instead.
    public var isDeprecated: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - summary: One sentence that describes the endpoint.
    ///   - detail: Further information for callers.
    ///   - tags: The groups that the endpoint belongs to: its tags in OpenAPI documents.
    ///   - isDeprecated: True if callers should use another endpoint instead.
    public init(
        _ summary: String = "",
        detail: String = "",
        tags: [String] = [],
        isDeprecated: Bool = false
    ) {
        self.summary = summary
        self.detail = detail
        self.tags = tags
        self.isDeprecated = isDeprecated
    }

    /// Creates a description of one sentence.
    public init(stringLiteral summary: String) {
        self.init(summary)
    }
}

/// An empty output: the answer consists of the status alone.
public struct NoContent: Codable, Sendable, Hashable {
    /// Creates an empty output.
    public init() {}
}
