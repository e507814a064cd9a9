// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The rules for the hosts and paths that a cookie belongs to (RFC 6265bis §5.1).
enum CookieScope {
    /// True if a host is a domain or a subdomain of it (§5.1.3).
    static func host(_ host: String, matches domain: String) -> Bool {
        if host == domain { return true }
        return host.utf8.count > domain.utf8.count + 1 && !domain.isEmpty
            && host.hasSuffix("." + domain) && !isAddress(host)
    }

    /// Returns a host and the domains above it, from the longest to the shortest.
    static func domains(of host: String) -> [String] {
        if isAddress(host) { return [host] }
        var domains = [host]
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            domains.append(String(rest))
        }
        return domains
    }

    /// True if a host is an IP address, which has no subdomains.
    ///
    /// A host whose last label is a number, such as `127.1`, counts as an IP address: no host name
    /// ends with a number, and browsers accept such forms of addresses.
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        let labels = host.utf8.split(separator: UInt8(ascii: "."))
        guard let last = labels.last else { return false }
        let isNumber = last.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber || last.starts(with: "0x".utf8)
    }

    /// True if a request's path equals a cookie's path or lies below it (§5.1.4).
    static func path(_ path: some StringProtocol, matches cookie: String) -> Bool {
        guard path.utf8.starts(with: cookie.utf8) else { return false }
        if path.utf8.count == cookie.utf8.count || cookie.utf8.last == UInt8(ascii: "/") {
            return true
        }
        return path.utf8.dropFirst(cookie.utf8.count).first == UInt8(ascii: "/")
    }

    /// Returns the path of a cookie without a Path attribute: the directory of the request's path
    /// (§5.1.4).
    static func defaultPath(of path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/"),
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }
}
