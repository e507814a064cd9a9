// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A cookie as a client stores it (RFC 6265bis §5.7).
///
/// The value is likely to be a secret, so descriptions and dumps omit it.
public struct Cookie: Sendable, Hashable {
    /// The rule for sending a cookie with a request that another site causes.
    @nonexhaustive
    public enum SameSite: String, Sendable, Hashable {
        /// The attribute is missing or has an unknown value.
        case unspecified
        /// The cookie is never sent with a request that another site causes.
        case strict = "Strict"
        /// The cookie is sent with a request that another site causes only if the request navigates
        /// to a page.
        case lax = "Lax"
        /// The cookie is always sent.
        case none = "None"
    }

    /// The name; empty if the cookie consists only of a value.
    public let name: String
    /// The value, exactly as the server sent it.
    public let value: String
    /// The host that gets the cookie, in lower case and without a leading dot.
    public let domain: String
    /// True if only this host gets the cookie, and not its subdomains.
    public let isHostOnly: Bool
    /// The path at and below which the cookie is sent.
    public let path: String
    /// The time at which the cookie expires; `nil` if it ends with the session.
    public let expires: HTTPDate?
    /// True if the cookie is sent only over `https`.
    public let isSecure: Bool
    /// True if scripts must not see the cookie; this client runs no scripts.
    public let isHTTPOnly: Bool
    /// The SameSite attribute, for browsers; this client, which shows no pages, ignores it.
    public let sameSite: SameSite
    /// True if a browser would keep a separate cookie for each top-level site; this client ignores
    /// the attribute.
    public let isPartitioned: Bool

    /// The text to send: `name=value`, or only the value if the name is empty.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// True if the cookie has expired.
    func isExpired(at now: HTTPDate) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Cookie: CustomStringConvertible, CustomReflectable {
    /// The name, the host and the path, without the value.
    public var description: String { "\(name)=… for \(isHostOnly ? "" : "*.")\(domain)\(path)" }

    /// A mirror that shows only the description.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
