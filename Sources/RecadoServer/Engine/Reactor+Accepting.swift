// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    /// The most connections that are accepted before the existing ones get their turn.
    private static let acceptedAtOnce = 64

    /// Accepts connections from a listener.
    func accept(from index: Int) {
        guard index < listeners.count else { return }
        for _ in 0..<Self.acceptedAtOnce {
            guard acceptOne(from: listeners[index]) else { return }
        }
    }

    /// Accepts all waiting connections; closing a listener would reset them.
    ///
    /// It accepts no more than a queue holds: clients that go on connecting must not prevent a
    /// server from ending.
    func acceptRest() {
        for listener in listeners {
            for _ in 0..<Listener.backlog {
                guard acceptOne(from: listener) else { break }
            }
        }
    }

    private func acceptOne(from listener: Listener) -> Bool {
        switch listener.socket.accept() {
        case .connection(let socket, let name):
            admit(socket, name)
            return true
        case .none:
            return false
        case .exhausted:
            // The system would report the listener again and again: it pauses for a tick instead.
            removeListeners()
            acceptsAgainAt = now + 1
            return false
        }
    }

    private func admit(_ socket: consuming Socket, _ name: SocketName) {
        let address = name.internetAddress
        let peer = Peer(
            address: address?.text ?? "",
            isLocal: address.map { $0.isLoopback && settings.trustsLoopback } ?? true,
            isSecure: tls != nil
        )
        // A proxy's address stands for many clients.
        let isUncounted = address?.isLoopback != false || observer.trusts(peer)
        let origin = isUncounted ? nil : address?.origin
        switch connectionLimiter.admit(origin) {
        case .admitted: add(socket, peer: peer, origin: origin, isExtra: false)
        case .extra: add(socket, peer: peer, origin: origin, isExtra: true)
        case .refused: turnAway(socket, peer)
        }
    }

    /// Refuses the request that is being begun on a connection beyond the limit, unless it is
    /// vital.
    func refuseUnlessVital(_ connection: Connection) -> Bool {
        if observer.bypassesLoadShedding(request) { return false }
        clearRequest(hasContent: false)
        refuse(connection, .tooManyConnections)
        return true
    }

    /// Answers 503 to a connection that is one too many, as far as that is possible at once.
    private func turnAway(_ socket: consuming Socket, _ peer: Peer) {
        let refused = note(.tooManyConnections, peer)
        // A TLS handshake is too costly for a connection that is one too many.
        guard tls == nil else { return }
        compose(refused.answer(by: observer))
        _ = socket.send(wire.bytes, from: 0, isLast: true)
        socket.finishSending()
    }
}
