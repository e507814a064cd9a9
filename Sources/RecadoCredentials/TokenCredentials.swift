// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A token in the Authorization field, issued by a different service, for example with OAuth 2,
/// OpenID Connect, or a scheme that the issuing service has defined.
///
/// ```swift
/// enum ShopTokens: TokenIssuer {
///     static var securityScheme: SecurityScheme {
///         .oauth2([.init(.clientCredentials, tokenURL: "https://shop.example/token")])
///     }
/// }
///
/// struct Shop: Caller {
///     typealias Credentials = TokenCredentials<ShopTokens>
///     static var realm: String { "Shops" }
/// }
/// ```
///
/// No description or reflection of the value shows the token.
public struct TokenCredentials<Issuer: TokenIssuer>: CallerCredentials {
    /// The token.
    public let token: String

    /// Creates credentials.
    ///
    /// - Parameter token: The token: up to 8 192 visible characters of ASCII; `nil` is returned for
    ///   any other text.
    public init?(token: String) {
        guard (1...8_192).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.token = token
    }

    /// The word before the token, as the issuer defines it.
    public static var scheme: String { Issuer.word }
    /// The issuer's security scheme.
    public static var securitySchemes: [SecurityScheme] { [Issuer.securityScheme] }
    /// `false`: tokens are random.
    public var isGuessable: Bool { false }

    /// Reads the token after the issuer's word.
    ///
    /// - Parameter authorization: The value of an Authorization field; `nil` is
    ///   returned for another scheme.
    public init?(authorization: String) {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == Self.scheme.lowercased() else {
            return nil
        }
        self.init(token: String(parts[1]))
    }

    /// The word and the token.
    public var authorization: String { "\(Self.scheme) \(token)" }
}

extension TokenCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The scheme; the token is left out.
    public var description: String { "\(Self.scheme) …" }
    /// The scheme; the token is left out.
    public var debugDescription: String { description }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: ["token": "…"]) }
}

/// A type that describes an issuer of tokens.
public protocol TokenIssuer: Sendable {
    /// The security scheme that service descriptions show.
    static var securityScheme: SecurityScheme { get }
    /// The word before the token; `Bearer` by default.
    static var word: String { get }
}

extension TokenIssuer {
    /// `Bearer` (RFC 6750).
    public static var word: String { "Bearer" }
}
