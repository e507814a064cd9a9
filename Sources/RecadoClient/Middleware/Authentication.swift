// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The way in which a client authenticates its calls.
///
/// ```swift
/// middleware.authentication = .challenges(.constant(member))
/// middleware.authentication = .bearer(origin: base) { old, transport in … }
/// middleware.authentication = .challenges(ours).over(.challenges(proxy, side: .proxy))
/// ```
///
/// `challenges(_:side:answersBasic:)` and `bearer(origin:token:policy:refresh:)` are in
/// RecadoAuthentication.
public struct Authentication: Sendable {
    let layer: ClientMiddleware.TransportWrapper

    /// Creates an authentication from a layer.
    ///
    /// - Parameter layer: Puts a transport that adds credentials over another transport.
    public init(_ layer: @escaping ClientMiddleware.TransportWrapper) {
        self.layer = layer
    }

    /// Combines this authentication with another one, and puts this one nearer to the call.
    ///
    /// - Parameter other: The authentication nearer to the transport, such as that of a proxy.
    /// - Returns: Both together.
    public func over(_ other: Authentication) -> Authentication {
        let layer = layer
        return Authentication { layer(other.layer($0)) }
    }
}
