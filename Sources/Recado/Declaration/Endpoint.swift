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
public protocol Endpoint: Codable, Sendable {
    /// What the server answers when all goes well; ``NoContent`` for nothing.
    associatedtype Output: Codable & Sendable
    /// What can go wrong, as a closed set; nothing by default.
    associatedtype Failure: Problem = Never
    /// Who may call; anyone by default.
    associatedtype Caller: Recado.Caller = Anyone

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
    /// The greatest size of the request's content in bytes: 65 536 by default, ample for a form.
    static var contentLimit: Int { get }
    /// What the endpoint is about, for people who read the documents; empty by default.
    static var about: About { get }
}

extension Endpoint {
    /// The type's name in kebab-case: `RentFilm` is `rent-film`.
    public static var name: String { KebabCase.name(from: "\(Self.self)") }
    /// 200, or 204 when the output is ``NoContent``.
    public static var success: Status { Output.self == NoContent.self ? .noContent : .ok }
    /// JSON alone.
    public static var formats: [Format] { [.json] }
    /// 65 536 bytes.
    public static var contentLimit: Int { 65_536 }
    /// No words.
    public static var about: About { About() }
}

/// What an endpoint is about, in words for people.
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
