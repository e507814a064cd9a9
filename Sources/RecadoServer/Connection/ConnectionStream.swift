// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The transport of a connection's bytes: a socket, or a TLS session over it.
///
/// A transfer of fewer bytes than requested means that no more can be moved for now.
struct ConnectionStream: ~Copyable {
    private let socket: Socket
    private let session: TLSSession?

    /// Creates a link from a socket.
    ///
    /// - Parameters:
    ///   - socket: The socket, closed when the link is released.
    ///   - session: The TLS session over the socket; without it, bytes are not encrypted.
    init(_ socket: consuming Socket, session: TLSSession? = nil) {
        self.socket = socket
        self.session = session
    }

    // MARK: - Bytes

    /// Receives as many bytes as have arrived and fit into a buffer.
    func receive(into buffer: inout [UInt8]) -> IOResult {
        guard let session, !session.isPlaintext else { return socket.receive(into: &buffer) }
        return session.receive(into: &buffer)
    }

    /// Sends as many bytes as the system accepts, possibly not all.
    func send(_ bytes: [UInt8], from start: Int, isLast: Bool) -> IOResult {
        guard let session, !session.isPlaintext else {
            return socket.send(bytes, from: start, isLast: isLast)
        }
        return session.send(bytes, from: start, isLast: isLast)
    }

    // MARK: - State

    /// True if bytes are encrypted.
    var isSecure: Bool { session != nil }

    /// True if requests can be read: the handshake is over, or there is none.
    var isReady: Bool { session?.isEstablished ?? true }

    /// True if the client does not use TLS where TLS is required: it gets one unencrypted answer.
    var isPlaintext: Bool { session?.isPlaintext ?? false }

    /// True if the next read reports an end or a failure that the TLS session has already noticed.
    var hasRest: Bool { session?.hasRest ?? false }

    /// True if the TLS session cannot read on until the socket is writable.
    var waitsForWriting: Bool { session?.waitsForWriting ?? false }

    /// The protocol that the client and the server have agreed upon in the handshake: `h2`,
    /// `http/1.1`, or `nil` when the client named none (RFC 7301).
    var applicationProtocol: String? { session?.applicationProtocol }

    /// The certificate that the client has proved it owns; `nil` until the handshake is over.
    var peerCertificate: PeerCertificate? { session?.peerCertificate?.summary }

    // MARK: - The end

    /// Announces the end of the sent bytes, if the protocol has a message for that, as TLS does.
    ///
    /// - Returns: True if the announcement is sent or not needed; false if the socket is not
    ///   writable.
    func sendCloseNotify() -> Bool { session?.sendCloseNotify() ?? true }

    /// Tells the peer that nothing more will be sent.
    func finishSending() { socket.finishSending() }

    /// Makes the peer see a failure when the socket closes, so that it does not trust incomplete
    /// data.
    func breakOff() { socket.breakOff() }
}
