// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP
public import RecadoTransport

extension Authentication {
    /// Answers the challenges of servers, or of proxies: Digest and Basic.
    ///
    /// - Of several challenges, the strongest is answered: Digest before Basic, SHA-256 before MD5.
    /// - Afterwards, requests to the same protection space carry credentials without a challenge
    ///   (RFC 9110 §11.5); requests to other origins never do.
    /// - Credentials that the server refuses are forgotten, and the source is asked for others.
    ///   Refused credentials are not sent again in the same call, and not at all after 3 refusals
    ///   in a row, as servers lock accounts after a few failures.
    /// - Requests that already have an Authorization field are sent unchanged.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - side: The side that asks for credentials; servers by default.
    ///   - answersBasic: True if Basic is answered, by which the server learns the password; with
    ///     `false`, Digest alone is.
    /// - Returns: The authentication.
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

    /// Sends a token, and gets another one when it expires or is refused.
    ///
    /// - Parameters:
    ///   - origin: A URI of the only server that gets the token.
    ///   - token: The first token; if it is `nil`, the layer gets one before the first request.
    ///   - policy: The times at which tokens are refreshed.
    ///   - refresh: Gets a new token in exchange for the old one, through the transport below this
    ///     layer.
    /// - Returns: The authentication.
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
