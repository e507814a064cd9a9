// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoCrypto
import RecadoHTTP
import RecadoServer

/// The calls of the apps to the services of their own process, which are made for whoever has asked for a page.
///
/// A call says for whom it is made, so that wrong passwords, quotas and logs count browsers by their own addresses rather
/// than all of them as one program on this machine. A secret that never leaves the process vouches for it; what
/// anybody else says of themselves is not heeded.
struct OwnCalls: Sendable {
    private let secret = Base64.encode(RandomBytes.make(32))

    private static let field: FieldName = "Recado-Errand"

    /// A transport whose calls to a server say for whom they are made; those to others do not.
    ///
    /// - Parameters:
    ///   - base: What carries the calls.
    ///   - authority: The server's host and port.
    /// - Returns: The transport.
    func transport(_ base: some Transport, to authority: String) -> some Transport {
        Sender(base: base, authority: authority, calls: self)
    }

    /// A handler that takes those for whom calls are made for their senders.
    ///
    /// - Parameter base: What answers.
    /// - Returns: The handler.
    func handler(_ base: some Handler) -> some Handler {
        Receiver(base: base, calls: self)
    }

    // MARK: - Words

    private func words(for peer: Peer) -> String {
        let traits = (peer.isLocal ? "l" : "") + (peer.isSecure ? "s" : "")
        let origin = ForwardedOrigin.current ?? ""
        return [secret, traits, peer.address, origin].joined(separator: ";")
    }

    /// For whom a call is made, and where they believe the service to be.
    private func sender(from words: String) -> (peer: Peer, origin: String?)? {
        // A host may hold the sign that separates the others.
        let parts = words.split(separator: ";", maxSplits: 3, omittingEmptySubsequences: false)
        // Without random numbers there is no secret, and nobody has said it.
        guard parts.count == 4, !secret.isEmpty,
            MessageAuthentication.areEqual(Array(parts[0].utf8), Array(secret.utf8))
        else { return nil }
        let peer = Peer(
            address: String(parts[2]),
            isLocal: parts[1].contains("l"),
            isSecure: parts[1].contains("s")
        )
        return (peer, parts[3].isEmpty ? nil : String(parts[3]))
    }

    private struct Sender<Base: Transport>: Transport {
        let base: Base
        let authority: String
        let calls: OwnCalls

        func send(
            _ request: Request,
            timeouts: Timeouts
        ) async throws(TransportError) -> Response {
            var request = request
            request.fields[OwnCalls.field] = nil
            if let peer = Errand.peer, request.authority == authority {
                request.fields[OwnCalls.field] = calls.words(for: peer)
            }
            return try await base.send(request, timeouts: timeouts)
        }
    }

    private struct Receiver<Base: Handler>: Handler {
        let base: Base
        let calls: OwnCalls

        func handle(_ request: Request) -> PendingResponse {
            guard let words = request.fields[OwnCalls.field] else { return base.handle(request) }
            var request = request
            request.fields[OwnCalls.field] = nil
            let sender = calls.sender(from: words)
            if let sender { request.peer = sender.peer }
            let origin = sender?.origin
            let pending = ForwardedOrigin.$current.withValue(origin) { base.handle(request) }
            return pending.around { rest in
                await ForwardedOrigin.$current.withValue(origin) { await rest() }
            }
        }
    }
}
