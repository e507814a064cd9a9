// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The transport of a connection's bytes: a socket, or a TLS session over it.
///
/// In both cases, a transfer of fewer bytes than requested means that no more can be moved for now.
struct Link: ~Copyable {
    private let socket: Socket
    private let session: TLSSession?

    /// Makes a link of a socket.
    ///
    /// - Parameters:
    ///   - socket: The socket, closed when the link is released.
    ///   - session: The session over it; without one, bytes are sent unencrypted.
    init(_ socket: consuming Socket, session: TLSSession? = nil) {
        self.socket = socket
        self.session = session
    }

    // MARK: - Bytes

    /// Receives as many bytes as have come and fit into a buffer.
    func receive(into buffer: inout [UInt8]) -> IOResult {
        guard let session, !session.isClear else { return socket.receive(into: &buffer) }
        return session.receive(into: &buffer)
    }

    /// Sends as many bytes as the system takes, which may be fewer than there are.
    func send(_ bytes: [UInt8], from start: Int, isLast: Bool) -> IOResult {
        guard let session, !session.isClear else {
            return socket.send(bytes, from: start, isLast: isLast)
        }
        return session.send(bytes, from: start, isLast: isLast)
    }

    // MARK: - State

    /// True if bytes are encrypted.
    var isSecure: Bool { session != nil }

    /// True if requests can be read: the handshake is over, or there is none.
    var isReady: Bool { session?.isEstablished ?? true }

    /// True if the client speaks without TLS where TLS is required: it is answered once,
    /// unencrypted.
    var isClear: Bool { session?.isClear ?? false }

    /// True if the end, or a failure, is still to be received although all bytes have been.
    var hasRest: Bool { session?.hasRest ?? false }

    /// True if reading can continue only when the socket can be written to.
    var waitsForWriting: Bool { session?.waitsForWriting ?? false }

    /// The protocol that the client and the server have agreed upon in the handshake: `h2`,
    /// `http/1.1`, or `nil` when the client named none (RFC 7301).
    var applicationProtocol: String? { session?.applicationProtocol }

    /// The certificate that the client has proved to own, once the handshake is over.
    var peerCertificate: PeerCertificate? { session?.peerCertificate?.summary }

    // MARK: - The end

    /// Announces the end of the sent bytes, if the protocol has a message for it.
    ///
    /// - Returns: True if that is done; otherwise the socket cannot be written to for now.
    func sayFarewell() -> Bool { session?.sayFarewell() ?? true }

    /// Tells the peer that nothing more will be sent.
    func finishSending() { socket.finishSending() }

    /// Makes closing look like a failure to the peer, so that it does not trust the bytes it has
    /// received.
    func breakOff() { socket.breakOff() }
}
