// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoTransport
import RecadoWire

/// A TLS session may pass between threads, but only one thread uses it at a time.
// Safe because every use of a session holds the lock of its channel.
extension TLSSession: @unchecked Sendable {}

/// The context and the host of a TLS session, which live as long as the session.
@safe
final class HostSession: Sendable {
    private let context: TLSContext
    /// The host with its port, under which sessions are kept for resumption.
    private let host: String

    private init(_ context: TLSContext, _ host: String) {
        (self.context, self.host) = (context, host)
    }

    /// Begins a TLS session with a host.
    ///
    /// - Parameters:
    ///   - context: The TLS settings for the host.
    ///   - name: The name or numeric address of the host, which the certificate must cover.
    ///   - port: The port of the host.
    ///   - descriptor: The descriptor of the socket.
    ///   - outer: A session over the socket, within which the new session runs; `nil` for none.
    ///   - isForRequests: True to offer every HTTP version of the context; false to offer only
    ///     HTTP/1.1.
    /// - Returns: The session; `nil` when there is no memory.
    static func begin(
        _ context: TLSContext,
        name: String,
        port: Int,
        over descriptor: Int32,
        within outer: TLSSession?,
        isForRequests: Bool
    ) -> TLSSession? {
        guard let ssl = unsafe SSL_new(context.pointer) else { return nil }
        let isAddress = SocketName(numeric: name, port: 0) != nil
        let bare = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        guard unsafe recado_tls_name_host(ssl, bare, isAddress ? 1 : 0) == 1 else {
            unsafe SSL_free(ssl)
            return nil
        }
        if !isForRequests {
            let http1 = [8] + Array("http/1.1".utf8)
            unsafe SSL_set_alpn_protos(ssl, http1, UInt32(http1.count))
        }
        let own = HostSession(context, "\(name):\(port)")
        unsafe SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(own).toOpaque())
        unsafe context.resume(ssl, of: own.host)
        guard let outer else {
            return unsafe TLSSession(owning: ssl, over: descriptor, as: .client, keeping: own)
        }
        return unsafe TLSSession(owning: ssl, within: outer, as: .client, keeping: own)
    }

    /// Keeps a session that the server offers for resumption.
    @unsafe
    static func keep(_ session: OpaquePointer, of ssl: OpaquePointer) -> Bool {
        guard let own = unsafe SSL_get_ex_data(ssl, 0) else { return false }
        let host = unsafe Unmanaged<HostSession>.fromOpaque(own).takeUnretainedValue()
        unsafe host.context.keep(session, of: host.host)
        return true
    }
}

extension TLSSession {
    /// The certificates that the host has presented, described for people.
    var presentedCertificates: [ServerCertificate] {
        peerChain.compactMap { ServerCertificate(der: $0.der) }
    }

    /// The reason that the certificates have not passed the library's check; `nil` if they have.
    var rejection: String? {
        if verifyCode == X509_V_OK { return nil }
        return unsafe String(cString: X509_verify_cert_error_string(Int(verifyCode)))
    }
}
