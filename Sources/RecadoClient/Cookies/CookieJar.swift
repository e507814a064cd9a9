// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// The cookies of one client (RFC 6265bis).
///
/// A jar belongs to whoever made it: nothing is shared between two jars, and nothing is written
/// down unless ``save(to:keepingSession:)`` is called.
///
/// ```swift
/// let jar = CookieJar()
/// let client = Client(base: base, middleware: .standard { $0.cookies = jar })
/// …
/// jar.header(for: uri)          // what the next request to the address would carry
/// ```
///
/// As the RFC demands: a host sets cookies for itself and the domains above it, but for no public
/// suffix; a cookie from `http` never replaces a secure one; the prefixes `__Secure-`, `__Host-`,
/// `__Http-` and `__Host-Http-` keep their promises; fields above 4096 bytes are ignored, and no
/// cookie lasts longer than 400 days.
public final class CookieJar: Sendable {
    /// The limits on the number of cookies in a jar.
    public struct Limits: Sendable, Hashable {
        /// The most cookies of one domain: 50, what RFC 6265bis §6.1 asks for at least.
        public var cookiesPerDomain = 50
        /// The most cookies in all: 3000, what RFC 6265bis §6.1 asks for at least.
        public var cookies = 3000

        /// Creates the default limits.
        public init() {}
    }

    private let store: Mutex<CookieStore>
    private let now: @Sendable () -> HTTPDate

    /// Creates an empty jar.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The domains that no cookie is set for; a small rule by default.
    ///   - limits: The most cookies that are kept.
    public convenience init(publicSuffixes: PublicSuffixes = .builtIn, limits: Limits = Limits()) {
        self.init(publicSuffixes: publicSuffixes, limits: limits, now: WallClock.now)
    }

    /// Creates an empty jar with a clock of its own.
    package init(
        publicSuffixes: PublicSuffixes = .builtIn,
        limits: Limits = Limits(),
        now: @escaping @Sendable () -> HTTPDate
    ) {
        store = Mutex(CookieStore(limits: limits, suffixes: publicSuffixes))
        self.now = now
    }

    /// Every cookie that has not ended, from the oldest to the newest.
    public var cookies: [Cookie] {
        let now = now()
        return store.withLock(\.all).filter { !$0.isExpired(at: now) }
    }

    /// Whether nothing is kept, not even what has expired.
    var isEmpty: Bool { store.withLock(\.isEmpty) }

    // MARK: - Setting and sending

    /// Keeps the cookie of a Set-Cookie field, if its address may set it.
    ///
    /// - Parameters:
    ///   - field: The value of one field, not folded with others.
    ///   - uri: The address that answered with it.
    /// - Returns: Whether the field was honored; it may have removed a cookie.
    @discardableResult
    public func set(_ field: String, from uri: URI) -> Bool {
        let now = now()
        guard let field = SetCookie(field, now: now) else { return false }
        return store.withLock { $0.set(field, from: uri, now: now) }
    }

    /// The cookies that a request to an address carries: longest path first, then oldest.
    ///
    /// - Parameter uri: The address.
    /// - Returns: The cookies, which count as used now.
    public func cookies(for uri: URI) -> [Cookie] {
        let now = now()
        return store.withLock { $0.cookies(for: uri, now: now) }
    }

    /// The value of the Cookie field that a request to an address carries.
    ///
    /// - Parameter uri: The address.
    /// - Returns: The pairs, such as `a=1; b=2`; `nil` when there are none.
    public func header(for uri: URI) -> String? {
        let pairs = cookies(for: uri).map(\.pair)
        return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
    }

    // MARK: - Removing

    /// Removes the cookies that a condition holds for, such as those of a domain.
    ///
    /// - Parameter condition: Whether to remove a cookie.
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

    /// Adds cookies that were kept before.
    func restore(_ cookies: [Cookie]) {
        let now = now()
        store.withLock { store in
            for cookie in cookies { store.keep(cookie, now: now) }
        }
    }
}
