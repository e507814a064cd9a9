// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The counters that all loops of a server share, with their limits.
struct SharedCounts: Sendable {
    let connectionLimiter: ConnectionLimiter
    let admission: Admission
    let pending: PendingBytes

    init(_ limits: ServerConfiguration.Limits, _ observer: any ServerObserver) {
        connectionLimiter = ConnectionLimiter(
            limit: max(1, limits.connections),
            limitPerOrigin: max(1, limits.connectionsPerAddress)
        )
        admission = Admission(limits, observer)
        pending = PendingBytes(limit: limits.pendingBytes)
    }
}
