// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Application {
    /// The options that the services of an application share.
    public struct Options: Sendable {
        /// The store that counts requests against quotas; the memory of this process by default.
        public var rateLimits: any RateLimitStore = MemoryRateLimitStore()
        /// The store of answers to requests with an Idempotency-Key; the memory of this process by
        /// default.
        public var idempotency: any IdempotencyStore = MemoryIdempotencyStore()
        /// The observers of all requests: ``AccessLog``, ``Metrics``, `Tracer` or custom ones; none
        /// by default.
        ///
        /// If ``Metrics`` is among them, its page is at `/metrics`, only for programs on this
        /// machine unless `Metrics.audience` says otherwise. Without an observer, nothing is
        /// measured.
        public var observers: [any RequestObserver] = []
        /// The health of the process; by default the process is healthy as long as it answers.
        ///
        /// The health pages are at `/health/live` and `/health/ready`. With `nil`, services can use
        /// the two paths.
        public var health: Health? = Health()
        /// The proxies that are trusted to name their clients; none by default.
        public var trustedProxies = TrustedProxies.none
        /// The rule (RFC 6797) that makes browsers use TLS once they have reached a trusted proxy
        /// over TLS; by default there is none, because most proxies send such a rule themselves.
        ///
        /// For TLS that ends at this server, `TLSConfiguration.strictTransport` decides.
        public var strictTransport: TLSConfiguration.StrictTransport?
        /// The store that counts failed attempts to authenticate; the memory of this process by
        /// default.
        public var loginAttempts: any LoginAttemptStore = MemoryLoginAttemptStore()
        /// The leases that decide which server may change a resource; `nil`, the default, is for a
        /// server that is the only one to change its resources.
        public var leases: (any ResourceLeases)?

        /// The middleware that every request passes, from the outermost to the innermost; by
        /// default observers, the field X-Request-Id, the rules for pages of other origins,
        /// compression and conditions.
        ///
        /// Middleware that is added at the end sees a request last and its response first. Each
        /// default middleware can be moved, replaced or removed.
        public var middleware: [any Middleware] = [
            .observation, .requestID, .crossOrigin, .compression, .conditions,
        ]

        /// Creates the default options.
        public init() {}
    }
}
