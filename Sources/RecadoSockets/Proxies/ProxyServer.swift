// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A server that opens connections, or sends requests, on behalf of a client.
///
/// ```swift
/// let proxy = try ProxyServer("http://guest:secret@proxy.example.org:3128")
/// ```
///
/// Requests over TLS pass through an HTTP proxy in a tunnel (CONNECT, RFC 9110 §9.3.6), and the
/// proxy sees only the host. Other requests are read and forwarded by the proxy. The credentials
/// are sent only to the proxy, never to the host that is called.
public struct ProxyServer: Sendable {
    /// The protocol of a proxy.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// HTTP over a plain connection.
        case http
        /// HTTP over TLS; the proxy's certificate is verified like that of any host.
        case https
        /// SOCKS 4a; the proxy resolves names, and supports users without passwords.
        case socks4a
        /// SOCKS 5 (RFC 1928); the client resolves names.
        case socks5
        /// SOCKS 5 (RFC 1928); the proxy resolves names.
        case socks5h
    }

    /// The protocol of the proxy.
    public let kind: Kind
    /// The host of the proxy.
    public let host: String
    /// The port of the proxy.
    public let port: Int
    /// The user and the password for a proxy that requires them.
    public let credentials: BasicCredentials?

    /// Creates a proxy from an address in text.
    ///
    /// - Parameters:
    ///   - text: A URI such as `socks5h://localhost:9050`; a name and a port without a scheme mean
    ///     a proxy for `http`. The default port is 1080 for SOCKS, 443 for `https` and 80 for
    ///     `http`.
    ///   - credentials: The user and the password, instead of those in the address.
    /// - Throws: ``ProxyError`` if the text is not such an address.
    public init(
        _ text: some StringProtocol,
        credentials: BasicCredentials? = nil
    ) throws(ProxyError) {
        let text = text.contains("://") ? String(text) : "http://" + text
        let scheme = text.prefix { $0 != ":" }.lowercased()
        // SOCKS 4 without 4a is not supported, because it requires the client to resolve names.
        guard let kind = Kind(rawValue: scheme) else { throw ProxyError(.scheme) }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        guard rest.count <= authority.count + 1 else { throw ProxyError(.address) }
        let at = authority.lastIndex(of: "@")
        let place = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let uri = try? URI("http://" + place), let host = uri.host, !host.isEmpty else {
            throw ProxyError(.address)
        }
        self.kind = kind
        self.host = host
        let hasPort = place.hasSuffix(":\(uri.port ?? -1)")
        port = hasPort ? uri.effectivePort ?? kind.defaultPort : kind.defaultPort
        let user = at.map { authority[..<$0] }
        if let credentials {
            self.credentials = credentials
        } else if let user {
            self.credentials = try Self.credentials(user)
        } else {
            self.credentials = nil
        }
    }

    private static func credentials(
        _ information: some StringProtocol
    ) throws(ProxyError) -> BasicCredentials {
        let parts = information.split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let user = PercentEncoding.decode(String(parts[0])),
            let password = PercentEncoding.decode(parts.count == 2 ? String(parts[1]) : ""),
            let credentials = try? BasicCredentials(user: user, password: password)
        else { throw ProxyError(.credentials) }
        return credentials
    }

    /// The address without credentials.
    var address: String { "\(kind.rawValue)://\(host):\(port)" }
}

extension ProxyServer.Kind {
    /// The default port.
    var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        case .socks4a, .socks5, .socks5h: 1080
        }
    }

    /// True if requests without TLS are sent to the proxy, which reads and forwards them.
    var forwards: Bool { self == .http || self == .https }
}

extension ProxyServer: CustomStringConvertible {
    /// The address; credentials are left out.
    public var description: String { address }
}
