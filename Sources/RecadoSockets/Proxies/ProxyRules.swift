// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
public import RecadoTransport

/// The proxies that requests go through; none by default.
///
/// ```swift
/// options.proxies = ProxyRules(all: try ProxyServer("http://proxy.example.org:3128"))
/// options.proxies.exceptions = try ProxyExceptions("localhost, .example.org, 10.0.0.0/8")
/// options.proxies.hosts["films.example.com"] = try ProxyServer("socks5h://localhost:9050")
/// ```
///
/// Environment variables have no effect unless the program requests them:
///
/// ```swift
/// options.proxies = try ProxyRules.environment()
/// ```
public struct ProxyRules: Sendable {
    /// The proxy for requests without TLS.
    public var http: ProxyServer?
    /// The proxy for requests over TLS.
    public var https: ProxyServer?
    /// The proxies of particular hosts, by their names in lowercase; exceptions do not affect these
    /// hosts.
    public var hosts: [String: ProxyServer] = [:]
    /// The hosts to which requests go without a proxy.
    public var exceptions = ProxyExceptions()

    /// The certificate authorities that may vouch for an HTTPS proxy; those of the system by
    /// default.
    ///
    /// They vouch only for the proxy. A host that is reached through a tunnel of the proxy is
    /// verified with the options of that host.
    public var trust = Trust.system

    /// True if no request goes through a proxy.
    var isEmpty: Bool { http == nil && https == nil && hosts.isEmpty }

    /// Creates rules without any proxy.
    public init() {}

    /// Creates rules that use one proxy for everything.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - exceptions: The hosts to which requests go without the proxy.
    public init(all proxy: ProxyServer, exceptions: ProxyExceptions = ProxyExceptions()) {
        (http, https) = (proxy, proxy)
        self.exceptions = exceptions
    }

    /// Reads the rules from environment variables, or from the given ones.
    ///
    /// The variables are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` in lowercase, and
    /// all but `http_proxy` also in uppercase. `HTTP_PROXY` is ignored, because in a CGI program a
    /// client can set it with a field of its request.
    ///
    /// - Parameter variables: The variables; by default the current ones of the process.
    /// - Returns: The rules. A variable that is missing or empty names no proxy.
    /// - Throws: ``ProxyError``, which names the malformed variable.
    public static func environment(
        _ variables: [String: String]? = nil
    ) throws(ProxyError) -> ProxyRules {
        func text(_ names: String...) -> (name: String, value: String)? {
            for name in names {
                let value = variables.map { $0[name] } ?? Self.variable(name)
                if let value, !value.isEmpty { return (name, value) }
            }
            return nil
        }
        var rules = ProxyRules()
        let all = try proxy(text("all_proxy", "ALL_PROXY"))
        rules.http = try proxy(text("http_proxy")) ?? all
        rules.https = try proxy(text("https_proxy", "HTTPS_PROXY")) ?? all
        if let (name, value) = text("no_proxy", "NO_PROXY") {
            do {
                rules.exceptions = try ProxyExceptions(value)
            } catch {
                throw ProxyError(error.reason, in: name)
            }
        }
        return rules
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    private static func proxy(
        _ variable: (name: String, value: String)?
    ) throws(ProxyError) -> ProxyServer? {
        guard let (name, value) = variable else { return nil }
        do {
            return try ProxyServer(value)
        } catch {
            throw ProxyError(error.reason, in: name)
        }
    }

    /// Returns the proxy for a request, if the request goes through one.
    ///
    /// - Parameters:
    ///   - host: The host that is called, a name or an address.
    ///   - port: The port that is called.
    ///   - isSecure: True if the host is called over TLS.
    /// - Returns: The host's own proxy; otherwise the proxy for all hosts, unless the host is an
    ///   exception.
    public func proxy(host: String, port: Int, isSecure: Bool) -> ProxyServer? {
        if let own = hosts[host.lowercased()] { return own }
        guard let proxy = isSecure ? https : http else { return nil }
        return exceptions.contains(host: host, port: port) ? nil : proxy
    }
}
