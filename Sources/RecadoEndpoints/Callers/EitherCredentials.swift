// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Credentials of one kind or another, for endpoints that take both.
///
/// ```swift
/// struct Member: Caller {
///     typealias Credentials = EitherCredentials<BearerCredentials, BasicCredentials>
///     static var realm: String { "Videoclub" }
/// }
/// ```
///
/// Refusals have the challenges of both, the first one first (RFC 9110 §11.6.1). In the
/// clear neither is taken if one of them reveals secrets, for the challenges would ask for
/// it. More than two are nested.
public enum EitherCredentials<First: CallerCredentials, Second: CallerCredentials>:
    CallerCredentials
{
    /// Credentials of the first kind.
    case first(First)
    /// Credentials of the second kind.
    case second(Second)

    /// Whether either kind does.
    public static var revealSecrets: Bool { First.revealSecrets || Second.revealSecrets }
    /// The names of both, for people.
    public static var scheme: String {
        [First.scheme, Second.scheme].filter { !$0.isEmpty }.joined(separator: " or ")
    }
    /// Both.
    public static var securitySchemes: [SecurityScheme] {
        First.securitySchemes + Second.securitySchemes
    }
    /// The ways of either kind.
    public static var securityRequirements: [[SecurityScheme]] {
        First.securityRequirements + Second.securityRequirements
    }

    /// The challenges of both.
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal.
    /// - Returns: The challenges.
    public static func challenges(
        realm: String,
        after refusal: CredentialsRefusal
    ) -> [Challenge] {
        First.challenges(realm: realm, after: refusal)
            + Second.challenges(realm: realm, after: refusal)
    }

    /// Reads the value of an Authorization field as the first kind, or else as the second.
    ///
    /// - Parameter authorization: The value; `nil` is returned when it is neither.
    public init?(authorization: String) {
        if let first = First(authorization: authorization) {
            self = .first(first)
        } else if let second = Second(authorization: authorization) {
            self = .second(second)
        } else {
            return nil
        }
    }

    /// Reads credentials of the first kind, or else of the second.
    ///
    /// Credentials that browsers send by themselves, such as the cookie of a session that may have
    /// ended, count for less than those that the client has chosen to send.
    ///
    /// - Parameter request: The request; `nil` is returned when it has neither.
    public init?(request: Request) {
        let (first, second) = (First(request: request), Second(request: request))
        if let second, !second.isAmbient, first?.isAmbient != false {
            self = .second(second)
        } else if let first {
            self = .first(first)
        } else if let second {
            self = .second(second)
        } else {
            return nil
        }
    }

    /// Tells what is wrong with credentials of either scheme.
    ///
    /// - Parameter authorization: The value of an Authorization field.
    /// - Returns: The words of the kind whose scheme it has; `nil` where there are none.
    public static func flaw(inAuthorization authorization: String) -> String? {
        First.flaw(inAuthorization: authorization) ?? Second.flaw(inAuthorization: authorization)
    }

    /// The value of the Authorization field, of those that these are.
    public var authorization: String {
        switch self {
        case .first(let first): first.authorization
        case .second(let second): second.authorization
        }
    }

    /// Whether these are.
    public var isGuessable: Bool {
        switch self {
        case .first(let first): first.isGuessable
        case .second(let second): second.isGuessable
        }
    }

    /// Whether these are.
    public var isAmbient: Bool {
        switch self {
        case .first(let first): first.isAmbient
        case .second(let second): second.isAmbient
        }
    }

    /// The account that these claim.
    public var account: String? {
        switch self {
        case .first(let first): first.account
        case .second(let second): second.account
        }
    }

    /// Gives these to a request.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        switch self {
        case .first(let first): first.write(to: &request)
        case .second(let second): second.write(to: &request)
        }
    }
}
