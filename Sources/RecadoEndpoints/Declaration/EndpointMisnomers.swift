// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Names that would seem to protect an endpoint but are not members of endpoints.
///
/// Only an endpoint's ``Endpoint/Caller`` determines the callers that are admitted. The compiler
/// ignores static members that no protocol requires, so an endpoint with
/// `static let authorization = …` would be open to anyone without a warning. This protocol requires
/// the names with the type `Void`, so that an endpoint that declares one does not compile.
public protocol EndpointMisnomers {
    /// The type of `authorization`; `Void`, as endpoints have no such member.
    associatedtype AuthorizationMember = Void
    /// The type of `authorisation`; `Void`, as endpoints have no such member.
    associatedtype AuthorisationMember = Void
    /// The type of `authentication`; `Void`, as endpoints have no such member.
    associatedtype AuthenticationMember = Void

    /// Not a member of endpoints: an endpoint is protected by its `Caller`.
    static var authorization: AuthorizationMember { get }
    /// Not a member of endpoints: an endpoint is protected by its `Caller`.
    static var authorisation: AuthorisationMember { get }
    /// Not a member of endpoints: an endpoint is protected by its `Caller`.
    static var authentication: AuthenticationMember { get }
    /// Available only for an endpoint that declares none of these members.
    static var namesItsCaller: Void { get }
}

extension EndpointMisnomers where AuthorizationMember == Void {
    /// No value, because the `Caller` determines who may call.
    public static var authorization: Void { () }
}

extension EndpointMisnomers where AuthorisationMember == Void {
    /// No value, because the `Caller` determines who may call.
    public static var authorisation: Void { () }
}

extension EndpointMisnomers where AuthenticationMember == Void {
    /// No value, because the `Caller` determines who may call.
    public static var authentication: Void { () }
}

extension EndpointMisnomers
where
    AuthorizationMember == Void,
    AuthorisationMember == Void,
    AuthenticationMember == Void
{
    /// Available, because the endpoint declares none of the names.
    public static var namesItsCaller: Void { () }
}

extension EndpointMisnomers {
    /// Refuses an endpoint that looks protected but is not.
    @available(
        *,
        unavailable,
        message: """
            an endpoint has no 'authorization', 'authorisation' or 'authentication'; \
            who may call says 'typealias Caller = Member'
            """
    )
    public static var namesItsCaller: Void { () }
}
