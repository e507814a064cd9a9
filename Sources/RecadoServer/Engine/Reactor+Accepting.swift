// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    /// The most connections that are accepted before those that are there have their turn.
    private static let acceptedAtOnce = 64

    /// Accepts connections from a listener.
    func accept(from index: Int) {
        guard index < listeners.count else { return }
        for _ in 0..<Self.acceptedAtOnce {
            guard acceptOne(from: listeners[index]) else { return }
        }
    }

    /// Accepts everything that waits; closing a listener would reset it.
    ///
    /// No more than a queue holds: clients that go on connecting must
    /// not keep a server from its end.
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
            // The listener would be reported again and again: it rests for a tick instead.
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
        // Behind a proxy there are many clients.
        let isUncounted = address?.isLoopback != false || observer.trusts(peer)
        let origin = isUncounted ? nil : address?.origin
        switch connectionLimiter.admit(origin) {
        case .admitted: add(socket, peer: peer, origin: origin, isExtra: false)
        case .extra: add(socket, peer: peer, origin: origin, isExtra: true)
        case .refused: turnAway(socket, peer)
        }
    }

    /// Refuses the request that is being begun, on a connection beyond
    /// the limit, if it is not vital.
    func refuseUnlessVital(_ connection: Connection) -> Bool {
        if observer.bypassesLoadShedding(request) { return false }
        clearRequest(hasContent: false)
        refuse(connection, .tooManyConnections)
        return true
    }

    /// Answers 503 to a connection that is one too many, as far as that can be done at once.
    private func turnAway(_ socket: consuming Socket, _ peer: Peer) {
        let refused = note(.tooManyConnections, peer)
        // A handshake is more than a client that is one too many shall have.
        guard tls == nil else { return }
        compose(refused.answer(by: observer))
        _ = socket.send(wire.bytes, from: 0, isLast: true)
        socket.finishSending()
    }
}
