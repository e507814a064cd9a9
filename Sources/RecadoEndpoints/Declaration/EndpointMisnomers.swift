// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Members that an endpoint does not have, but that look as if they protected it.
///
/// Only an endpoint's ``Endpoint/Caller`` determines the callers that are admitted. The compiler
/// ignores static members that a protocol does not require; an endpoint with
/// `static let authorization = …` would be open to anyone without a warning. So these names are
/// required here, with a type that nobody uses.
public protocol EndpointMisnomers {
    /// The type of a member that endpoints do not have.
    associatedtype AuthorizationMember = MissingMember
    /// The type of a member that endpoints do not have.
    associatedtype AuthorisationMember = MissingMember
    /// The type of a member that endpoints do not have.
    associatedtype AuthenticationMember = MissingMember

    /// Not a member of endpoints: an endpoint is protected by its `Caller`.
    static var authorization: AuthorizationMember { get }
    /// Not a member of endpoints: an endpoint is protected by its `Caller`.
    static var authorisation: AuthorisationMember { get }
    /// Not a member of endpoints: an endpoint is protected by its `Caller`.
    static var authentication: AuthenticationMember { get }
    /// Available only for an endpoint that declares none of these members.
    static var namesItsCaller: Void { get }
}

/// The type of members that endpoints do not have.
public struct MissingMember: Sendable {}

extension EndpointMisnomers where AuthorizationMember == MissingMember {
    /// An empty value: the `Caller` determines who may call.
    public static var authorization: MissingMember { MissingMember() }
}

extension EndpointMisnomers where AuthorisationMember == MissingMember {
    /// An empty value: the `Caller` determines who may call.
    public static var authorisation: MissingMember { MissingMember() }
}

extension EndpointMisnomers where AuthenticationMember == MissingMember {
    /// An empty value: the `Caller` determines who may call.
    public static var authentication: MissingMember { MissingMember() }
}

extension EndpointMisnomers
where
    AuthorizationMember == MissingMember,
    AuthorisationMember == MissingMember,
    AuthenticationMember == MissingMember
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
