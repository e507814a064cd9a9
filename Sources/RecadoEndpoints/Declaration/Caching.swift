// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules for caches that receive the answers of an endpoint (RFC 9111 §5.2.2).
///
/// ```swift
/// static let caching = Caching.fresh(for: .seconds(60))
/// ```
///
/// The rules are sent in the Cache-Control field of successful answers to GET. Problems, and
/// answers to other methods, concern one client and one request, so they are never cached.
public struct Caching: Sendable, Hashable {
    /// The caches that may keep answers.
    public enum Readers: Sendable, Hashable {
        /// Any cache, including shared ones between the client and the server.
        case anyone
        /// The client's own cache only.
        case caller
    }

    /// The value of Cache-Control.
    package let fieldValue: String

    private init(_ fieldValue: String) {
        self.fieldValue = fieldValue
    }

    /// Never cached; the default for protected endpoints.
    public static let never = Caching("no-store")

    /// Cached everywhere, but used again only after the service has confirmed that the answer is
    /// still valid; the default for endpoints that anyone may call.
    ///
    /// Each confirmation costs a request, but transfers no content as long as nothing has changed.
    public static let revalidated = Caching("no-cache")

    /// Cached for some time without revalidation.
    ///
    /// - Parameters:
    ///   - time: The time for which an answer is fresh, in whole seconds.
    ///   - readers: The caches that may keep the answer.
    ///   - staleTime: The additional time in which the answer may be used while a cache requests a
    ///     new one, or while the service fails (RFC 5861); none by default.
    /// - Returns: The caching rules.
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

    /// Cached for a year without revalidation, for answers that never change.
    public static let immutable = Caching("public, max-age=31536000, immutable")
}
