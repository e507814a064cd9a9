// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Credentials of two kinds that a request must have together, such as a key of the
/// program and a token of the user.
///
/// They travel in different places: of two in the Authorization field the second would
/// take the place of the first.
public struct BothCredentials<First: CallerCredentials, Second: CallerCredentials>:
    CallerCredentials
{
    /// Those of the first kind.
    public let first: First
    /// Those of the second kind.
    public let second: Second

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - first: Those of the first kind.
    ///   - second: Those of the second kind.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Whether either kind does.
    public static var revealSecrets: Bool { First.revealSecrets || Second.revealSecrets }
    /// The names of both, for people.
    public static var scheme: String {
        [First.scheme, Second.scheme].filter { !$0.isEmpty }.joined(separator: " with ")
    }
    /// Both.
    public static var securitySchemes: [SecurityScheme] {
        First.securitySchemes + Second.securitySchemes
    }
    /// Every way of the first kind with every way of the second.
    public static var securityRequirements: [[SecurityScheme]] {
        First.securityRequirements.flatMap { first in
            Second.securityRequirements.map { first + $0 }
        }
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

    /// Returns nothing: one field does not hold both.
    public init?(authorization: String) { nil }
    /// No value: one field does not hold both.
    public var authorization: String { "" }

    /// Reads both.
    ///
    /// - Parameter request: The request; `nil` is returned when it lacks one of them.
    public init?(request: Request) {
        guard let first = First(request: request), let second = Second(request: request) else {
            return nil
        }
        self.init(first, second)
    }

    /// Gives both to a request.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        first.write(to: &request)
        second.write(to: &request)
    }

    /// Whether one of them is.
    public var isGuessable: Bool { first.isGuessable || second.isGuessable }
    /// Whether both are.
    public var isAmbient: Bool { first.isAmbient && second.isAmbient }
    /// The account that one of them claims.
    public var account: String? { first.account ?? second.account }
}
