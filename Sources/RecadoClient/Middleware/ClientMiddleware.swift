// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The middleware between the calls of a client and its transport.
///
/// The usual middleware is there unless they are taken out:
///
/// ```swift
/// let client = try Client(base: "https://example.org/videoclub", middleware: .standard {
///     $0.retry = .attempts(5)
///     $0.cache = CachePolicy()
///     $0.authentication = .challenges(.constant(member))
///     $0.perAttempt.append { Counting(base: $0, calls: calls) }
/// })
/// ```
///
/// A request passes them in the order of the properties below, from the call down to the transport.
/// A layer above ``retry`` sees a call once; a layer below it sees every attempt.
///
/// Middleware is a value. Copies share the objects in them: the cookie jar, the store of the cache,
/// and the transports that closures return.
public struct ClientMiddleware: Sendable {
    /// Puts a layer over a transport.
    public typealias TransportWrapper = @Sendable (any Transport) -> any Transport

    /// Your own middleware that see each call once, from the outermost to
    /// the innermost; none by default.
    public var perCall: [TransportWrapper] = []

    /// The log of calls, below ``perCall``; `nil`, the default, writes nothing.
    ///
    /// It reports each call once, whatever its outcome: see ``LoggingTransport`` for every attempt.
    public var log: CallLog?

    /// The most content of an answer that identical calls at the same time share, in bytes.
    ///
    /// By default, `nil`, each call is a transfer of its own.
    public var sharedAnswers: Int?

    /// Which redirects are followed: up to 10, never from `https` to `http`; `nil` for none.
    public var redirects: RedirectPolicy? = .follow

    /// Which hosts may be called without encryption: the machine itself.
    public var cleartext = CleartextPolicy.loopback

    /// The cookies that are kept and sent: those of an empty jar; `nil`
    /// neither keeps nor sends any.
    public var cookies: CookieJar? = CookieJar()

    /// The cache for responses; `nil`, the default, keeps nothing.
    public var cache: CachePolicy?

    /// Which failures are tried again: those that pass, of requests that are safe to repeat, up
    /// to two times; `nil` for none.
    public var retry: RetryPolicy? = .standard

    /// The most transfers to one host at the same time; `nil`, the
    /// default, leaves it to the transport.
    public var callsPerHost: Int?

    /// The limit on the number of requests in a period; `nil`, the default, sets none.
    public var rateLimit: RateLimit?

    /// The authentication of calls, besides ``Client/Settings/credentials``; none by default.
    public var authentication: Authentication?

    /// Which requests say what trace they belong to (W3C Trace Context);
    /// `nil`, the default, says nothing.
    public var tracing: TracingPolicy?

    /// Signs each request when nothing of it changes any more; `nil`, the default, signs none.
    public var signing: SigningPolicy?

    /// The limits on compressed content, which is asked for and decoded; `nil` hands out content as
    /// it was sent.
    public var decompression: DecompressionLimits? = DecompressionLimits()

    /// Your own middleware that see every attempt as it goes to the transport, from the outermost
    /// to the innermost; none by default.
    public var perAttempt: [TransportWrapper] = []

    /// Creates the usual middleware.
    public init() {}

    /// The usual middleware, with a cookie jar of their own.
    public static var standard: ClientMiddleware { ClientMiddleware() }

    /// The usual middleware with changes.
    ///
    /// - Parameter configure: Makes the changes.
    /// - Returns: The middleware.
    public static func standard(_ configure: (inout ClientMiddleware) -> Void) -> ClientMiddleware {
        var middleware = ClientMiddleware()
        configure(&middleware)
        return middleware
    }

    /// No middleware: requests and answers are the transport's own.
    public static var none: ClientMiddleware {
        var middleware = ClientMiddleware()
        middleware.redirects = nil
        middleware.cleartext = .everywhere
        middleware.cookies = nil
        middleware.retry = nil
        middleware.decompression = nil
        return middleware
    }
}
