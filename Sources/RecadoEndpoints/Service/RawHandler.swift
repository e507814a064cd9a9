// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A hand-written handler of requests to a service that has to behave exactly like another one.
///
/// The framework reads requests and writes answers in one way for all services. A service that
/// replaces one made with another framework has to keep that one's behaviour in everything that a
/// client could depend on: the paths that lead to it, the precedence of its rules, the reading of
/// content and the form of errors. The endpoints are declared all the same, because clients,
/// documents and the command come from them.
///
/// ```swift
/// service.serve(RailsHandler(scores), for: [ListScores.self, ShowScore.self])
/// service.serve(watch)        // others are answered as ever
/// ```
///
/// Requests that it claims reach it before the routes of the application are looked at. It also
/// gets the requests below the service's prefix that no route answers. Observation, names of
/// requests and the rules for other origins remain the application's; callers, quotas,
/// preconditions and content limits are left to the handler.
public protocol RawHandler: Sendable {
    /// The template of the route that a path leads to, by which the exchange is counted and logged.
    ///
    /// - Parameter request: A request to the application, to whatever service.
    /// - Returns: The template, such as `/scores/{id}`; `nil` where the request is not claimed.
    func template(of request: Request) -> String?

    /// The templates of routes that no declared endpoint has; none by default.
    ///
    /// Requests with other templates are counted together, as unknown.
    var templates: [String] { get }

    /// True if answers to GET are pages, which get tags and are compressed as others are; by
    /// default they are sent as they are.
    var hasPages: Bool { get }

    /// Tells whether a path below the service's prefix that no route
    /// answers is the handler's to answer.
    ///
    /// - Parameter path: The path, escaped.
    /// - Returns: Whether it is; true by default. Other paths are the next
    ///   service's that has such a prefix.
    func owns(_ path: Substring) -> Bool

    /// Answers a request that is claimed, or that nothing else below the service's prefix answers.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func respond(to request: Request) async -> Response
}

extension RawHandler {
    /// No templates beyond those of the declared endpoints.
    public var templates: [String] { [] }
    /// All paths are.
    ///
    /// - Parameter path: The path.
    /// - Returns: `true`.
    public func owns(_ path: Substring) -> Bool { true }
    /// They are sent as they are.
    public var hasPages: Bool { false }
}

extension Service {
    /// Has endpoints answered by hand.
    ///
    /// - Parameters:
    ///   - rawHandler: The handler of their requests, and of everything below the service's
    ///     prefix that nothing else answers.
    ///   - endpoints: The declared endpoints that it answers.
    public mutating func serve(_ rawHandler: some RawHandler, for endpoints: [any Endpoint.Type]) {
        self.rawHandler = ServedRawHandler(rawHandler: rawHandler, endpoints: endpoints)
    }
}

/// A raw handler with the endpoints that it answers.
package struct ServedRawHandler: Sendable {
    package let rawHandler: any RawHandler
    package let endpoints: [any Endpoint.Type]
}
