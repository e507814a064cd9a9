// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Which hosts may be called by `http`, where everybody on the way can
/// read and change what is said.
///
/// ```swift
/// middleware.cleartext = .hosts(["printer.local"])
/// ```
///
/// The policy holds for redirects, too. An app's exceptions are a list of hosts, so that a review
/// finds them; that of a tool in which people type addresses is ``everywhere``.
public struct CleartextPolicy: Sendable, Hashable {
    let allowsAll: Bool
    let hosts: Set<String>

    /// The machine itself alone: `localhost`, names below it, `127.0.0.0/8` and `::1`; the default.
    public static let loopback = CleartextPolicy(allowsAll: false, hosts: [])

    /// Every host.
    public static let everywhere = CleartextPolicy(allowsAll: true, hosts: [])

    /// The machine itself and some hosts.
    ///
    /// - Parameter hosts: Names or addresses, without a port; one that begins with a
    ///   dot is for every name below it.
    /// - Returns: The policy.
    public static func hosts(_ hosts: Set<String>) -> CleartextPolicy {
        CleartextPolicy(allowsAll: false, hosts: Set(hosts.map { $0.lowercased() }))
    }

    /// Whether a host may be called by `http`.
    ///
    /// - Parameter authority: The host, perhaps with a port.
    /// - Returns: Whether it may.
    public func allows(_ authority: String) -> Bool {
        if allowsAll || Self.isPlainlyLoopback(authority) { return true }
        let host = Self.host(of: authority.lowercased())
        if Self.isLoopback(host) || hosts.contains(host) { return true }
        return hosts.contains { $0.utf8.first == UInt8(ascii: ".") && host.hasSuffix($0) }
    }

    /// The host without its port, and without the brackets of an IPv6 address.
    private static func host(of authority: String) -> String {
        if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        let host = authority.prefix { $0 != ":" }
        // A dot at the end names the same host.
        return String(host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host)
    }

    /// Whether the machine itself is named in its most common way, which
    /// is found out without a copy.
    private static func isPlainlyLoopback(_ authority: String) -> Bool {
        let (name, rest) = (authority.utf8.prefix(9), authority.utf8.dropFirst(9))
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
        return name.elementsEqual("127.0.0.1".utf8) || name.elementsEqual("localhost".utf8)
    }

    /// Whether a host is the machine itself (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
