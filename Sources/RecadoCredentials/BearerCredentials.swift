// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// A token that lets anyone who has it call the service (RFC 6750).
///
/// ```swift
/// struct Robot: Caller {
///     typealias Credentials = BearerCredentials
///     static var realm: String { "Videoclub" }
/// }
///
/// service.authenticate(Robot.self) { credentials, _ throws(ProblemDetails) in
///     await tokens.robot(with: credentials.token)
/// }
/// ```
///
/// Failed attempts are not counted, because tokens are too random to guess and programs often send
/// expired ones. Tokens should have 128 random bits or more, and be stored hashed. No description
/// or reflection of the value shows the token.
public struct BearerCredentials: CallerCredentials {
    /// The token.
    public let token: String

    /// Creates credentials.
    ///
    /// - Parameter token: The token: letters, digits and `-._~+/`, with `=` only at its end
    ///   (RFC 6750 §2.1); `nil` is returned for any other text.
    public init?(token: String) {
        let stem = token.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
        guard !stem.isEmpty, stem.allSatisfy(Self.characters.contains) else { return nil }
        self.token = token
    }

    private static let characters = PercentEncoding.CharacterSet(unreservedAnd: "+/")

    // MARK: - Fields

    /// `false`: tokens are long and random.
    public var isGuessable: Bool { false }
    /// The name of the scheme: `Bearer`.
    public static var scheme: String { "Bearer" }

    /// Reads the value of an Authorization field (RFC 6750 §2.1).
    ///
    /// - Parameter authorization: The scheme, in any case, blanks and a token; `nil` is returned
    ///   for anything else.
    public init?(authorization: String) {
        var scanner = FieldScanner(authorization)
        scanner.skipBlanks()
        guard scanner.token()?.lowercased() == "bearer", scanner.skipBlanks() else { return nil }
        let token = scanner.take { $0 > 0x20 }
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
        self.init(token: String(decoding: token, as: UTF8.self))
    }

    /// The value of an Authorization field.
    public var authorization: String { "Bearer \(token)" }

    /// Returns the challenge: the realm alone for a request without a token (RFC 6750 §3.1), and
    /// `error="invalid_token"` as well after a token that is not accepted.
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the token is for.
    ///   - refusal: The reason for the refusal.
    /// - Returns: One challenge.
    public static func challenges(
        realm: String,
        after refusal: CredentialsRefusal
    ) -> [Challenge] {
        guard refusal == .wrong else { return [.bearer(realm: realm)] }
        let parameters: FieldParameters = [
            "realm": realm,
            "error": "invalid_token",
            "error_description": "The token is expired, revoked or unknown.",
        ]
        return Challenge(scheme: scheme, parameters: parameters).map { [$0] } ?? []
    }
}

extension BearerCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The scheme; the token is left out.
    public var description: String { "Bearer …" }
    /// The scheme; the token is left out.
    public var debugDescription: String { description }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: ["token": "…"]) }
}
