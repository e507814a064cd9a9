// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Credentials of one of two kinds, for endpoints that accept both.
///
/// ```swift
/// struct Member: Caller {
///     typealias Credentials = EitherCredentials<BearerCredentials, BasicCredentials>
///     static var realm: String { "Videoclub" }
/// }
/// ```
///
/// A refusal carries the challenges of both kinds, beginning with those of the first kind (RFC 9110
/// §11.6.1). If one kind reveals secrets, neither is accepted over a connection that others can
/// read, because the challenges would ask for the secret. For more than two kinds, nest the types.
public enum EitherCredentials<First: CallerCredentials, Second: CallerCredentials>:
    CallerCredentials
{
    /// Credentials of the first kind.
    case first(First)
    /// Credentials of the second kind.
    case second(Second)

    /// True if either kind reveals secrets.
    public static var revealSecrets: Bool { First.revealSecrets || Second.revealSecrets }
    /// The names of both schemes, joined by "or", as a human-readable text.
    public static var scheme: String {
        [First.scheme, Second.scheme].filter { !$0.isEmpty }.joined(separator: " or ")
    }
    /// The schemes of both kinds.
    public static var securitySchemes: [SecurityScheme] {
        First.securitySchemes + Second.securitySchemes
    }
    /// The alternatives of both kinds.
    public static var securityRequirements: [[SecurityScheme]] {
        First.securityRequirements + Second.securityRequirements
    }

    /// Returns the challenges of both kinds.
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
    /// Credentials that the client chose to send take precedence over ambient ones, which browsers
    /// send by themselves, such as the cookie of a session that may have ended.
    ///
    /// - Parameter request: The request; `nil` is returned when it has credentials of neither kind.
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

    /// Describes the error in credentials of either scheme.
    ///
    /// - Parameter authorization: The value of an Authorization field.
    /// - Returns: The description from the kind whose scheme the value has; `nil` if neither finds
    ///   an error.
    public static func flaw(inAuthorization authorization: String) -> String? {
        First.flaw(inAuthorization: authorization) ?? Second.flaw(inAuthorization: authorization)
    }

    /// The value of the Authorization field for these credentials.
    public var authorization: String {
        switch self {
        case .first(let first): first.authorization
        case .second(let second): second.authorization
        }
    }

    /// True if these credentials are guessable.
    public var isGuessable: Bool {
        switch self {
        case .first(let first): first.isGuessable
        case .second(let second): second.isGuessable
        }
    }

    /// True if these credentials are ambient.
    public var isAmbient: Bool {
        switch self {
        case .first(let first): first.isAmbient
        case .second(let second): second.isAmbient
        }
    }

    /// The account that the credentials claim.
    public var account: String? {
        switch self {
        case .first(let first): first.account
        case .second(let second): second.account
        }
    }

    /// Writes the credentials to a request.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        switch self {
        case .first(let first): first.write(to: &request)
        case .second(let second): second.write(to: &request)
        }
    }
}
