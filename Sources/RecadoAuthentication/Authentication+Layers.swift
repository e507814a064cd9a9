// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP
public import RecadoTransport

extension Authentication {
    /// Answers the Digest and Basic challenges of servers or of proxies.
    ///
    /// - Among several challenges, the strongest is answered: Digest before Basic, SHA-256 before
    ///   MD5.
    /// - After a challenge has been answered, requests to the same protection space carry
    ///   credentials without a challenge (RFC 9110 §11.5); requests to other origins never do.
    /// - Credentials that the server refuses are discarded, and the source is asked for other
    ///   credentials. Refused credentials are not sent again in the same call. After 3 refusals in
    ///   a row they are not sent at all, because servers lock accounts after a few failures.
    /// - A request that already has an Authorization field is sent unchanged.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - side: The side whose challenges are answered; servers by default.
    ///   - answersBasic: True to answer Basic challenges, which reveals the password to the server;
    ///     `false` to answer only Digest challenges.
    /// - Returns: The authentication, for the property `authentication` of the client's middleware.
    public static func challenges(
        _ credentials: any CredentialSource,
        side: ProtectionSpace.Side = .server,
        answersBasic: Bool = true
    ) -> Authentication {
        let basic: [any AuthenticationScheme] = answersBasic ? [BasicScheme()] : []
        return Authentication {
            AuthenticationTransport(
                $0,
                credentials: credentials,
                side: side,
                schemes: [DigestScheme()] + basic
            )
        }
    }

    /// Sends a token with each request to one server, and gets a new one when it expires or is
    /// refused.
    ///
    /// - Parameters:
    ///   - origin: A URI of the only server that gets the token.
    ///   - token: The first token; if it is `nil`, the layer gets one before the first request.
    ///   - policy: The policy that decides when tokens are refreshed.
    ///   - refresh: Gets a new token in exchange for the old one, through the transport below this
    ///     layer.
    /// - Returns: The authentication, for the property `authentication` of the client's middleware.
    public static func bearer(
        origin: URI,
        token: AccessToken? = nil,
        policy: RefreshPolicy = RefreshPolicy(),
        refresh:
            @escaping @Sendable (AccessToken?, any Transport) async throws -> AccessToken
    ) -> Authentication {
        Authentication {
            BearerTransport($0, origin: origin, token: token, policy: policy, refresh: refresh)
        }
    }
}
