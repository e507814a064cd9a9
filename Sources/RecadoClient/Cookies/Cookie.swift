// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A cookie as a client stores it (RFC 6265bis §5.7).
///
/// Its value is likely to be a secret: the description and dumps leave it out.
public struct Cookie: Sendable, Hashable {
    /// The rule for sending a cookie with requests that another site has caused.
    @nonexhaustive
    public enum SameSite: String, Sendable, Hashable {
        /// The attribute is missing or has an unknown value.
        case unspecified
        /// The cookie is never sent with such requests.
        case strict = "Strict"
        /// The cookie is sent only with navigation.
        case lax = "Lax"
        /// The cookie is always sent.
        case none = "None"
    }

    /// The name; empty for a cookie that consists of a value alone.
    public let name: String
    /// The value, as it was sent.
    public let value: String
    /// The host that gets the cookie, in lower case and without a leading dot.
    public let domain: String
    /// True if only that host gets the cookie, and not the hosts below it.
    public let isHostOnly: Bool
    /// The path at which and below which the cookie is sent.
    public let path: String
    /// The time at which the cookie expires; `nil` if it ends with the session.
    public let expires: HTTPDate?
    /// True if the cookie is sent only over `https`.
    public let isSecure: Bool
    /// True if the cookie is hidden from scripts; a client runs none.
    public let isHTTPOnly: Bool
    /// The SameSite attribute, for browsers; a client without pages sends every cookie to its site.
    public let sameSite: SameSite
    /// True if a browser would keep one cookie for each top-level site; it is only recorded, as a
    /// client has no such sites.
    public let isPartitioned: Bool

    /// The text that is sent: `name=value`, or the value alone for a cookie without a name.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// True if the cookie has expired.
    func isExpired(at now: HTTPDate) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// The name and the host and path to which it is sent, without the value.
    public var description: String { "\(name)=… for \(isHostOnly ? "" : "*.")\(domain)\(path)" }

    /// A mirror that shows only the description.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
