// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc

// The life of a session:
//
//   handshake ──▶ established ──▶ close_notify sent ──▶ closed with its connection
//       │              │
//       └──▶ failed ◀──┘
//       └──▶ clear: a client speaks HTTP without TLS to a server, and is told so
//
// Invariants:
//  T1  If a read returns fewer bytes than requested, nothing is left in the system or in the
//      session; `hasRest` then tells whether the next read will report an end or a failure.
//  T2  After a failure neither bytes nor an alert are sent.
//  T3  close_notify follows only a complete message, so that its absence means missing data.

/// One side of a TLS connection over a non-blocking socket.
///
/// The methods have the same results as those of ``Socket``, so that a loop can use either.
@safe
package final class TLSSession {
    /// The two sides of a handshake.
    package enum Role: Sendable, Hashable {
        case client
        case server
    }

    enum State {
        case handshake
        case established
        case sentCloseNotify
        case clear
        case failed
    }

    /// The maximum number of bytes in a record (RFC 8446 §5.1).
    private static let recordSize = 16 * 1024

    /// OpenSSL's `SSL`, freed with the session.
    package let pointer: OpaquePointer
    private let wire: UnsafeMutablePointer<recado_tls_wire>
    /// An owner of resources that the session uses, kept alive as long as the session.
    private let owner: AnyObject?
    /// The session that carries the bytes; `nil` if the socket carries them directly.
    private let outer: TLSSession?
    private let role: Role
    private(set) var state = State.handshake
    /// The end or failure that the next read reports, because the last read had bytes to report
    /// first.
    private var rest: IOResult?
    /// True if reading, or the handshake, can continue only when the socket is writable.
    package private(set) var waitsForWriting = false
    /// The application protocol that both sides have agreed on (RFC 7301); `nil` before the end of
    /// the handshake.
    package private(set) var applicationProtocol: String?
    /// The reason of a failure, as text.
    package private(set) var failure: String?

    /// Begins a session, or returns `nil` if there is no memory.
    ///
    /// - Parameters:
    ///   - pointer: The `SSL`, with everything that the handshake needs. It is freed with the
    ///     session, or at once if the result is `nil`.
    ///   - descriptor: The socket, which the session does not close.
    ///   - role: The side of this session.
    ///   - owner: The owner of resources that OpenSSL uses, kept alive as long as the session.
    package init?(
        owning pointer: OpaquePointer,
        over descriptor: Int32,
        as role: Role,
        keeping owner: AnyObject? = nil
    ) {
        guard let method = TLSWireMethod.shared,
            let wire = unsafe recado_tls_attach(pointer, method.pointer, descriptor)
        else {
            unsafe SSL_free(pointer)
            return nil
        }
        switch role {
        case .client: unsafe SSL_set_connect_state(pointer)
        case .server: unsafe SSL_set_accept_state(pointer)
        }
        unsafe self.pointer = pointer
        unsafe self.wire = wire
        self.role = role
        self.owner = owner
        outer = nil
    }

    /// Begins a session within another session, or returns `nil` if there is no memory.
    ///
    /// - Parameters:
    ///   - pointer: The `SSL`, with everything that the handshake needs. It is freed with the
    ///     session, or at once if the result is `nil`.
    ///   - outer: An established session, which must not be used for anything else from now on.
    ///   - role: The side of this session.
    ///   - owner: The owner of resources that OpenSSL uses, kept alive as long as the session.
    package init?(
        owning pointer: OpaquePointer,
        within outer: TLSSession,
        as role: Role,
        keeping owner: AnyObject? = nil
    ) {
        guard unsafe recado_tls_attach_within(pointer, outer.pointer) == 1 else {
            unsafe SSL_free(pointer)
            return nil
        }
        switch role {
        case .client: unsafe SSL_set_connect_state(pointer)
        case .server: unsafe SSL_set_accept_state(pointer)
        }
        unsafe self.pointer = pointer
        unsafe wire = outer.wire
        self.role = role
        self.owner = owner
        self.outer = outer
    }

    deinit { unsafe SSL_free(pointer) }

    /// True if the handshake is over.
    package var isEstablished: Bool { state == .established || state == .sentCloseNotify }

    /// True if the client sends HTTP without TLS, so the answer must be sent without TLS.
    package var isPlaintext: Bool { state == .clear }

    /// True if the next read will report an end or a failure.
    package var hasRest: Bool { rest != nil }

    /// True if the peer has ended the connection without announcing the end, so that data may be
    /// missing (T3).
    package var isTruncated: Bool { unsafe wire.pointee.has_ended != 0 }

    // MARK: - Handshake

    /// The outcome of an attempt to continue a handshake.
    package enum HandshakeResult: Sendable, Hashable {
        /// The handshake is over, and bytes may be sent.
        case done
        /// The handshake continues when the socket is readable.
        case wantsRead
        /// The handshake continues when the socket is writable.
        case wantsWrite
        /// The handshake has failed, for a reason given as text.
        case failed(String)
    }

    /// Continues the handshake, as far as possible without waiting.
    ///
    /// Receiving also continues the handshake.
    package func handshake() -> HandshakeResult {
        switch state {
        case .established, .sentCloseNotify: return .done
        case .clear, .failed: break
        case .handshake:
            switch shakeHands() {
            case nil: return .done
            case .wouldBlock: return waitsForWriting ? .wantsWrite : .wantsRead
            case .bytes, .ended, .failed: break
            }
        }
        return .failed(failure ?? "the peer does not speak TLS")
    }

    /// Continues the handshake.
    ///
    /// - Returns: The reason that the handshake cannot continue; `nil` if it is over.
    private func shakeHands() -> IOResult? {
        waitsForWriting = false
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(pointer)
        guard result != 1 else {
            state = .established
            applicationProtocol = chosenProtocol
            return nil
        }
        let outcome = outcome(of: result)
        noteWaiting(outcome)
        guard state == .failed, role == .server, unsafe Self.isLetter(wire.pointee.first_byte)
        else { return outcome }
        // A TLS record never begins with a letter, but every HTTP request does.
        state = .clear
        return .failed(0)
    }

    private var chosenProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(pointer, &name, &count)
        guard let name = unsafe name, count > 0 else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    private static func isLetter(_ byte: Int32) -> Bool {
        (0x41...0x5A).contains(byte)
    }

    // MARK: - Bytes

    /// Receives as many bytes as have arrived and fit into a buffer; continues the handshake first,
    /// if it is not over.
    package func receive(into buffer: inout [UInt8]) -> IOResult {
        unsafe buffer.withUnsafeMutableBytes { unsafe receive(into: $0) }
    }

    /// Receives as many bytes as have arrived and fit into a buffer; continues the handshake first,
    /// if it is not over.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
        if let rest {
            self.rest = nil
            return rest
        }
        waitsForWriting = false
        switch state {
        case .handshake: if let outcome = shakeHands() { return outcome }
        case .clear, .failed: return .failed(0)
        case .established, .sentCloseNotify: break
        }
        var total = 0
        while total < buffer.count {
            let outcome = unsafe receiveOnce(into: buffer, from: total)
            switch outcome {
            case .bytes(let count):
                total += count
                // `SSL_has_pending` also counts the bytes of an incomplete record. If it returns 0,
                // the session holds no bytes at all.
                if unsafe wire.pointee.is_drained != 0, unsafe SSL_has_pending(pointer) == 0 {
                    return .bytes(total)
                }
            case .wouldBlock:
                // OpenSSL stops after each message of the TLS protocol, although more bytes may
                // have arrived.
                if unsafe wire.pointee.is_drained == 0, !waitsForWriting { continue }
                return total > 0 ? .bytes(total) : .wouldBlock
            case .ended, .failed:
                if total == 0 { return outcome }
                rest = outcome
                return .bytes(total)
            }
        }
        return .bytes(total)
    }

    private func receiveOnce(
        into buffer: UnsafeMutableRawBufferPointer,
        from start: Int
    ) -> IOResult {
        ERR_clear_error()
        var count = 0
        let result = unsafe SSL_read_ex(
            pointer,
            buffer.baseAddress?.advanced(by: start),
            buffer.count - start,
            &count
        )
        if result == 1 { return .bytes(count) }
        let outcome = outcome(of: result)
        noteWaiting(outcome)
        return outcome
    }

    /// Sends as many bytes as the system takes, up to one record.
    package func send(_ bytes: [UInt8], from start: Int, isLast: Bool) -> IOResult {
        unsafe bytes.withUnsafeBytes { bytes in
            let start = min(max(start, 0), bytes.count)
            return unsafe send(UnsafeRawBufferPointer(rebasing: bytes[start...]), isLast: isLast)
        }
    }

    /// Sends as many bytes as the system takes, up to one record.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; after `wouldBlock`, the next call must begin with the same bytes.
    ///   - isLast: False if more bytes follow at once.
    /// - Returns: The number of bytes taken, which may be fewer.
    package func send(_ bytes: UnsafeRawBufferPointer, isLast: Bool = true) -> IOResult {
        guard state == .established else { return .failed(0) }
        guard unsafe !bytes.isEmpty else { return .bytes(0) }
        let isWhole = isLast && bytes.count <= Self.recordSize
        unsafe recado_tls_announce(wire, isWhole ? 0 : 1)
        ERR_clear_error()
        var count = 0
        let result = unsafe SSL_write_ex(pointer, bytes.baseAddress, bytes.count, &count)
        return result == 1 ? .bytes(count) : outcome(of: result)
    }

    /// Returns the outcome of a call that did not succeed.
    private func outcome(of result: Int32) -> IOResult {
        let code = errno
        switch unsafe SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
            return .wouldBlock
        case SSL_ERROR_ZERO_RETURN where state != .handshake || role == .server:
            return .ended
        case SSL_ERROR_SYSCALL where LibraryErrors.isEmpty:
            fail(isTruncated ? "the peer has ended the connection" : "system error \(code)")
            return .failed(isTruncated ? 0 : code)
        default:
            fail(errorText)
            return .failed(0)
        }
    }

    private func fail(_ reason: String) {
        state = .failed
        failure = reason
    }

    /// The reason of OpenSSL's error: the problem with the peer's certificate, or OpenSSL's
    /// message.
    private var errorText: String {
        if isTruncated, LibraryErrors.isEmpty { return "the peer has ended the connection" }
        guard verifyCode != X509_V_OK, unsafe X509_verify_cert_error_string(Int(verifyCode)) != nil
        else { return LibraryErrors.lastWord }
        return unsafe String(cString: X509_verify_cert_error_string(Int(verifyCode)))
    }

    /// Records whether reading waits until the socket is writable, to send a message of the TLS
    /// protocol.
    private func noteWaiting(_ outcome: IOResult) {
        guard case .wouldBlock = outcome else { return }
        waitsForWriting = unsafe SSL_want(pointer) == SSL_WRITING
    }

    /// True if no unrequested data has arrived; messages of the TLS protocol are processed and do
    /// not count.
    package var isQuiet: Bool {
        guard state == .established, rest == nil else { return false }
        while true {
            ERR_clear_error()
            var (byte, count): (UInt8, Int) = (0, 0)
            let result = unsafe SSL_peek_ex(pointer, &byte, 1, &count)
            if result == 1 { return false }
            guard case .wouldBlock = outcome(of: result) else { return false }
            if unsafe wire.pointee.is_drained != 0 { return true }
        }
    }

    // MARK: - The end

    /// Announces to the peer that nothing more will be sent (RFC 8446 §6.1).
    ///
    /// - Returns: True if that is done or impossible; false if it must be tried again when the
    ///   socket is writable.
    package func sendCloseNotify() -> Bool {
        guard state == .established else { return true }
        unsafe recado_tls_announce(wire, 0)
        ERR_clear_error()
        let result = unsafe SSL_shutdown(pointer)
        guard result < 0 else {
            state = .sentCloseNotify
            return true
        }
        if case .wouldBlock = outcome(of: result) { return false }
        return true
    }
}
