// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// What the endpoints of an application know of each other's requests.
struct SharedState: Sendable {
    let locks: ResourceLocks
    let quotas: any QuotaLedger
    let repetitions: any RepetitionStore
    let attempts: any AttemptLedger
    /// True if handlers are spans of traces.
    let isTraced: Bool

    init(_ options: Application.Options) {
        locks = ResourceLocks(options.leases)
        quotas = options.quotas
        repetitions = options.repetitions
        attempts = options.attempts
        isTraced =
            options.observers.contains { $0 is Tracer }
            || options.middleware.contains { $0 is any TracerBinding }
    }
}
