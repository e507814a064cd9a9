// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension ClientMiddleware {
    /// Wraps a transport in the middleware.
    ///
    /// - Parameter transport: The transport that sends the requests.
    /// - Returns: A transport whose requests pass through the middleware.
    public func over(_ transport: any Transport) -> any Transport {
        var top = transport
        for layer in perAttempt.reversed() { top = layer(top) }
        if let decompression { top = DecompressionTransport(base: top, limits: decompression) }
        if let signing {
            top = SigningTransport(top, contentLimit: signing.contentLimit, sign: signing.sign)
        }
        if let tracing { top = TracingTransport(top, policy: tracing) }
        if let authentication { top = authentication.layer(top) }
        if let rateLimit { top = RateLimitTransport(top, limit: rateLimit, clock: clock) }
        if let callsPerHost {
            top = ConcurrencyLimitTransport(top, perHost: callsPerHost, clock: clock)
        }
        if let retry { top = RetryTransport(top, policy: retry, clock: clock) }
        if let cache { top = CacheTransport(base: top, store: cache.store, options: cache.options) }
        if let cookies { top = CookieTransport(base: top, jar: cookies) }
        if !cleartext.allowsAll { top = CleartextTransport(top, policy: cleartext) }
        if let redirects { top = RedirectTransport(base: top, policy: redirects) }
        if let sharedResponses { top = DeduplicationTransport(top, contentLimit: sharedResponses) }
        if let log { top = LoggingTransport(top, log: log) }
        for layer in perCall.reversed() { top = layer(top) }
        return top
    }
}
