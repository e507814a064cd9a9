// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

/// The middleware between the calls of a client and its transport.
///
/// The standard middleware is included unless it is removed:
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
/// the transport. The layers above ``redirects`` see each call once. The layers from there to
/// ``retry`` also see each request that follows a redirect. The layers below ``retry`` see every
/// attempt.
///
/// Middleware is a value. Copies share the objects in it: the cookie jar, the cache store, and the
/// transports that closures return.
public struct ClientMiddleware: Sendable {
    /// A closure that wraps a transport in a layer.
    public typealias TransportWrapper = @Sendable (any Transport) -> any Transport

    /// Your own middleware that sees each call once, the outermost layer first; none by default.
    public var perCall: [TransportWrapper] = []

    /// The log of calls, inside the layers of ``perCall``; `nil`, the default, logs nothing.
    ///
    /// It reports each call once, whatever its outcome. To log every attempt, see
    /// ``LoggingTransport``.
    public var log: CallLog?

    /// The maximum size, in bytes, of an answer that identical simultaneous calls share; `nil`, the
    /// default, lets each call send its own request.
    ///
    /// GET and HEAD requests without content are identical if their URIs and header fields are the
    /// same. Answers that are streams are not shared.
    public var sharedResponses: Int?

    /// The policy for redirects: by default, up to 10 are followed, but never from `https` to
    /// `http`; with `nil`, none is followed.
    public var redirects: RedirectPolicy? = .follow

    /// The hosts that may be called without encryption; by default only the local machine.
    public var cleartext = CleartextPolicy.loopback

    /// The jar that stores cookies and adds them to requests; by default an empty jar.
    ///
    /// With `nil`, cookies are neither stored nor sent.
    public var cookies: CookieJar? = CookieJar()

    /// The cache for responses; `nil`, the default, stores nothing.
    public var cache: CachePolicy?

    /// The policy for retries.
    ///
    /// By default a temporary failure is retried up to two times if the request is safe to repeat;
    /// with `nil`, nothing is retried.
    public var retry: RetryPolicy? = .standard

    /// The maximum number of simultaneous transfers per host; `nil`, the default, leaves the limit
    /// to the transport.
    ///
    /// A transfer lasts until its content is read or released; further requests wait in order.
    public var callsPerHost: Int?

    /// The limit on the number of requests in a period; `nil`, the default, sets none.
    public var rateLimit: RateLimit?

    /// The authentication of calls, besides ``Client/Settings/credentials``; none by default.
    public var authentication: Authentication?

    /// The policy for sending a trace context (W3C Trace Context); `nil`, the default, sends none.
    public var tracing: TracingPolicy?

    /// The policy that signs each request just before it is sent; `nil`, the default, signs none.
    public var signing: SigningPolicy?

    /// The limits on decompressed content; with `nil`, the client neither asks for compressed
    /// content nor decodes it.
    public var decompression: DecompressionLimits? = DecompressionLimits()

    /// Your own middleware that sees every attempt, directly above the transport, the outermost
    /// layer first; none by default.
    public var perAttempt: [TransportWrapper] = []

    /// The clock that measures the waits of ``retry``, ``callsPerHost`` and ``rateLimit``; the
    /// system's by default.
    ///
    /// In tests, use a virtual clock that stands still until it is advanced. A clock that skips
    /// every wait works only for one call at a time: a call in a queue would time out at once.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Creates the standard middleware.
    public init() {}

    /// The standard middleware, with a new cookie jar.
    public static var standard: ClientMiddleware { ClientMiddleware() }

    /// Returns the standard middleware with changes.
    ///
    /// - Parameter configure: Makes the changes.
    /// - Returns: The middleware.
    public static func standard(_ configure: (inout ClientMiddleware) -> Void) -> ClientMiddleware {
        var middleware = ClientMiddleware()
        configure(&middleware)
        return middleware
    }

    /// No middleware: requests and answers pass to and from the transport unchanged.
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
