// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A Uniform Resource Identifier (RFC 3986), read strictly.
///
/// ```swift
/// let base = try URI("https://api.example.com/v1/")
/// let film = try base.appending(segments: "films", "El Camión")
/// film.description                          // https://api.example.com/v1/films/El%20Cami%C3%B3n
/// film.appending(query: ["page": "2"]).target       // /v1/films/El%20Cami%C3%B3n?page=2
/// ```
///
/// - Characters that need an escape are refused, not escaped, because only the caller knows which
///   characters are data.
/// - Names and passwords before the host are refused: they end up in logs. Send an Authorization
///   field instead.
/// - Host names outside ASCII are refused; write their ASCII form (`xn--…`).
/// - `http` and `https` URIs must have a host, without escapes.
///
/// Two URIs are equal if their parts are equal; the scheme and the host are compared in lowercase.
/// For equivalence in the sense of RFC 3986 §6.2, compare the values of ``normalized``.
public struct URI: Sendable, Hashable, CustomStringConvertible {
    /// The default limit on the length of a URI in bytes, which is the length that servers accept.
    public static let defaultLimit = 8192

    /// The scheme, in lowercase: `https`.
    public let scheme: String
    /// The host in lowercase, an IPv6 address in its brackets; `nil` in `mailto:` and the like.
    public let host: String?
    /// The port, when one was written.
    public let port: Int?
    /// The escaped path, which may be empty.
    public let path: String
    /// The escaped query without its question mark; `nil` when there is none.
    public let query: String?
    /// The escaped fragment without its number sign; `nil` when there is none.
    public let fragment: String?

    /// Parses a URI.
    ///
    /// - Parameters:
    ///   - text: A whole URI, with its scheme.
    ///   - limit: The greatest length to accept, in bytes.
    /// - Throws: ``URIError`` with the reason and the position.
    public init(_ text: some StringProtocol, limit: Int = URI.defaultLimit) throws(URIError) {
        try self.init(Reference(text, limit: limit))
    }

    /// Creates a URI from the parts of a reference.
    package init(_ reference: Reference) throws(URIError) {
        guard let scheme = reference.scheme else { throw URIError(.missingScheme, at: 0) }
        if scheme == "http" || scheme == "https" {
            let offset = scheme.utf8.count + 1
            guard let host = reference.host, !host.isEmpty else {
                throw URIError(.missingHost, at: offset)
            }
            guard !host.utf8.contains(UInt8(ascii: "%")) else {
                throw URIError(.unexpectedCharacter(.host), at: offset)
            }
        }
        self.init(
            scheme: scheme,
            host: reference.host,
            port: reference.port,
            path: reference.path,
            query: reference.query,
            fragment: reference.fragment
        )
    }

    /// Creates a URI from parts that have been checked.
    init(
        scheme: String,
        host: String?,
        port: Int?,
        path: String,
        query: String?,
        fragment: String?
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        // RFC 3986 §3.3: without an authority, “//” at the start of the path would begin one.
        self.path = host == nil && path.utf8.starts(with: "//".utf8) ? "/." + path : path
        self.query = query
        self.fragment = fragment
    }

    // MARK: - Reading

    /// The port that was written, or else the scheme's default: 80 for `http`, 443 for `https`.
    public var effectivePort: Int? { port ?? Self.defaultPort(of: scheme) }

    /// The host, with the port unless that is the scheme's default, as in a Host field.
    public var authority: String? {
        guard let host else { return nil }
        guard let port, port != Self.defaultPort(of: scheme) else { return host }
        return host + ":" + String(port)
    }

    /// The scheme and the authority, which delimit trust (RFC 6454 §4); `nil` without a host.
    public var origin: String? { authority.map { "\(scheme)://\($0)" } }

    /// The path and the query, as they stand in a request line; an empty path is `/`.
    public var target: String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }

    /// The whole URI, as it is written.
    ///
    /// The query may hold secrets: see ``redacted`` for a form to log.
    public var description: String {
        var text = scheme + ":"
        if let host { text += "//" + host }
        if let port, host != nil { text += ":\(port)" }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The URI without the values of its query and without its fragment, for logs.
    public var redacted: String {
        let bare = replacing(query: nil, fragment: nil).description
        guard let query, !query.isEmpty else { return bare }
        // A pair without “=” is masked as a whole, because it may be a secret.
        let names = query.split(atByte: "&").map { pair in
            pair.utf8.firstIndex(of: UInt8(ascii: "=")).map { pair[...$0] + "…" } ?? "…"
        }
        return bare + "?" + names.joined(separator: "&")
    }

    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        default: nil
        }
    }
}
