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
/// Every stored property is an input and says where it travels: ``Path``, ``Query``, ``Header`` or
/// ``Body``. Its wire name is the property's name in kebab-case; a header's name stands in its type.
public protocol Endpoint: EndpointDefaults, EndpointMisnomers, Codable, Sendable {
    /// What the server answers when all goes well; ``NoContent`` for nothing.
    associatedtype Output: Codable & Sendable
    /// What can go wrong, as a closed set; nothing by default.
    associatedtype Failure: Problem = Never
    /// Who may call; anyone by default.
    associatedtype Caller: RecadoEndpoints.Caller = Anyone

    /// The method and the path.
    static var route: Route { get }
    /// The name in documents and on the command line; the type's name in kebab-case by default.
    static var name: String { get }
    /// The status of an answer: 200 by default, 204 when the output is ``NoContent``.
    static var success: Status { get }
    /// The formats of content in both directions, the preferred one first; JSON by default.
    ///
    /// Forms travel to the server alone: answers have the other formats, or JSON if there is none.
    static var formats: [Format] { get }
    /// The formats of answers, the preferred one first; those of ``formats`` that answers have, by default.
    static var answerFormats: [Format] { get }
    /// The spelling of inputs, by the names of their properties, where it is not the usual one; none by default.
    static var parameterStyles: [String: ParameterStyle] { get }
    /// The greatest size of the request's content in bytes: 65 536 by default, ample for a form.
    static var contentLimit: Int { get }
    /// What caches may do with answers to GET; for anyone's they ask each time, others they do not keep.
    static var caching: Caching { get }
    /// What is done about the conditions of requests that change something; they are honored by default.
    static var preconditions: Preconditions { get }
    /// What is done about keys that make repeated requests one; POST and PATCH heed them by default.
    static var idempotencyKeys: IdempotencyKeys { get }
    /// How many requests each client may make; as many as the service allows by default.
    static var quota: Quota? { get }
    /// Whether answers may be compressed; those that anyone may read are by default.
    ///
    /// What holds a secret beside something that a stranger can make it hold must not be: its size tells
    /// the secret (BREACH).
    static var isCompressible: Bool { get }
    /// What the endpoint is about, for people who read the documents; empty by default.
    static var about: About { get }
    /// The answers as documents describe them, where conventions make them others than declared.
    ///
    /// They take the place of all that follows from the output and the failures; none by default.
    static var documentedAnswers: [DocumentedAnswer] { get }
}

/// What an endpoint is about, in words for people.
///
/// ```swift
/// static let about: About = "Marks a film as rented."
/// ```
///
/// Comments are not visible when a program runs; this text reaches the documents and the command's
/// help.
public struct About: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One sentence on what the endpoint does.
    public var summary: String
    /// What else a caller should know.
    public var detail: String
    /// The groups that the endpoint belongs to.
    public var tags: [String]
    /// Whether callers should use something else by now.
    public var isDeprecated: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - summary: One sentence on what the endpoint does.
    ///   - detail: What else a caller should know.
    ///   - tags: The groups that the endpoint belongs to.
    ///   - isDeprecated: Whether callers should use something else by now.
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

/// An output of nothing: the answer is the status alone.
public struct NoContent: Codable, Sendable, Hashable {
    /// Creates the only value.
    public init() {}
}
