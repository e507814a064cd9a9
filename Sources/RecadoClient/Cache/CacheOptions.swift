// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The options of a cache, for the choices that RFC 9111 leaves open.
public struct CacheOptions: Sendable, Hashable {
    /// Whether several users share the cache; `false` by default.
    ///
    /// A shared cache heeds `s-maxage`, `private` and `proxy-revalidate`, CDN-Cache-Control in the
    /// place of Cache-Control (RFC 9213), and keeps answers to requests with an Authorization field
    /// only if they allow it (RFC 9111 §3.5).
    public var isShared = false

    /// The fraction of its age, since Last-Modified, for which a response without a stated lifetime
    /// is fresh: a tenth.
    ///
    /// It is the fraction that RFC 9111 §4.2.2 calls typical; 0 makes such responses stale at once.
    public var heuristicFraction = 0.1

    /// The longest time for which an answer is fresh that does not say: one day.
    ///
    /// A document that nobody touched for years may be changed tomorrow.
    public var heuristicLimit = Duration.seconds(86_400)

    /// The longest time that a response may have been stale to be used when the server fails; none
    /// by default.
    ///
    /// `stale-if-error` in the response or the request comes first (RFC 5861 §4). A day or more
    /// makes for an offline mode. Responses that must be revalidated are never used stale.
    public var staleIfError = Duration.zero

    /// The greatest size of content that is kept: 4 MiB, so that one
    /// answer does not empty the cache.
    public var contentLimit = 4 << 20

    /// Creates the default options: those of one user's cache.
    public init() {}
}
