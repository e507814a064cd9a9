// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The way in which a client's calls identify their caller.
///
/// ```swift
/// middleware.authentication = .challenges(.constant(member))
/// middleware.authentication = .bearer(origin: base) { old, transport in … }
/// middleware.authentication = .challenges(ours).over(.challenges(proxy, side: .proxy))
/// ```
public struct Authentication: Sendable {
    let layer: ClientMiddleware.TransportWrapper

    /// Creates one from a layer.
    ///
    /// - Parameter layer: Puts what adds credentials over a transport.
    public init(_ layer: @escaping ClientMiddleware.TransportWrapper) {
        self.layer = layer
    }

    /// Answers the challenges of servers, or of proxies: Digest and Basic.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - side: The side that asks for credentials; servers by default.
    /// - Returns: The way to say so.
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
    ///   - token: The token to begin with; `nil` gets one before the first request.
    ///   - policy: When tokens are refreshed.
    ///   - refresh: Gets another token for the old one, by the transport below this layer.
    /// - Returns: The way to say who calls.
    public static func bearer(
        origin: URI,
        token: AccessToken? = nil,
        policy: RefreshPolicy = RefreshPolicy(),
        refresh:
            @escaping @Sendable (AccessToken?, UnauthenticatedTransport) async throws -> AccessToken
    ) -> Authentication {
        Authentication {
            BearerTransport($0, origin: origin, token: token, policy: policy, refresh: refresh)
        }
    }

    /// Both ways, this one nearer to the call.
    ///
    /// - Parameter other: The one nearer to the transport, such as that to a proxy.
    /// - Returns: Both.
    public func over(_ other: Authentication) -> Authentication {
        let layer = layer
        return Authentication { layer(other.layer($0)) }
    }
}
