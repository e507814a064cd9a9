// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The cache of a client: its store and its options.
///
/// ```swift
/// let thrifty = client.withMiddleware { $0.cache = CachePolicy() }
/// ```
///
/// - Answers to GET are stored and reused for GET and HEAD as long as they are fresh; stale answers
///   are revalidated with ETag and Last-Modified. If a request has If-None-Match or
///   If-Modified-Since, or asks for a single byte range, the stored answer is used, too. A request
///   with other conditions is sent to the server.
/// - `stale-while-revalidate` and `stale-if-error` are supported (RFC 5861), and so is `immutable`
///   (RFC 8246).
/// - An answer to a request with an Authorization field is reused only with the same credentials.
/// - The cache is for one user, unless its options say that it is shared. If a server's answers
///   depend on a cookie but do not say so in Vary, a caller may get an answer that was meant for
///   another caller of the client.
/// - Set-Cookie is not stored.
/// - Content is stored once it has been read to its end; storing it never makes the reader wait.
///
/// ``TypedResponse/source`` and `CallTrace.source` say whether an answer comes from the cache, and
/// so does the last member of its Cache-Status field (RFC 9211), which has the name `Recado`.
public struct CachePolicy: Sendable {
    /// The store that keeps the answers.
    public var store: any CacheStore
    /// The options of the cache, for the choices that RFC 9111 leaves open.
    public var options: Options

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - store: The store that keeps answers; in memory by default.
    ///   - options: The options of the cache, for the choices that RFC 9111 leaves open.
    public init(
        store: any CacheStore = MemoryCacheStore(),
        options: Options = CachePolicy.Options()
    ) {
        self.store = store
        self.options = options
    }
}
