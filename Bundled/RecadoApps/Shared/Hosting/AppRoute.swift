// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A method and a path of an app, with the function that answers them.
struct AppRoute: Sendable {
    /// The complete path, with parameters in braces.
    let route: Route
    /// The function that answers requests for the route.
    let answer: @Sendable (Visit) async -> PageResponse

    /// Creates a route for GET.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - path: The part of the path below the app: empty, or such as `/{id}/edit`.
    ///   - answer: The function that answers.
    /// - Returns: The route.
    static func get(
        _ app: AppIdentity,
        _ path: String,
        _ answer: @escaping @Sendable (Visit) async -> PageResponse
    ) -> AppRoute {
        AppRoute(route: Route("GET \(app.path)\(path)"), answer: answer)
    }

    /// Creates a route for a form that is sent with POST; a form that is sent repeatedly takes
    /// effect once.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - path: The part of the path below the app: empty, or such as `/{id}/edit`.
    ///   - answer: The function that answers.
    /// - Returns: The route.
    static func post(
        _ app: AppIdentity,
        _ path: String,
        _ answer: @escaping @Sendable (Visit) async -> PageResponse
    ) -> AppRoute {
        AppRoute(route: Route("POST \(app.path)\(path)"), answer: answer)
    }

    /// Returns the decoded parameters of a path; `nil` if the path does not match.
    func match(_ segments: [Substring]) -> [String: String]? {
        guard segments.count == route.segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, found) in zip(route.segments, segments) {
            switch expected {
            case .literal(let text):
                guard text == found else { return nil }
            case .parameter(let name):
                guard let text = PercentEncoding.decode(found) else { return nil }
                parameters[name] = text
            }
        }
        return parameters
    }
}

/// An app with its identity and its routes.
protocol HostedApp: Sendable {
    /// The name and the description of the app.
    var identity: AppIdentity { get }
    /// The routes; if two match a path, the first one answers.
    var routes: [AppRoute] { get }
}
