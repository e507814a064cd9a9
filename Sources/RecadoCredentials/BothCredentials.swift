// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Credentials of two kinds that a request must have together, such as a program's key and a user's
/// token.
///
/// The two kinds must travel in different places: if both were in the Authorization field, the
/// second would replace the first.
public struct BothCredentials<First: CallerCredentials, Second: CallerCredentials>:
    CallerCredentials
{
    /// The credentials of the first kind.
    public let first: First
    /// The credentials of the second kind.
    public let second: Second

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - first: The credentials of the first kind.
    ///   - second: The credentials of the second kind.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// True if either kind reveals secrets.
    public static var revealSecrets: Bool { First.revealSecrets || Second.revealSecrets }
    /// The names of both schemes, joined by "with", as a human-readable text.
    public static var scheme: String {
        [First.scheme, Second.scheme].filter { !$0.isEmpty }.joined(separator: " with ")
    }
    /// The schemes of both kinds.
    public static var securitySchemes: [SecurityScheme] {
        First.securitySchemes + Second.securitySchemes
    }
    /// Every alternative of the first kind combined with every alternative of the second.
    public static var securityRequirements: [[SecurityScheme]] {
        First.securityRequirements.flatMap { first in
            Second.securityRequirements.map { first + $0 }
        }
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

    /// Returns `nil`, because one field cannot hold both kinds.
    public init?(authorization: String) { nil }
    /// An empty string, because one field cannot hold both kinds.
    public var authorization: String { "" }

    /// Reads the credentials of both kinds.
    ///
    /// - Parameter request: The request; `nil` is returned when it lacks either kind.
    public init?(request: Request) {
        guard let first = First(request: request), let second = Second(request: request) else {
            return nil
        }
        self.init(first, second)
    }

    /// Writes the credentials of both kinds to a request.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        first.write(to: &request)
        second.write(to: &request)
    }

    /// True if either kind is guessable.
    public var isGuessable: Bool { first.isGuessable || second.isGuessable }
    /// True if both kinds are ambient.
    public var isAmbient: Bool { first.isAmbient && second.isAmbient }
    /// The account that the first kind names, or else the second.
    public var account: String? { first.account ?? second.account }
}
