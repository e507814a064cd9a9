// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules for caches that get the answers of an endpoint (RFC 9111 §5.2.2).
///
/// ```swift
/// static let caching = Caching.fresh(for: .seconds(60))
/// ```
///
/// It becomes the Cache-Control field of successful answers to GET. Problems, and answers to other
/// methods, are for one client and one request, and are never kept.
public struct Caching: Sendable, Hashable {
    /// The caches that may keep answers.
    public enum Readers: Sendable, Hashable {
        /// Caches on the way, which serve many, too.
        case anyone
        /// The cache of the client alone.
        case caller
    }

    /// The value of Cache-Control.
    package let fieldValue: String

    private init(_ fieldValue: String) {
        self.fieldValue = fieldValue
    }

    /// Nowhere; the default for endpoints that are not for anyone.
    public static let never = Caching("no-store")

    /// Everywhere, but used again only after the service was asked whether it is still good; the
    /// default for endpoints that anyone may call.
    ///
    /// The question costs a request and, as long as nothing has changed, no content.
    public static let revalidated = Caching("no-cache")

    /// For some time without asking.
    ///
    /// - Parameters:
    ///   - time: The time for which an answer is good; whole seconds count.
    ///   - readers: The caches that may keep it.
    ///   - staleTime: The further time in which it may be used while a cache asks for another one,
    ///     or while the service fails (RFC 5861); none by default.
    /// - Returns: The directives.
    public static func fresh(
        for time: Duration,
        by readers: Readers = .anyone,
        staleFor staleTime: Duration = .zero
    ) -> Caching {
        var directives = [readers == .anyone ? "public" : "private"]
        directives.append("max-age=\(max(0, time.components.seconds))")
        let stale = max(0, staleTime.components.seconds)
        if stale > 0 {
            directives.append("stale-while-revalidate=\(stale)")
            directives.append("stale-if-error=\(stale)")
        }
        return Caching(directives.joined(separator: ", "))
    }

    /// For a year without asking: what stands at an address never changes.
    public static let immutable = Caching("public, max-age=31536000, immutable")
}
