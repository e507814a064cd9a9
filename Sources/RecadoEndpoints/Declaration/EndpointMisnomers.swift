// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Members that an endpoint does not have, and that look as if they protected it.
///
/// An endpoint's ``Endpoint/Caller`` alone determines the callers that are admitted. The compiler
/// ignores static members that a protocol does not require; an endpoint with
/// `static let authorization = …` would be open to anyone without a warning. So these names are
/// required here, in a type that nobody declares.
public protocol EndpointMisnomers {
    /// The type of a member that endpoints do not have.
    associatedtype AuthorizationMember = MissingMember
    /// The type of a member that endpoints do not have.
    associatedtype AuthorisationMember = MissingMember
    /// The type of a member that endpoints do not have.
    associatedtype AuthenticationMember = MissingMember

    /// No member of an endpoint, which is protected by its `Caller`.
    static var authorization: AuthorizationMember { get }
    /// No member of an endpoint, which is protected by its `Caller`.
    static var authorisation: AuthorisationMember { get }
    /// No member of an endpoint, which is protected by its `Caller`.
    static var authentication: AuthenticationMember { get }
    /// Present where none of the others is declared.
    static var namesItsCaller: Void { get }
}

/// The type of members that endpoints do not have.
public struct MissingMember: Sendable {}

extension EndpointMisnomers where AuthorizationMember == MissingMember {
    /// Says nothing: who may call is the `Caller`.
    public static var authorization: MissingMember { MissingMember() }
}

extension EndpointMisnomers where AuthorisationMember == MissingMember {
    /// Says nothing: who may call is the `Caller`.
    public static var authorisation: MissingMember { MissingMember() }
}

extension EndpointMisnomers where AuthenticationMember == MissingMember {
    /// Says nothing: who may call is the `Caller`.
    public static var authentication: MissingMember { MissingMember() }
}

extension EndpointMisnomers
where
    AuthorizationMember == MissingMember,
    AuthorisationMember == MissingMember,
    AuthenticationMember == MissingMember
{
    /// None of the names is declared.
    public static var namesItsCaller: Void { () }
}

extension EndpointMisnomers {
    /// Refuses an endpoint that looks protected and is not.
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
