// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// One operation of a web service, declared once for the client, the server and every document.
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
    /// The type of a successful answer; ``NoContent`` for nothing.
    associatedtype Output: Codable & Sendable
    /// The failures of a call, as a closed set; none by default.
    associatedtype Failure: Problem = Never
    /// The callers that are admitted; anyone by default.
    associatedtype Caller: RecadoEndpoints.Caller = Anyone

    /// The method and the path.
    static var route: Route { get }
    /// The name in documents and on the command line; the type's name in kebab-case by default.
    static var name: String { get }
    /// The status of an answer: 200 by default, 204 when the output is ``NoContent``.
    static var success: Status { get }
    /// The formats of content in both directions, the preferred one first; JSON by default.
    ///
    /// Forms travel only to the server: answers have the other formats, or JSON if there is none.
    static var formats: [Format] { get }
    /// The formats of answers, the preferred one first; by default those of ``formats`` that
    /// answers can have.
    static var answerFormats: [Format] { get }
    /// The styles of inputs that are not spelled in the usual way, by the names of their
    /// properties; none by default.
    static var parameterStyles: [String: ParameterStyle] { get }
    /// The greatest size of the request's content in bytes: 65 536 by default, ample for a form.
    static var contentLimit: Int { get }
    /// The rules for caches of answers to GET; by default answers that anyone may read are
    /// revalidated, and all others are never cached.
    static var caching: Caching { get }
    /// The handling of conditions in requests that change something; they are honoured by default.
    static var preconditions: Preconditions { get }
    /// The handling of keys that mark repetitions of a request; honoured for POST and PATCH
    /// by default.
    static var idempotencyKeys: IdempotencyKeys { get }
    /// The number of requests that each client may make; by default the quota of the
    /// service applies.
    static var quota: Quota? { get }
    /// The greatest age of the data for an answer; zero by default, so that answers are current.
    ///
    /// With a greater age, standbys of a database may answer if the server has any
    /// (`ReplicaMiddleware`). It suits a list that may lack the additions of the last seconds. From
    /// one second on, it relieves the server that handles all writes.
    static var staleness: Duration { get }
    /// True if answers may be compressed; by default only those that anyone may read.
    ///
    /// An answer that contains a secret beside text that a stranger can choose must not be
    /// compressed: its size would reveal the secret (BREACH).
    static var isCompressible: Bool { get }
    /// The description of the endpoint, for people who read the documents; empty by default.
    static var about: About { get }
    /// The answers for documents, where conventions make them differ from the declaration.
    ///
    /// They replace everything that follows from the output and the failures; none by default.
    static var documentedAnswers: [DocumentedAnswer] { get }
}

/// The description of an endpoint, in words for people.
///
/// ```swift
/// static let about: About = "Marks a film as rented."
/// ```
///
/// Comments do not exist in a running program; this text appears in the documents and in the
/// command's help.
public struct About: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One sentence that describes the endpoint.
    public var summary: String
    /// Further information for callers.
    public var detail: String
    /// The groups that the endpoint belongs to.
    public var tags: [String]
    /// True if callers should use something else by now.
    public var isDeprecated: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - summary: One sentence that describes the endpoint.
    ///   - detail: The other facts that a caller should know.
    ///   - tags: The groups that the endpoint belongs to.
    ///   - isDeprecated: True if callers should use something else by now.
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

/// An empty output: the answer is the status alone.
public struct NoContent: Codable, Sendable, Hashable {
    /// Creates the only value.
    public init() {}
}
