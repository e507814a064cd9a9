// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

/// When a request was begun and answered over a connection of the loop, and its bytes.
struct ExchangeMarks {
    /// When the connection was there for the request.
    var ready: ContinuousClock.Instant?
    /// When the first bytes of the answer came.
    var answered: ContinuousClock.Instant?
    var bytesSent = 0
    var bytesReceived = 0

    /// Where the time went, apart from the time in the queue.
    ///
    /// - Parameters:
    ///   - transfer: The request and its answer.
    ///   - opening: What has opened the connection.
    ///   - isReused: Whether the connection has served another request before.
    ///   - version: The version of HTTP, once there is an answer.
    /// - Returns: The timings, without the time in the queue.
    func timings(
        of transfer: ActiveTransfer,
        over opening: Opening,
        isReused: Bool,
        version: PhaseTimings.Version
    ) -> PhaseTimings {
        let now = ContinuousClock.now
        let ready = ready ?? now
        var timings = PhaseTimings()
        if !isReused {
            let sought = max(transfer.notes.sought ?? now, transfer.transfer.start)
            divide(max(.zero, sought.duration(to: ready)), opening, in: &timings)
        }
        (timings.bytesSent, timings.bytesReceived) = (bytesSent, bytesReceived)
        guard self.ready != nil else { return timings }
        timings.firstByte = ready.duration(to: answered ?? now)
        timings.content = answered.map { $0.duration(to: now) } ?? .zero
        timings.isConnectionReused = isReused
        if answered != nil { timings.version = version }
        timings.remoteAddress = opening.handle.text(CURLINFO_PRIMARY_IP)
        timings.remotePort = opening.handle.number(CURLINFO_PRIMARY_PORT)
        return timings
    }

    /// Divides the time that it took to connect; the phase that was not passed has what is left.
    private func divide(_ spent: Duration, _ opening: Opening, in timings: inout PhaseTimings) {
        let resolved = Duration.microseconds(opening.handle.measure(CURLINFO_NAMELOOKUP_TIME_T))
        let connected = Duration.microseconds(opening.handle.measure(CURLINFO_CONNECT_TIME_T))
        let isResolved = resolved != .zero || connected != .zero || opening.isOpen
        timings.nameResolution = isResolved ? min(resolved, spent) : spent
        let rest = spent - timings.nameResolution
        guard opening.handshake != nil, connected != .zero else {
            timings.connect = rest
            return
        }
        timings.connect = min(max(.zero, connected - timings.nameResolution), rest)
        timings.tls = rest - timings.connect
    }
}
