// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A method of authenticating the calls of a client.
///
/// ```swift
/// middleware.authentication = .challenges(.constant(member))
/// middleware.authentication = .bearer(origin: base) { old, transport in … }
/// middleware.authentication = .challenges(ours).over(.challenges(proxy, side: .proxy))
/// ```
///
/// `challenges(_:side:answersBasic:)` and `bearer(origin:token:policy:refresh:)` are declared in
/// RecadoAuthentication.
public struct Authentication: Sendable {
    let layer: ClientMiddleware.TransportWrapper

    /// Creates an authentication from a middleware layer.
    ///
    /// - Parameter layer: Wraps a transport in one that adds credentials.
    public init(_ layer: @escaping ClientMiddleware.TransportWrapper) {
        self.layer = layer
    }

    /// Combines this authentication with another one, which is placed nearer to the transport.
    ///
    /// - Parameter other: The authentication nearer to the transport, such as authentication to a
    ///   proxy.
    /// - Returns: The combined authentication.
    public func over(_ other: Authentication) -> Authentication {
        let layer = layer
        return Authentication { layer(other.layer($0)) }
    }
}
