// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP
public import RecadoTransport

extension Authentication {
    /// Answers the challenges of servers, or of proxies: Digest and Basic.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - side: The side that asks for credentials; servers by default.
    /// - Returns: The authentication.
    public static func challenges(
        _ credentials: any CredentialSource,
        side: ProtectionSpace.Side = .server
    ) -> Authentication {
        Authentication { AuthenticationTransport($0, credentials: credentials, side: side) }
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
