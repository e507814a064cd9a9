// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a text that is no valid proxy, or no valid exception from one.
///
/// The text is not repeated, because it may hold a password.
public struct ProxyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault of a text.
    @nonexhaustive
    public enum Reason: Sendable, Hashable {
        /// The scheme is not one of ``ProxyServer/Kind``.
        case scheme
        /// The host or the port is malformed, or a path follows.
        case address
        /// The user information holds characters that cannot be sent.
        case credentials
        /// An exception is neither a name nor an address, a network or `*`.
        case exception
    }

    /// The fault.
    public let reason: Reason
    /// The variable of the environment that holds the text, if it came from there.
    public let variable: String?

    init(_ reason: Reason, in variable: String? = nil) {
        self.reason = reason
        self.variable = variable
    }

    /// The fault in one line.
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
