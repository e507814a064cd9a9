// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The cache of a client: its store and its options.
///
/// ```swift
/// let thrifty = client.withMiddleware { $0.cache = CachePolicy() }
/// ```
///
/// - Answers to GET are stored, and used for GET and HEAD, as long as they are fresh; stale answers
///   are revalidated by their ETag and Last-Modified. A request's own If-None-Match and
///   If-Modified-Since are compared with the stored answer, and a single range of bytes is taken
///   from it; requests with other conditions are sent to the server.
/// - `stale-while-revalidate` and `stale-if-error` are honoured (RFC 5861), and so is `immutable`
///   (RFC 8246).
/// - An answer to a request with an Authorization field is used only for the same credentials.
/// - A cache is for one user, unless its options say that it is shared: if a server's answers
///   depend on a cookie and do not say so, any caller may get them.
/// - Set-Cookie is not stored.
/// - Content is stored once it has been read to its end, and never makes its reader wait.
///
/// ``Reply/source`` and `CallTrace.source` give the origin of an answer, and so does the last
/// member of its Cache-Status field (RFC 9211), whose name is `Recado`.
public struct CachePolicy: Sendable {
    /// The store that keeps the responses.
    public var store: any CacheStore
    /// The options of the cache, for the choices that RFC 9111 leaves open.
    public var options: Options

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - store: The store that keeps answers; in memory by default.
    ///   - options: The options for the behaviour of the cache where RFC 9111 leaves a choice.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        options: Options = CachePolicy.Options()
    ) {
        self.store = store
        self.options = options
    }
}
