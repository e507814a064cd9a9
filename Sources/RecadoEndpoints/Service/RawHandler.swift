// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A hand-written handler for a service that must behave exactly like an existing service.
///
/// The framework reads requests and writes answers in one way for all services. A service that
/// replaces an implementation in another framework must reproduce everything that clients could
/// depend on: the paths, the precedence of routes, the reading of content and the form of errors.
/// The endpoints are declared nevertheless, because clients, command lines and documents are
/// derived from them.
///
/// ```swift
/// service.serve(RailsHandler(scores), for: [ListScores.self, ShowScore.self])
/// service.serve(watch)        // other endpoints have their usual handlers
/// ```
///
/// A handler claims a request by returning a template for it (``template(of:)``). Claimed requests
/// reach the handler before the routes of the application are considered. The handler also receives
/// the requests below the service's prefix that no route answers. The application still handles
/// observation, request IDs and cross-origin rules; callers, quotas, preconditions and content
/// limits are left to the handler.
public protocol RawHandler: Sendable {
    /// Returns the template of the route that a path matches, under which the request is counted
    /// and logged.
    ///
    /// - Parameter request: A request to the application, for any of its services.
    /// - Returns: The template, such as `/scores/{id}`; `nil` if the request is not claimed.
    func template(of request: Request) -> String?

    /// The templates of routes that belong to no declared endpoint; none by default.
    ///
    /// Requests with any other template are counted together, as unknown.
    var templates: [String] { get }

    /// True if answers to GET get entity tags and are compressed, as with usual handlers; `false`
    /// by default, so that answers are sent unchanged.
    var hasPages: Bool { get }

    /// Returns true if the handler answers a path below the service's prefix that has no route.
    ///
    /// - Parameter path: The path, escaped.
    /// - Returns: True, the default, if the handler answers the path; if it is false, the next
    ///   service whose prefix matches the path may answer it.
    func owns(_ path: Substring) -> Bool

    /// Answers a claimed request, or one below the service's prefix that nothing else answers.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func respond(to request: Request) async -> Response
}

extension RawHandler {
    /// No templates beyond those of the declared endpoints.
    public var templates: [String] { [] }
    /// Accepts all paths.
    ///
    /// - Parameter path: The path.
    /// - Returns: `true`.
    public func owns(_ path: Substring) -> Bool { true }
    /// `false`: answers are sent unchanged.
    public var hasPages: Bool { false }
}

extension Service {
    /// Lets a raw handler answer endpoints.
    ///
    /// - Parameters:
    ///   - rawHandler: The handler of the endpoints, and of all requests below the service's prefix
    ///     that nothing else answers.
    ///   - endpoints: The declared endpoints that the handler answers.
    public mutating func serve(_ rawHandler: some RawHandler, for endpoints: [any Endpoint.Type]) {
        self.rawHandler = ServedRawHandler(rawHandler: rawHandler, endpoints: endpoints)
    }
}

/// A raw handler with the endpoints that it answers.
package struct ServedRawHandler: Sendable {
    package let rawHandler: any RawHandler
    package let endpoints: [any Endpoint.Type]
}
