// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    /// The most connections that are accepted before existing connections are handled.
    private static let acceptedAtOnce = 64

    /// Accepts connections from a listener.
    func accept(from index: Int) {
        guard index < listeners.count else { return }
        for _ in 0..<Self.acceptedAtOnce {
            guard acceptOne(from: listeners[index]) else { return }
        }
    }

    /// Accepts all waiting connections, because closing the listener would reset them.
    ///
    /// The number is limited by the length of the queue, so that clients which keep connecting
    /// cannot prevent a server from stopping.
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
            // The listeners pause for a tick, because the system would otherwise report them again
            // at once.
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
        // The addresses of this machine and of trusted proxies are not counted, because each of
        // them may stand for many clients.
        let isUncounted = address?.isLoopback != false || observer.trusts(peer)
        let origin = isUncounted ? nil : address?.origin
        switch connectionLimiter.admit(origin) {
        case .admitted: add(socket, peer: peer, origin: origin, isExtra: false)
        case .extra: add(socket, peer: peer, origin: origin, isExtra: true)
        case .refused: turnAway(socket, peer)
        }
    }

    /// Refuses the request that has arrived on a connection beyond the limit, unless the request is
    /// vital.
    func refuseUnlessVital(_ connection: Connection) -> Bool {
        if observer.bypassesLoadShedding(request) { return false }
        clearRequest(hasContent: false)
        refuse(connection, .tooManyConnections)
        return true
    }

    /// Answers 503 to an excess connection, as far as that is possible without waiting.
    private func turnAway(_ socket: consuming Socket, _ peer: Peer) {
        let refused = note(.tooManyConnections, peer)
        // A TLS handshake is too costly for an excess connection.
        guard tls == nil else { return }
        compose(refused.answer(by: observer))
        _ = socket.send(wire.bytes, from: 0, isLast: true)
        socket.finishSending()
    }
}
