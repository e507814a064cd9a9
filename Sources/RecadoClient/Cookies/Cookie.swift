// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A cookie as a client keeps it (RFC 6265bis §5.7).
///
/// Its value is likely to be a secret: the description and dumps leave it out.
public struct Cookie: Sendable, Hashable {
    /// When a browser sends a cookie along with requests that another site caused.
    @nonexhaustive
    public enum SameSite: String, Sendable, Hashable {
        /// Nothing was said, or nothing that is known.
        case unspecified
        /// Never.
        case strict = "Strict"
        /// With navigation alone.
        case lax = "Lax"
        /// Always.
        case none = "None"
    }

    /// The name; empty for a cookie that is a value alone.
    public let name: String
    /// The value, as it was sent.
    public let value: String
    /// The host that gets it, in small letters and without a dot before it.
    public let domain: String
    /// Whether that host alone gets it, and not the ones below.
    public let isHostOnly: Bool
    /// The path at which and below which it is sent.
    public let path: String
    /// When it ends; `nil` for one that ends with the session.
    public let expires: HTTPDate?
    /// Whether it is sent over `https` alone.
    public let isSecure: Bool
    /// Whether it is kept from scripts, of which a client has none.
    public let isHTTPOnly: Bool
    /// The SameSite attribute, for browsers; a client without pages sends every cookie to its site.
    public let sameSite: SameSite
    /// Whether a browser would keep one for each top-level site; noted,
    /// for a client has no such sites.
    public let isPartitioned: Bool

    /// The text that is sent: `name=value`, or the value alone for a cookie without a name.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Whether the cookie has ended.
    func isExpired(at now: HTTPDate) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// The name and where it is sent, without the value.
    public var description: String { "\(name)=… for \(isHostOnly ? "" : "*.")\(domain)\(path)" }

    /// A mirror that shows what the description does.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
