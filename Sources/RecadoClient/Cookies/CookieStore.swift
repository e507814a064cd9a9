// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The storage model of RFC 6265bis §5.7 and §5.8; it uses no clock and no I/O.
///
/// 1. A cookie that an address may not set is not stored, and replaces or removes no other cookie.
/// 2. No two cookies have the same name, domain, host-only flag and path.
/// 3. There are never more cookies than the limits allow. Cookies are removed in this order:
///    expired cookies; insecure and then secure cookies of a domain that exceeds its limit; any
///    other cookies. Within each group, the least recently used cookie is removed first.
struct CookieStore: Sendable {
    struct Entry: Sendable {
        var cookie: Cookie
        /// The position in the order of creation; a cookie that replaces another one inherits it.
        var created: UInt64
        /// The position in the order of last use.
        var used: UInt64
    }

    let limits: CookieJar.Limits
    let suffixes: PublicSuffixes
    /// The cookies by domain, so that a request examines only those of its own host.
    private var entries: [String: [Entry]] = [:]
    private(set) var count = 0
    /// A counter that orders creations and uses; times in seconds would be too coarse for that.
    private var ticks: UInt64 = 0

    init(limits: CookieJar.Limits, suffixes: PublicSuffixes) {
        self.limits = limits
        self.suffixes = suffixes
    }

    /// The number of cookies plus the number of their domains in memory, for tests.
    var entryCount: Int { count + entries.count }

    /// True if there are no cookies.
    var isEmpty: Bool { entries.isEmpty }

    /// All cookies, from the oldest to the newest.
    var all: [Cookie] {
        entries.values.joined().sorted { $0.created < $1.created }.map(\.cookie)
    }

    // MARK: - Setting

    /// Stores the cookie in a Set-Cookie field; returns true if the address may set it.
    mutating func set(_ field: SetCookie, from uri: URI, now: HTTPDate) -> Bool {
        guard let cookie = accepted(field, from: uri), !isShadowing(cookie, from: uri) else {
            return false
        }
        keep(cookie, now: now)
        return true
    }

    /// Returns the cookie in a field; `nil` if the address may not set it.
    private func accepted(_ field: SetCookie, from uri: URI) -> Cookie? {
        guard let host = uri.host else { return nil }
        var domain = field.domain ?? ""
        guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        // A suffix with a final dot, which stands for the DNS root, is the same suffix.
        let plain = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
        if !domain.isEmpty, CookieScope.isAddress(domain) || suffixes.isSuffix(plain) {
            // A host that is itself a public suffix or an IP address may set a cookie only for
            // itself.
            guard domain == host else { return nil }
            domain = ""
        }
        guard domain.isEmpty || CookieScope.host(host, matches: domain) else { return nil }
        let cookie = Cookie(
            name: field.name,
            value: field.value,
            domain: domain.isEmpty ? host : domain,
            isHostOnly: domain.isEmpty,
            path: field.path ?? CookieScope.defaultPath(of: uri.path),
            expires: field.expires,
            isSecure: field.isSecure,
            isHTTPOnly: field.isHTTPOnly,
            sameSite: field.sameSite,
            isPartitioned: field.isPartitioned
        )
        if cookie.isSecure, uri.scheme != "https" { return nil }
        return Self.meetsRequirements(cookie, namesPath: field.path != nil) ? cookie : nil
    }

    /// True if a cookie meets the requirements of its name prefix and its attributes (RFC 6265bis
    /// §4.1.3 and §5.7).
    private static func meetsRequirements(_ cookie: Cookie, namesPath: Bool) -> Bool {
        if !cookie.isSecure, cookie.sameSite == .none || cookie.isPartitioned { return false }
        // If a cookie has no name, only its value is sent, which must not look like a name with a
        // prefix such as `__Host-`.
        let name = (cookie.name.isEmpty ? cookie.value : cookie.name).lowercased()
        let isHost = name.hasPrefix("__host-")
        let isHTTP = name.hasPrefix("__http-") || name.hasPrefix("__host-http-")
        guard isHost || isHTTP || name.hasPrefix("__secure-") else { return true }
        if cookie.name.isEmpty || !cookie.isSecure || isHTTP && !cookie.isHTTPOnly { return false }
        return !isHost || (cookie.isHostOnly && namesPath && cookie.path == "/")
    }

    /// True if a cookie from an `http` address would hide or replace a secure cookie (§5.7, step
    /// 11).
    private func isShadowing(_ cookie: Cookie, from uri: URI) -> Bool {
        guard uri.scheme != "https" else { return false }
        return entries.contains { domain, entries in
            guard
                CookieScope.host(domain, matches: cookie.domain)
                    || CookieScope.host(cookie.domain, matches: domain)
            else { return false }
            return entries.contains {
                $0.cookie.isSecure && $0.cookie.name == cookie.name
                    && CookieScope.path(cookie.path, matches: $0.cookie.path)
            }
        }
    }

    /// Stores a cookie, which replaces any cookie with the same name, domain, host-only flag and
    /// path.
    mutating func keep(_ cookie: Cookie, now: HTTPDate) {
        let created = remove(likeness: cookie) ?? tick()
        guard !cookie.isExpired(at: now) else { return }
        let entry = Entry(cookie: cookie, created: created, used: tick())
        entries[cookie.domain, default: []].append(entry)
        count += 1
        evict(from: cookie.domain, now: now)
    }

    private mutating func remove(likeness cookie: Cookie) -> UInt64? {
        guard
            let index = entries[cookie.domain]?.firstIndex(where: {
                $0.cookie.name == cookie.name && $0.cookie.path == cookie.path
                    && $0.cookie.isHostOnly == cookie.isHostOnly
            })
        else { return nil }
        count -= 1
        let created = entries[cookie.domain]?.remove(at: index).created
        // Empty domains are removed, so that a server that sets and deletes cookies does not fill
        // the dictionary.
        if entries[cookie.domain]?.isEmpty == true { entries[cookie.domain] = nil }
        return created
    }

    private mutating func tick() -> UInt64 {
        ticks += 1
        return ticks
    }

    // MARK: - Removing

    /// Removes the cookies that meet a condition.
    mutating func remove(where condition: (Cookie) -> Bool) {
        for (domain, kept) in entries {
            let rest = kept.filter { !condition($0.cookie) }
            count -= kept.count - rest.count
            entries[domain] = rest.isEmpty ? nil : rest
        }
    }

    private mutating func evict(from domain: String, now: HTTPDate) {
        if entries[domain]?.count ?? 0 > limits.cookiesPerDomain || count > limits.cookies {
            remove { $0.isExpired(at: now) }
        }
        while entries[domain]?.count ?? 0 > limits.cookiesPerDomain { removeOldest(in: [domain]) }
        while count > limits.cookies { removeOldest(in: Array(entries.keys)) }
    }

    /// Removes the least recently used cookie of some domains; within a single domain, insecure
    /// cookies are removed first.
    private mutating func removeOldest(in domains: [String]) {
        let candidates = domains.flatMap { entries[$0] ?? [] }
        let insecure = domains.count == 1 ? candidates.filter { !$0.cookie.isSecure } : []
        let choice = insecure.isEmpty ? candidates : insecure
        guard let oldest = choice.min(by: { $0.used < $1.used }) else { return }
        _ = remove(likeness: oldest.cookie)
    }

    // MARK: - Sending

    /// Returns the cookies for an address: longest path first; for equal lengths, oldest first
    /// (§5.8.3).
    mutating func cookies(for uri: URI, now: HTTPDate) -> [Cookie] {
        guard let host = uri.host, count > 0 else { return [] }
        let path = uri.path.isEmpty ? "/" : uri.path
        var found: [Entry] = []
        let use = tick()
        for domain in CookieScope.domains(of: host) {
            for index in entries[domain]?.indices ?? 0..<0 {
                guard let entry = entries[domain]?[index],
                    !entry.cookie.isHostOnly || domain == host,
                    !entry.cookie.isSecure || uri.scheme == "https",
                    !entry.cookie.isExpired(at: now),
                    CookieScope.path(path, matches: entry.cookie.path)
                else { continue }
                entries[domain]?[index].used = use
                found.append(entry)
            }
        }
        found.sort { one, other in
            let (length, otherLength) = (one.cookie.path.utf8.count, other.cookie.path.utf8.count)
            return length == otherLength ? one.created < other.created : length > otherLength
        }
        return found.map(\.cookie)
    }
}
