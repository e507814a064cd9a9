// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The hosts that may be called by `http`, over which anybody on the network path can read and
/// change the data.
///
/// ```swift
/// middleware.cleartext = .hosts(["printer.local"])
/// ```
///
/// The policy also applies to redirects. In an app, list the exceptions as hosts, so that a review
/// finds them. In a tool whose users enter addresses, use ``everywhere``.
public struct CleartextPolicy: Sendable, Hashable {
    let allowsAll: Bool
    let hosts: Set<String>

    /// Only the local machine, the default: `localhost`, names below it, `127.0.0.0/8` and `::1`.
    public static let loopback = CleartextPolicy(allowsAll: false, hosts: [])

    /// Every host.
    public static let everywhere = CleartextPolicy(allowsAll: true, hosts: [])

    /// Returns a policy for the local machine and some hosts.
    ///
    /// - Parameter hosts: Host names or IP addresses, without a port. A name that begins with a dot
    ///   applies to every name below it.
    /// - Returns: The policy.
    public static func hosts(_ hosts: Set<String>) -> CleartextPolicy {
        CleartextPolicy(allowsAll: false, hosts: Set(hosts.map { $0.lowercased() }))
    }

    /// Returns true if a host may be called by `http`.
    ///
    /// - Parameter authority: The host, with or without a port.
    /// - Returns: True if calls by `http` are allowed.
    public func allows(_ authority: String) -> Bool {
        if allowsAll || Self.isPlainlyLoopback(authority) { return true }
        let host = Self.host(of: authority.lowercased())
        if Self.isLoopback(host) || hosts.contains(host) { return true }
        return hosts.contains { $0.utf8.first == UInt8(ascii: ".") && host.hasSuffix($0) }
    }

    /// Returns the host without its port, and without the brackets of an IPv6 address.
    private static func host(of authority: String) -> String {
        if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        let host = authority.prefix { $0 != ":" }
        // A final dot does not make it a different host.
        return String(host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host)
    }

    /// True if the authority is the local machine in its most common form, which is checked without
    /// copying text.
    private static func isPlainlyLoopback(_ authority: String) -> Bool {
        let (name, rest) = (authority.utf8.prefix(9), authority.utf8.dropFirst(9))
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
        return name.elementsEqual("127.0.0.1".utf8) || name.elementsEqual("localhost".utf8)
    }

    /// True if a host is the local machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
