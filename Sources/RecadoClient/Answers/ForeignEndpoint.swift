// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// An endpoint of a service whose responses need their own rules.
///
/// ```swift
/// struct ShowUser: ForeignEndpoint {
///     static let route: Route = "GET /user/{id}"
///     static let responseRules = ResponseRules(
///         root: "user",
///         errors: [ErrorModel(ServiceError.self)]
///     )
///     typealias Output = User
///     @Path var id: Int
/// }
/// ```
///
/// An endpoint that the service itself implements with this package does not need such rules.
public protocol ForeignEndpoint: Endpoint {
    /// The rules for the endpoint's responses; they take precedence over the client's rules.
    static var responseRules: ResponseRules { get }
}
