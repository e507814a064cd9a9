// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

/// The middleware between the calls of a client and its transport.
///
/// The usual middleware is included unless it is removed:
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
/// A request passes through the layers in the order of the properties below, from the call down to
/// the transport. A layer above ``redirects`` sees a call once. The layers from there to ``retry``
/// also see each request that follows a redirect, and a layer below ``retry`` sees every attempt.
///
/// Middleware is a value. Copies share the objects in it: the cookie jar, the store of the cache,
/// and the transports that closures return.
public struct ClientMiddleware: Sendable {
    /// A closure that puts a layer over a transport.
    public typealias TransportWrapper = @Sendable (any Transport) -> any Transport

    /// Your own middleware that sees each call once, from the outermost to the innermost layer;
    /// none by default.
    public var perCall: [TransportWrapper] = []

    /// The log of calls, below ``perCall``; `nil`, the default, writes nothing.
    ///
    /// It reports each call once, whatever its outcome: see ``LoggingTransport`` to log every
    /// attempt.
    public var log: CallLog?

    /// The greatest size in bytes of an answer that identical simultaneous calls share.
    ///
    /// Identical are GET and HEAD without content, with the same URI and the same fields; answers
    /// that are streams are not shared.
    /// If it is `nil`, the default, each call has its own transfer.
    public var sharedAnswers: Int?

    /// The policy for redirects: up to 10 are followed, never from `https` to `http`; `nil` for
    /// none.
    public var redirects: RedirectPolicy? = .follow

    /// The hosts that may be called without encryption: only the machine itself by default.
    public var cleartext = CleartextPolicy.loopback

    /// The jar that stores cookies and adds them to requests: an empty jar by default; with `nil`,
    /// cookies are neither stored nor sent.
    public var cookies: CookieJar? = CookieJar()

    /// The cache for responses; `nil`, the default, stores nothing.
    public var cache: CachePolicy?

    /// The policy for the repetition of failed requests: temporary failures of requests that are
    /// safe to repeat, up to two times; `nil` for none.
    public var retry: RetryPolicy? = .standard

    /// The most transfers to one host at the same time; `nil`, the default, leaves the limit to the
    /// transport.
    ///
    /// A transfer lasts until its content is read or released; further requests wait in their
    /// order.
    public var callsPerHost: Int?

    /// The limit on the number of requests in a period; `nil`, the default, sets none.
    public var rateLimit: RateLimit?

    /// The authentication of calls, besides ``Client/Settings/credentials``; none by default.
    public var authentication: Authentication?

    /// The policy for the requests that send a trace context (W3C Trace Context); `nil`, the
    /// default, sends none.
    public var tracing: TracingPolicy?

    /// The policy that signs each request in its final form; `nil`, the default, signs none.
    public var signing: SigningPolicy?

    /// The limits on compressed content, which is requested and decoded; with `nil`, content is
    /// returned as it was sent.
    public var decompression: DecompressionLimits? = DecompressionLimits()

    /// Your own middleware that sees every attempt directly over the transport, from the outermost
    /// to the innermost layer; none by default.
    public var perAttempt: [TransportWrapper] = []

    /// The clock that measures the waits of ``retry``, ``callsPerHost`` and ``rateLimit``; the
    /// system's by default.
    ///
    /// In tests it is a virtual one, which stands still until it is moved. One that jumps is for
    /// one call at a time: a call that waits for its turn would be out of time at once.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Creates the usual middleware.
    public init() {}

    /// The usual middleware, with its own cookie jar.
    public static var standard: ClientMiddleware { ClientMiddleware() }

    /// Returns the usual middleware with changes.
    ///
    /// - Parameter configure: Makes the changes.
    /// - Returns: The middleware.
    public static func standard(_ configure: (inout ClientMiddleware) -> Void) -> ClientMiddleware {
        var middleware = ClientMiddleware()
        configure(&middleware)
        return middleware
    }

    /// No middleware: requests and answers are those of the transport.
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
