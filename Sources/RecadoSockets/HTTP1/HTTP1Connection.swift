// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A connection that carries HTTP/1.1 requests, one after another.
final class HTTP1Connection: Sendable {
    private struct State {
        var idleSince: Tick
        var isReused = false
        var isWatched = false
    }

    let channel: Channel
    /// The scheme and authority of the host at the other end.
    let origin: String
    /// The field lines that a forwarding proxy needs in each request.
    let proxyLines: [UInt8]?
    private let created: Tick
    /// The address of the other side, which the timings of later transfers report.
    let remote: (address: String?, port: Int)
    private let state: Mutex<State>

    init(_ channel: Channel, origin: String, proxyLines: [UInt8]?, remote: (String?, Int)) {
        (self.channel, self.origin, self.proxyLines) = (channel, origin, proxyLines)
        self.remote = remote
        created = .now
        state = Mutex(State(idleSince: created))
    }

    /// True if the connection has served a request before.
    var isReused: Bool { state.withLock { $0.isReused } }

    /// The time since which the connection has been idle.
    var idleSince: Tick { state.withLock { $0.idleSince } }

    /// True if the reactor watches whether the other side closes the connection.
    var isWatched: Bool { state.withLock { $0.isWatched } }

    /// Records that a request has been answered and the connection is idle.
    func rest() {
        let now = Tick.now
        state.withLock { state in
            (state.idleSince, state.isReused) = (now, true)
        }
    }

    /// True if an idle connection may serve another request.
    ///
    /// A connection that is too old, or that has data to read, may not. A server sends nothing
    /// without a request, so unexpected data means that it has closed the connection or is not
    /// trustworthy.
    func isFresh(at now: Tick, lifetime: Duration?) -> Bool {
        let (idleSince, isWatched) = state.withLock { state in
            defer { state.isWatched = false }
            return (state.idleSince, state.isWatched)
        }
        // Ends the watch for data on an idle connection: the data that arrives next is an answer.
        if isWatched { channel.cancelNotification(.reading) }
        return idleSince.after(ConnectionPool.idleTime) > now
            && (lifetime == nil || created.after(lifetime) > now) && channel.isQuiet
    }

    /// Calls a function when an event occurs on the idle connection.
    func watch(_ body: @escaping @Sendable (HTTP1Connection) -> Void) {
        state.withLock { $0.isWatched = true }
        channel.notify(.reading) { [weak self] wakening in
            guard let self, case .ready = wakening, self.isWatched else { return }
            // TLS may deliver data that is not HTTP, such as session tickets. The watch then
            // continues.
            if self.channel.isQuiet { self.watch(body) } else { body(self) }
        }
    }
}
