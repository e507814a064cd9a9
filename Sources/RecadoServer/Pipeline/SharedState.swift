// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The state that the endpoints of an application share.
struct SharedState: Sendable {
    let locks: ResourceLocks
    let rateLimits: any RateLimitStore
    let idempotency: any IdempotencyStore
    let loginAttempts: any LoginAttemptStore
    /// True if each call of a handler is recorded as a span.
    let isTraced: Bool

    init(_ options: Application.Options) {
        locks = ResourceLocks(options.leases)
        rateLimits = options.rateLimits
        idempotency = options.idempotency
        loginAttempts = options.loginAttempts
        isTraced =
            options.observers.contains { $0 is Tracer }
            || options.middleware.contains { $0 is any TracerBinding }
    }
}
