// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoHTTP
import RecadoWire

// The life of a session:
//
//   handshake ──▶ established ──▶ farewell said ──▶ closed with its connection
//       │              │
//       └──▶ failed ◀──┘
//       └──▶ clear: the client speaks HTTP without TLS and is told so
//
// Invariants:
//  T1  Fewer bytes than asked for mean that nothing is left, neither in the system nor in the
//      session; what is left to report then, an end or a failure, is told by `hasRest`.
//  T2  After a failure neither bytes nor an alert are sent.
//  T3  Only an answer that is whole is followed by close_notify: its lack tells of truncation.

/// The server's side of a TLS connection over a socket that never blocks.
///
/// Its results are those of ``Socket``, so that a reactor need not know which of them it uses.
@safe
final class TLSSession {
    private enum State {
        case handshake
        case established
        case saidFarewell
        case clear
        case failed
    }

    /// The most bytes of a record (RFC 8446 §5.1).
    private static let recordSize = 16 * 1024

    private let ssl: OpaquePointer
    private let wire: UnsafeMutablePointer<recado_tls_wire>
    /// Kept as long as the session, which uses what it owns.
    private let context: TLSContext
    private var state = State.handshake
    /// What the next reading reports, after bytes that came before it.
    private var rest: IOResult?
    /// Whether reading goes on only when something can be written.
    private(set) var waitsForWriting = false
    /// The protocol that the client and the server have agreed upon (RFC 7301), once the handshake
    /// is over.
    private(set) var applicationProtocol: String?

    /// Begins a session, or returns `nil` when there is no memory for one.
    ///
    /// - Parameters:
    ///   - context: The certificates and rules.
    ///   - descriptor: The socket.
    ///   - offersHTTP2: Whether a client may choose HTTP/2, where the context has it.
    init?(_ context: TLSContext, descriptor: Int32, offersHTTP2: Bool) {
        guard let ssl = unsafe SSL_new(context.initial) else { return nil }
        if !offersHTTP2 { unsafe TLSContext.withholdHTTP2(ssl) }
        guard let wire = unsafe recado_tls_attach(ssl, context.wireMethod.pointer, descriptor)
        else {
            unsafe SSL_free(ssl)
            return nil
        }
        unsafe SSL_set_accept_state(ssl)
        unsafe self.ssl = ssl
        unsafe self.wire = wire
        self.context = context
    }

    deinit { unsafe SSL_free(ssl) }

    /// Whether the handshake is over.
    var isEstablished: Bool { state == .established || state == .saidFarewell }

    /// Whether the client speaks HTTP without TLS; nothing else can be said to it.
    var isClear: Bool { state == .clear }

    /// Whether an end or a failure is to be reported by the next reading.
    var hasRest: Bool { rest != nil }

    // MARK: - Handshake

    /// Goes on with the handshake.
    ///
    /// - Returns: Why it cannot go on, or `nil` when it is over.
    private func shakeHands() -> IOResult? {
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(ssl)
        guard result != 1 else {
            state = .established
            applicationProtocol = chosenProtocol
            return nil
        }
        let transfer = outcome(of: result)
        noteWaiting(transfer)
        guard state == .failed, unsafe Self.isLetter(wire.pointee.first_byte) else {
            return transfer
        }
        // No record begins with a letter, but every request does.
        state = .clear
        return .failed(0)
    }

    private var chosenProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &name, &count)
        guard let name = unsafe name, count > 0 else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The certificate that the client has proved to own, once the handshake is over.
    var peerCertificate: PeerCertificate? {
        guard isEstablished, unsafe SSL_get_verify_result(ssl) == X509_V_OK,
            let pointer = unsafe SSL_get1_peer_certificate(ssl)
        else { return nil }
        return unsafe X509Certificate(owning: pointer).description
    }

    private static func isLetter(_ byte: Int32) -> Bool {
        (0x41...0x5A).contains(byte)
    }

    // MARK: - Bytes

    /// Receives as many bytes as have come and fit into a buffer, after the handshake if need be.
    func receive(into buffer: inout [UInt8]) -> IOResult {
        if let rest {
            self.rest = nil
            return rest
        }
        waitsForWriting = false
        switch state {
        case .handshake: if let transfer = shakeHands() { return transfer }
        case .clear, .failed: return .failed(0)
        case .established, .saidFarewell: break
        }
        var total = 0
        while total < buffer.count {
            switch receiveOnce(into: &buffer, from: total) {
            case .bytes(let count):
                total += count
                // What has been read of the next record counts as well, whole or not.
                if unsafe wire.pointee.is_drained != 0, unsafe SSL_has_pending(ssl) == 0 {
                    return .bytes(total)
                }
            case .wouldBlock:
                return total > 0 ? .bytes(total) : .wouldBlock
            case .ended:
                if total == 0 { return .ended }
                rest = .ended
                return .bytes(total)
            case .failed:
                if total == 0 { return .failed(0) }
                rest = .failed(0)
                return .bytes(total)
            }
        }
        return .bytes(total)
    }

    private func receiveOnce(into buffer: inout [UInt8], from start: Int) -> IOResult {
        ERR_clear_error()
        var count = 0
        let result = unsafe buffer.withUnsafeMutableBytes {
            unsafe SSL_read_ex(
                ssl,
                $0.baseAddress?.advanced(by: start),
                $0.count - start,
                &count
            )
        }
        if result == 1 { return .bytes(count) }
        let transfer = outcome(of: result)
        noteWaiting(transfer)
        return transfer
    }

    /// Sends as many bytes as the system takes, at most a record of them.
    func send(_ bytes: [UInt8], from start: Int, isLast: Bool) -> IOResult {
        guard state == .established else { return .failed(0) }
        guard start < bytes.count else { return .bytes(0) }
        let isWhole = isLast && bytes.count - start <= Self.recordSize
        unsafe recado_tls_announce(wire, isWhole ? 0 : 1)
        ERR_clear_error()
        var count = 0
        let result = unsafe bytes.withUnsafeBytes {
            unsafe SSL_write_ex(
                ssl,
                $0.baseAddress?.advanced(by: start),
                $0.count - start,
                &count
            )
        }
        return result == 1 ? .bytes(count) : outcome(of: result)
    }

    /// What a call that did not succeed means.
    private func outcome(of result: Int32) -> IOResult {
        switch unsafe SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
            return .wouldBlock
        case SSL_ERROR_ZERO_RETURN:
            return .ended
        default:
            state = .failed
            return .failed(0)
        }
    }

    /// Notes whether reading waits until something can be written: an answer of the handshake, or
    /// to a message of the protocol.
    private func noteWaiting(_ transfer: IOResult) {
        guard case .wouldBlock = transfer else { return }
        waitsForWriting = unsafe SSL_want(ssl) == SSL_WRITING
    }

    // MARK: - The end

    /// Tells the client that nothing more will be sent (RFC 8446 §6.1).
    ///
    /// - Returns: Whether that is done, or cannot be; if not, it is to be tried again when the
    ///   socket can be written to.
    func sayFarewell() -> Bool {
        guard state == .established else { return true }
        unsafe recado_tls_announce(wire, 0)
        ERR_clear_error()
        let result = unsafe SSL_shutdown(ssl)
        guard result < 0 else {
            state = .saidFarewell
            return true
        }
        if case .wouldBlock = outcome(of: result) { return false }
        return true
    }
}
