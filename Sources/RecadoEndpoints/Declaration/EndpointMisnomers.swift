// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Members that an endpoint does not have, but that look as if they protected it.
///
/// Only an endpoint's ``Endpoint/Caller`` determines the callers that are admitted. The compiler
/// ignores static members that a protocol does not require; an endpoint with
/// `static let authorization = …` would be open to anyone without a warning. So these names are
/// required here, with a type that no such member would have.
public protocol EndpointMisnomers {
    /// The type of a member that endpoints do not have.
    associatedtype AuthorizationMember = Void
    /// The type of a member that endpoints do not have.
    associatedtype AuthorisationMember = Void
    /// The type of a member that endpoints do not have.
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
    /// Nothing: the `Caller` determines who may call.
    public static var authorization: Void { () }
}

extension EndpointMisnomers where AuthorisationMember == Void {
    /// Nothing: the `Caller` determines who may call.
    public static var authorisation: Void { () }
}

extension EndpointMisnomers where AuthenticationMember == Void {
    /// Nothing: the `Caller` determines who may call.
    public static var authentication: Void { () }
}

extension EndpointMisnomers
where
    AuthorizationMember == Void,
    AuthorisationMember == Void,
    AuthenticationMember == Void
{
    /// Available, as none of the names is declared.
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
