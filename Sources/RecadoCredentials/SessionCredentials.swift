// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The session cookie of a user who has signed in to a service's pages (RFC 6265).
///
/// The server's `Sessions` begins, finds and ends sessions. Browsers send cookies no matter which
/// site makes a request, so the server accepts requests that change something only from its own
/// pages. No description or reflection of the value shows the identifier.
public struct SessionCredentials: CallerCredentials {
    /// The cookie's name.
    ///
    /// The prefix makes browsers require `Secure`, and bind the cookie to exactly this host
    /// (RFC 6265bis §4.1.3.2).
    public static var cookieName: String { "__Host-session" }
    /// The cookie's name on localhost without TLS, where browsers would reject ``cookieName``.
    public static var localCookieName: String { "session" }

    /// The identifier of the session: 256 random bits in 43 letters, digits, hyphens and
    /// underscores.
    public let identifier: String

    /// Creates credentials.
    ///
    /// - Parameter identifier: The identifier of the session; `nil` is returned for a text that
    ///   cannot be an identifier.
    public init?(identifier: String) {
        let isWhole = Base64.decode(identifier, alphabet: .urlSafe, padding: false)?.count == 32
        guard isWhole else { return nil }
        self.identifier = identifier
    }

    // MARK: - Fields

    /// `false`: identifiers are random.
    public var isGuessable: Bool { false }
    /// `true`, as for all cookies.
    public var isAmbient: Bool { true }
    /// `Cookie`, an unregistered scheme: browsers ignore it, and do not prompt for a password.
    public static var scheme: String { "Cookie" }
    /// The cookie.
    public static var securitySchemes: [SecurityScheme] { [.cookie(cookieName)] }

    /// Returns `nil`: the Authorization field is not read.
    public init?(authorization: String) { nil }
    /// An empty string, because the cookie is not in the Authorization field.
    public var authorization: String { "" }

    /// Reads the cookie of a request.
    ///
    /// - Parameter request: The request; `nil` is returned if it has no session cookie, or if it
    ///   has several, because somebody else may have set one of them.
    public init?(request: Request) {
        let name = Self.isLocal(request) ? Self.localCookieName : Self.cookieName
        let values = request.cookies(named: name)
        guard let value = values.first, values.count == 1 else { return nil }
        self.init(identifier: value)
    }

    /// Adds the cookie, and the Origin field, without which requests that change something are
    /// refused.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        let name = Self.isLocal(request) ? Self.localCookieName : Self.cookieName
        let others = request.fields[values: .cookie]
        request.fields[.cookie] = (others + ["\(name)=\(identifier)"]).joined(separator: "; ")
        request.fields[.origin] = "\(request.scheme)://\(request.authority)"
    }

    /// True if a request goes to localhost without TLS, where a browser would reject a cookie with
    /// `Secure`.
    package static func isLocal(_ request: Request) -> Bool {
        guard request.scheme != "https", request.peer?.isSecure != true else { return false }
        let authority = request.authority.lowercased()
        return ["localhost", "127.0.0.1", "[::1]"].contains { host in
            authority == host || authority.hasPrefix(host + ":")
        }
    }
}

extension SessionCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The scheme; the identifier is left out.
    public var description: String { "Session …" }
    /// The scheme; the identifier is left out.
    public var debugDescription: String { description }
    /// A mirror without the identifier.
    public var customMirror: Mirror { Mirror(self, children: ["identifier": "…"]) }
}
