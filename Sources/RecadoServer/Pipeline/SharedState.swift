// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the endpoints of an application know of each other's requests.
struct SharedState: Sendable {
    let locks = ResourceLocks()
    let quotas: any QuotaLedger
    let repetitions: any RepetitionStore
    let attempts: any AttemptLedger
}
