// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// An endpoint of a service whose answers follow rules of their own.
///
/// ```swift
/// struct ShowUser: ForeignEndpoint {
///     static let route: Route = "GET /user/{id}"
///     static let answers = AnswerRules(root: "user", errors: [ErrorModel(ServiceError.self)])
///     typealias Output = User
///     @Path var id: Int
/// }
/// ```
///
/// An endpoint does not need this if its service is built from the same declaration.
public protocol ForeignEndpoint: Endpoint {
    /// The rules for the endpoint's responses; they take precedence over the client's rules.
    static var answers: AnswerRules { get }
}
