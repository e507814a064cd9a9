// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CachePolicy {
    /// The options of a cache, for the choices that RFC 9111 leaves open.
    public struct Options: Sendable, Hashable {
        /// True if several users share the cache; `false` by default.
        ///
        /// A shared cache obeys `s-maxage`, `private` and `proxy-revalidate`, and prefers
        /// CDN-Cache-Control to Cache-Control (RFC 9213). It stores the answer to a request with an
        /// Authorization field only if the answer allows that (RFC 9111 §3.5).
        public var isShared = false

        /// The lifetime of a response that states none, as a fraction of the time since its
        /// Last-Modified: 0.1.
        ///
        /// RFC 9111 §4.2.2 calls this fraction typical. With 0, such responses are stale at once.
        public var heuristicFraction = 0.1

        /// The maximum lifetime of a response that states none: one day.
        ///
        /// Without this limit, a document that has not changed for years would be fresh for months.
        public var heuristicLimit = Duration.seconds(86_400)

        /// The maximum time that a response may be stale and still be used if the server fails;
        /// zero by default.
        ///
        /// `stale-if-error` in the response or the request takes precedence (RFC 5861 §4). A day or
        /// more works as an offline mode. A response that must be revalidated is never used stale.
        public var staleIfError = Duration.zero

        /// The maximum size of content that is stored: 4 MiB, so that one answer does not evict all
        /// others.
        public var contentLimit = 4 << 20

        /// Creates the default options, for the cache of a single user.
        public init() {}
    }
}
