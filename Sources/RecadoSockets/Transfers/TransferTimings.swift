// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

/// The moments of a transfer, from which its timings are made.
struct TransferTimings {
    /// When a connection was looked for.
    var sought: Tick?
    /// When the addresses of the host were known.
    var resolved: Tick?
    /// When there was a connection to an address.
    var connected: Tick?
    /// When the tunnel and TLS were ready as well.
    var opened: Tick?
    /// When the connection was available for the request.
    var ready: Tick?
    /// When the first bytes of the answer came.
    var answered: Tick?
    var isReused = false
    var version: PhaseTimings.Version?
    var bytesSent = 0
    var bytesReceived = 0
    var remoteAddress: String?
    var remotePort = 0

    /// The timings of a transfer; the phase in which it ended gets the remaining time.
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
            // A connection that is open may still wait for the task of the call.
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
