// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for a text that is not a valid proxy or not a valid list of exceptions.
///
/// The text is not repeated, because it may hold a password.
public struct ProxyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason that a text is invalid.
    @nonexhaustive
    public enum Reason: Sendable, Hashable {
        /// The scheme is none of ``ProxyServer/Kind``.
        case scheme
        /// The host or the port is malformed, or a path follows.
        case address
        /// The user information holds characters that cannot be sent.
        case credentials
        /// An exception is not a name, an address, a network or `*`.
        case exception
    }

    /// The reason that the text is invalid.
    public let reason: Reason
    /// The environment variable that holds the text, if it came from there.
    public let variable: String?

    init(_ reason: Reason, in variable: String? = nil) {
        self.reason = reason
        self.variable = variable
    }

    /// The reason in one line.
    public var description: String {
        let place = variable.map { "\($0): " } ?? ""
        return switch reason {
        case .scheme: place + "expected a proxy of http, https, socks4a, socks5 or socks5h"
        case .address: place + "expected a proxy as scheme://host:port"
        case .credentials: place + "the proxy's user or password cannot be sent"
        case .exception: place + "expected names, addresses and networks such as 10.0.0.0/8"
        }
    }
}
