// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

/// The points in time from which the timings of a transfer are computed.
struct TransferTimings {
    /// The time when a connection was requested.
    var sought: Tick?
    /// The time when the addresses of the host were known.
    var resolved: Tick?
    /// The time when an address had accepted the connection.
    var connected: Tick?
    /// The time when the tunnel and TLS were ready as well.
    var opened: Tick?
    /// The time when the connection was available for the request.
    var ready: Tick?
    /// The time when the first bytes of the answer arrived.
    var answered: Tick?
    var isReused = false
    var version: PhaseTimings.Version?
    var bytesSent = 0
    var bytesReceived = 0
    var remoteAddress: String?
    var remotePort = 0

    /// Returns the timings of a transfer; the remaining time counts for the phase in which the
    /// transfer ended.
    func phases(from start: Tick, to end: Tick) -> PhaseTimings {
        var timings = PhaseTimings()
        let sought = sought ?? end
        if let ready, isReused || opened == nil {
            timings.queue = start.duration(to: ready)
        } else {
            let resolved = resolved ?? end
            let connected = connected ?? end
            let opened = opened ?? end
            timings.nameResolution = sought.duration(to: resolved)
            timings.connect = resolved.duration(to: connected)
            timings.tls = connected.duration(to: opened)
            // After a connection has been opened, it may still wait until the call's task
            // continues.
            timings.queue = start.duration(to: sought) + opened.duration(to: ready ?? end)
        }
        (timings.bytesSent, timings.bytesReceived) = (bytesSent, bytesReceived)
        (timings.remoteAddress, timings.remotePort) = (remoteAddress, remotePort)
        guard let ready else { return timings }
        timings.firstByte = ready.duration(to: answered ?? end)
        timings.content = answered.map { $0.duration(to: end) } ?? .zero
        timings.isConnectionReused = isReused
        if answered != nil { timings.version = version }
        return timings
    }
}
