// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CTestTLS
import RecadoServer

/// A TLS client that gives a test control over its records.
@safe
final class TLSClient: TestClient {
    /// The options of a client's connection.
    struct Options {
        /// The host name for SNI and for checking the certificate.
        var host: String? = "shop.example"
        /// The only authority that the client trusts; without one it accepts any certificate.
        var authority: CertificateMaker.Issued?
        /// The client's own certificate.
        var certificate: CertificateMaker.Issued?
        /// The only TLS version that the client supports; 0 stands for all.
        var version: Int32 = 0
        /// The cipher suites for TLS 1.2, in OpenSSL's notation.
        var ciphers: String?
        /// The application protocols (ALPN) that the client offers.
        var protocols: [String] = []
        /// The session that the client asks to resume.
        var session: Session?
    }

    /// A TLS session that can be resumed.
    @safe
    final class Session {
        fileprivate let pointer: OpaquePointer

        fileprivate init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

        deinit { unsafe SSL_SESSION_free(pointer) }
    }

    private let client: UnsafeMutablePointer<test_tls_client>
    /// True if the server has sent close_notify.
    private(set) var wasToldEnd = false
    /// The largest number of bytes that are sent at once.
    var pieceSize = Int.max

    /// Connects to a port of 127.0.0.1 without starting the handshake.
    init(port: UInt16, _ options: Options = Options(), receiveBuffer: Int32? = nil) throws {
        let texts = [options.authority?.certificate, options.certificate?.certificate]
            .map { $0.map { String(decoding: $0, as: UTF8.self) } }
        let key = options.certificate.map { String(decoding: $0.key, as: UTF8.self) }
        let made = unsafe test_tls_make(
            options.host,
            texts[0],
            texts[1],
            key,
            options.version,
            options.ciphers
        )
        guard let made = unsafe made else { throw Failure(description: "no memory") }
        unsafe client = made
        if !options.protocols.isEmpty {
            let list = options.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            unsafe test_tls_offer(client, list, UInt32(list.count))
        }
        if let session = options.session { unsafe test_tls_resume(client, session.pointer) }
        try super.init(port: port, receiveBuffer: receiveBuffer)
    }

    /// Connects and completes the handshake.
    static func connected(
        to port: UInt16,
        _ options: Options = Options(),
        receiveBuffer: Int32? = nil
    ) throws -> TLSClient {
        let client = try TLSClient(port: port, options, receiveBuffer: receiveBuffer)
        try client.shakeHands()
        return client
    }

    deinit { unsafe test_tls_free(client) }

    // MARK: - Handshake

    /// Continues the handshake until the client's side of it is finished.
    func shakeHands() throws {
        while true {
            let result = unsafe test_tls_shake_hands(client)
            try sendRecords()
            switch result {
            case SSL_ERROR_NONE: return
            case SSL_ERROR_WANT_READ:
                guard try takeRecords() else { throw Failure(description: "closed") }
            default: throw Failure(description: Self.lastError)
            }
        }
    }

    /// Returns the client's first records without sending them.
    func hello() -> [UInt8] {
        _ = unsafe test_tls_shake_hands(client)
        return records()
    }

    private static var lastError: String {
        guard let word = unsafe test_tls_error() else { return "no reason" }
        return unsafe String(cString: word)
    }

    // MARK: - Bytes

    override func send(_ bytes: [UInt8]) throws {
        let count = unsafe test_tls_write(client, bytes, Int32(bytes.count))
        guard count == bytes.count else { throw Failure(description: Self.lastError) }
        try sendRecords()
    }

    /// Encrypts a text, and returns the records without sending them.
    func records(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        _ = unsafe test_tls_write(client, bytes, Int32(bytes.count))
        return records()
    }

    override func receive() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe test_tls_read(client, &piece, Int32(piece.count))
            try sendRecords()
            if count > 0 {
                buffer += piece[..<Int(count)]
                return true
            }
            switch -count {
            case SSL_ERROR_WANT_READ: if try !takeRecords() { return false }
            case SSL_ERROR_ZERO_RETURN:
                wasToldEnd = true
                // Also reads from the socket, to notice how the connection ended.
                _ = try receiveRaw()
                hasEnded = true
                return false
            default: throw Failure(description: Self.lastError)
            }
        }
    }

    private func records() -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe test_tls_take(client, &piece, Int32(piece.count))
            guard count > 0 else { return all }
            all += piece[..<Int(count)]
        }
    }

    private func sendRecords() throws {
        var rest = records()[...]
        while !rest.isEmpty {
            try sendRaw(Array(rest.prefix(pieceSize)))
            rest = rest.dropFirst(pieceSize)
        }
    }

    private func takeRecords() throws -> Bool {
        guard let bytes = try receiveRaw() else { return false }
        unsafe test_tls_give(client, bytes, Int32(bytes.count))
        return true
    }

    // MARK: - Other messages

    /// Sends close_notify.
    func sendCloseNotify() throws {
        unsafe test_tls_close(client)
        try sendRecords()
    }

    /// Asks for a renegotiation, as TLS 1.2 allows it.
    func renegotiate() throws {
        _ = unsafe test_tls_renegotiate(client)
        _ = unsafe test_tls_shake_hands(client)
        try sendRecords()
    }

    /// Updates the keys, and asks the server to do the same.
    func updateKeys() { _ = unsafe test_tls_update_key(client) }

    // MARK: - What was agreed upon

    /// The current session; with TLS 1.3 its tickets arrive with the first bytes that are read.
    var session: Session? {
        guard let pointer = unsafe test_tls_session(client) else { return nil }
        return unsafe Session(owning: pointer)
    }

    var isResumed: Bool { unsafe test_tls_is_resumed(client) == 1 }

    var cipher: String { unsafe String(cString: test_tls_cipher(client)) }

    /// The digest of the server's certificate.
    var serverDigest: [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        return unsafe test_tls_server_digest(client, &digest) == 1 ? digest : []
    }
}
