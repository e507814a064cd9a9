// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport
import Synchronization

/// The cookies of one client (RFC 6265bis).
///
/// Two jars share nothing, and a jar writes nothing to disk unless ``save(to:keepingSession:)`` is
/// called.
///
/// ```swift
/// let jar = CookieJar()
/// let client = Client(base: base, middleware: .standard { $0.cookies = jar })
/// …
/// jar.header(for: uri)          // what the next request to the address would carry
/// ```
///
/// As the RFC requires, a host sets cookies for itself and the domains above it, but not for a
/// public suffix; a cookie from `http` never replaces a secure one; cookies with the prefixes
/// `__Secure-`, `__Host-`, `__Http-` and `__Host-Http-` are accepted only if they meet the
/// requirements of these prefixes; cookies whose name and value exceed 4096 bytes together are
/// ignored, and no cookie lasts longer than 400 days.
public final class CookieJar: Sendable {
    /// The limits on the number of cookies in a jar.
    public struct Limits: Sendable, Hashable {
        /// The most cookies of one domain: 50, the minimum that RFC 6265bis §6.1 asks for.
        public var cookiesPerDomain = 50
        /// The most cookies in all: 3000, the minimum that RFC 6265bis §6.1 asks for.
        public var cookies = 3000

        /// Creates the default limits.
        public init() {}
    }

    private let store: Mutex<CookieStore>
    private let now: @Sendable () -> HTTPDate

    /// Creates an empty jar.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The domains for which no cookie is set; a small built-in rule by
    ///     default.
    ///   - limits: The limits on the number of cookies.
    public convenience init(publicSuffixes: PublicSuffixes = .builtIn, limits: Limits = Limits()) {
        self.init(publicSuffixes: publicSuffixes, limits: limits, now: WallClock.now)
    }

    /// Creates an empty jar with its own source of the current time.
    package init(
        publicSuffixes: PublicSuffixes = .builtIn,
        limits: Limits = Limits(),
        now: @escaping @Sendable () -> HTTPDate
    ) {
        store = Mutex(CookieStore(limits: limits, suffixes: publicSuffixes))
        self.now = now
    }

    /// All cookies that have not expired, from the oldest to the newest.
    public var cookies: [Cookie] {
        let now = now()
        return store.withLock(\.all).filter { !$0.isExpired(at: now) }
    }

    /// True if the jar has no cookies, not even expired ones.
    var isEmpty: Bool { store.withLock(\.isEmpty) }

    // MARK: - Setting and sending

    /// Stores the cookie of a Set-Cookie field, if its address may set it.
    ///
    /// - Parameters:
    ///   - field: The value of one field, not combined with others.
    ///   - uri: The address whose answer had the field.
    /// - Returns: True if the field was accepted; it may have removed a cookie.
    @discardableResult
    public func set(_ field: String, from uri: URI) -> Bool {
        let now = now()
        guard let field = SetCookie(field, now: now) else { return false }
        return store.withLock { $0.set(field, from: uri, now: now) }
    }

    /// Returns the cookies for a request to an address: longest path first, then oldest.
    ///
    /// - Parameter uri: The address.
    /// - Returns: The cookies, which count as used now.
    public func cookies(for uri: URI) -> [Cookie] {
        let now = now()
        return store.withLock { $0.cookies(for: uri, now: now) }
    }

    /// Returns the value of the Cookie field for a request to an address.
    ///
    /// - Parameter uri: The address.
    /// - Returns: The pairs, such as `a=1; b=2`; `nil` if there are none.
    public func header(for uri: URI) -> String? {
        let pairs = cookies(for: uri).map(\.pair)
        return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
    }

    // MARK: - Removing

    /// Removes the cookies that meet a condition, such as those of a domain.
    ///
    /// - Parameter condition: Returns true for a cookie to remove.
    public func remove(where condition: (Cookie) -> Bool) {
        store.withLock { $0.remove(where: condition) }
    }

    /// Removes every cookie.
    public func removeAll() {
        remove { _ in true }
    }

    /// Removes the cookies that end with the session.
    public func endSession() {
        remove { $0.expires == nil }
    }

    /// Adds cookies that were saved before.
    func restore(_ cookies: [Cookie]) {
        let now = now()
        store.withLock { store in
            for cookie in cookies { store.keep(cookie, now: now) }
        }
    }
}
