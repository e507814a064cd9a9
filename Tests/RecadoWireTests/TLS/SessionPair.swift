// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
import RecadoServer
import RecadoWire
import Testing

/// A TLS session of a client and one of a server, over a pair of sockets.
final class SessionPair {
    /// The options of both sessions.
    struct Options {
        var host = "shop.example"
        var validity = -300...3_600
        /// True if the client trusts the issuer of the certificate.
        var isTrusted = true
        var protocols: [String] = []
        var version = TLS1_3_VERSION
    }

    private struct OutOfMemory: Error {}

    let client: TLSSession
    let server: TLSSession
    private let near: Socket
    private var far: Socket?

    init(_ options: Options = Options()) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        near = Socket(owning: ends[0])
        far = Socket(owning: ends[1])
        var maker = CertificateMaker(commonName: "shop.example", names: ["DNS:shop.example"])
        maker.validity = options.validity
        let issued = try maker.make()
        client = try Self.client(options, issued, ends[0])
        server = try Self.server(issued, ends[1])
    }

    private static func client(
        _ options: Options,
        _ issued: CertificateMaker.Issued,
        _ descriptor: Int32
    ) throws -> TLSSession {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw OutOfMemory() }
        defer { unsafe SSL_CTX_free(context) }
        try #require(unsafe recado_tls_configure_client(context, options.version) == 1)
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        if options.isTrusted {
            let certificate = try PEM(issued.certificate).certificates()[0]
            let store = unsafe SSL_CTX_get_cert_store(context)
            try #require(unsafe X509_STORE_add_cert(store, certificate.pointer) == 1)
        }
        guard let ssl = unsafe SSL_new(context) else { throw OutOfMemory() }
        _ = unsafe recado_tls_name_host(ssl, options.host, 0)
        _ = unsafe SSL_set1_host(ssl, options.host)
        let names = options.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !names.isEmpty { _ = unsafe SSL_set_alpn_protos(ssl, names, UInt32(names.count)) }
        guard let session = unsafe TLSSession(owning: ssl, over: descriptor, as: .client) else {
            throw OutOfMemory()
        }
        return session
    }

    private static func server(
        _ issued: CertificateMaker.Issued,
        _ descriptor: Int32
    ) throws -> TLSSession {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw OutOfMemory() }
        defer { unsafe SSL_CTX_free(context) }
        try #require(unsafe recado_tls_configure(context, TLS1_2_VERSION) == 1)
        let certificate = try PEM(issued.certificate).certificates()[0]
        let key = try PEM(issued.key).privateKey()
        try #require(unsafe SSL_CTX_use_certificate(context, certificate.pointer) == 1)
        try #require(unsafe SSL_CTX_use_PrivateKey(context, key.pointer) == 1)
        unsafe SSL_CTX_set_alpn_select_cb(context, choose, nil)
        guard let ssl = unsafe SSL_new(context) else { throw OutOfMemory() }
        guard let session = unsafe TLSSession(owning: ssl, over: descriptor, as: .server) else {
            throw OutOfMemory()
        }
        return session
    }

    /// Chooses the first application protocol that the client offers.
    private static let choose:
        @convention(c) @Sendable (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = { _, chosen, count, offers, _, _ in
            guard let offers = unsafe offers else { return SSL_TLSEXT_ERR_NOACK }
            unsafe count?.pointee = offers[0]
            unsafe chosen?.pointee = offers + 1
            return SSL_TLSEXT_ERR_OK
        }

    /// Continues both handshakes until neither can go further.
    @discardableResult
    func shakeHands() -> (client: TLSSession.HandshakeResult, server: TLSSession.HandshakeResult) {
        var results = (client: client.handshake(), server: server.handshake())
        for _ in 0..<8 { results = (client.handshake(), server.handshake()) }
        return results
    }

    /// Closes the server's socket without sending close_notify.
    func vanish() { far = nil }

    /// Sends unencrypted bytes, bypassing the server's session.
    func sendPlain(_ text: String) {
        #expect(far?.send(Array(text.utf8), from: 0, isLast: true) == .bytes(text.utf8.count))
    }

    /// Returns all bytes that a session can receive now, and the result of the last attempt.
    static func drain(_ session: TLSSession) -> (bytes: [UInt8], last: IOResult) {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1_000)
        while true {
            let result = session.receive(into: &room)
            guard case .bytes(let count) = result else { return (bytes, result) }
            bytes += room[..<count]
        }
    }
}
