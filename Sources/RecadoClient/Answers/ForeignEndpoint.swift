// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// An endpoint of a service that answers in a way of its own.
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
/// Endpoints of services that are served by the same declaration need none of this.
public protocol ForeignEndpoint: Endpoint {
    /// The rules for the endpoint's responses; they win over the client's rules for all responses.
    static var answers: AnswerRules { get }
}
