// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport
import Synchronization

/// The cookies of a client (RFC 6265bis).
///
/// Jars share no cookies, and a jar writes to disk only when ``save(to:keepingSession:)`` is
/// called.
///
/// ```swift
/// let jar = CookieJar()
/// let client = Client(base: base, middleware: .standard { $0.cookies = jar })
/// …
/// jar.header(for: uri)          // what the next request to the address would carry
/// ```
///
/// As the RFC requires:
/// - A host can set cookies for itself and for the domains above it, but not for a public suffix.
/// - A cookie from an `http` address never replaces a secure cookie.
/// - A cookie with the prefix `__Secure-`, `__Host-`, `__Http-` or `__Host-Http-` must meet the
///   requirements of the prefix.
/// - A cookie whose name and value together exceed 4096 bytes is ignored.
/// - No cookie lasts longer than 400 days.
public final class CookieJar: Sendable {
    /// The limits on the number of cookies in a jar.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of cookies for one domain: 50, the minimum that RFC 6265bis §6.1 asks
        /// for.
        public var cookiesPerDomain = 50
        /// The maximum number of cookies in all: 3000, the minimum that RFC 6265bis §6.1 asks for.
        public var cookies = 3000

        /// Creates the default limits.
        public init() {}
    }

    private let store: Mutex<CookieStore>
    private let now: @Sendable () -> HTTPDate

    /// Creates an empty jar.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The domains for which no cookie is accepted; by default a small built-in
    ///     set.
    ///   - limits: The limits on the number of cookies.
    public convenience init(publicSuffixes: PublicSuffixes = .builtIn, limits: Limits = Limits()) {
        self.init(publicSuffixes: publicSuffixes, limits: limits, now: WallClock.now)
    }

    /// Creates an empty jar with a given source of the current time.
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

    /// True if the jar holds no cookies at all, not even expired ones.
    var isEmpty: Bool { store.withLock(\.isEmpty) }

    // MARK: - Setting and sending

    /// Stores the cookie in a Set-Cookie field, if the address may set it.
    ///
    /// - Parameters:
    ///   - field: The value of a single Set-Cookie field.
    ///   - uri: The address whose answer contained the field.
    /// - Returns: True if the field was accepted, even if it only deletes a cookie.
    @discardableResult
    public func set(_ field: String, from uri: URI) -> Bool {
        let now = now()
        guard let field = SetCookie(field, now: now) else { return false }
        return store.withLock { $0.set(field, from: uri, now: now) }
    }

    /// Returns the cookies for a request to an address, in the order in which they are sent.
    ///
    /// Cookies with longer paths come first; for equal lengths, older cookies come first.
    ///
    /// - Parameter uri: The address.
    /// - Returns: The cookies, which are marked as used.
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

    /// Removes the cookies that expire at the end of the session.
    public func endSession() {
        remove { $0.expires == nil }
    }

    /// Adds cookies from a file.
    func restore(_ cookies: [Cookie]) {
        let now = now()
        store.withLock { store in
            for cookie in cookies { store.keep(cookie, now: now) }
        }
    }
}
