// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A guard against members that look as if they protected an endpoint, but would be ignored.
///
/// Only an endpoint's ``Endpoint/Caller`` determines the callers that are admitted. The compiler
/// accepts static members that no protocol requires, so an endpoint with
/// `static let authorization = …` would be open to anyone without a warning. This protocol
/// therefore requires such members with the type `Void`, and an endpoint that declares one with
/// another type does not compile.
public protocol EndpointMisnomers {
    /// The type of `authorization`; `Void` unless an endpoint wrongly declares it.
    associatedtype AuthorizationMember = Void
    /// The type of `authorisation`; `Void` unless an endpoint wrongly declares it.
    associatedtype AuthorisationMember = Void
    /// The type of `authentication`; `Void` unless an endpoint wrongly declares it.
    associatedtype AuthenticationMember = Void

    /// Must not be declared by endpoints: an endpoint is protected by its `Caller`.
    static var authorization: AuthorizationMember { get }
    /// Must not be declared by endpoints: an endpoint is protected by its `Caller`.
    static var authorisation: AuthorisationMember { get }
    /// Must not be declared by endpoints: an endpoint is protected by its `Caller`.
    static var authentication: AuthenticationMember { get }
    /// Unavailable for an endpoint that declares one of these members; such an endpoint does not
    /// compile.
    static var namesItsCaller: Void { get }
}

extension EndpointMisnomers where AuthorizationMember == Void {
    /// An empty value, because the `Caller` determines who may call.
    public static var authorization: Void { () }
}

extension EndpointMisnomers where AuthorisationMember == Void {
    /// An empty value, because the `Caller` determines who may call.
    public static var authorisation: Void { () }
}

extension EndpointMisnomers where AuthenticationMember == Void {
    /// An empty value, because the `Caller` determines who may call.
    public static var authentication: Void { () }
}

extension EndpointMisnomers
where
    AuthorizationMember == Void,
    AuthorisationMember == Void,
    AuthenticationMember == Void
{
    /// Available, because the endpoint declares none of the three members.
    public static var namesItsCaller: Void { () }
}

extension EndpointMisnomers {
    /// A compile-time error for an endpoint that looks protected but is not.
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
