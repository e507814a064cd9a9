// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CachePolicy {
    /// The options of a cache, for the choices that RFC 9111 leaves open.
    public struct Options: Sendable, Hashable {
        /// True if several users share the cache; `false` by default.
        ///
        /// A shared cache observes `s-maxage`, `private` and `proxy-revalidate`, reads
        /// CDN-Cache-Control instead of Cache-Control (RFC 9213), and stores answers to requests
        /// with an Authorization field only if the answers allow it (RFC 9111 §3.5).
        public var isShared = false

        /// The lifetime of a response that states none, as a fraction of its age since
        /// Last-Modified: a tenth.
        ///
        /// It is the fraction that RFC 9111 §4.2.2 calls typical; 0 makes such responses stale at
        /// once.
        public var heuristicFraction = 0.1

        /// The longest time for which an answer without a stated lifetime is fresh: one day.
        ///
        /// Even a document that has not changed for years may change tomorrow.
        public var heuristicLimit = Duration.seconds(86_400)

        /// The longest time by which a response may be stale and still be used when the server
        /// fails; zero by default.
        ///
        /// `stale-if-error` in the response or the request takes precedence (RFC 5861 §4). A day or
        /// more amounts to an offline mode. Responses that must be revalidated are never used
        /// stale.
        public var staleIfError = Duration.zero

        /// The greatest size of content that is stored: 4 MiB, so that one answer does not displace
        /// all others.
        public var contentLimit = 4 << 20

        /// Creates the default options: those of one user's cache.
        public init() {}
    }
}
