// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
import RecadoTransport
import RecadoWire
import Synchronization

/// The TLS settings for connections to a host, and the sessions that can be resumed.
@safe
// Safe because OpenSSL changes the context under its own locks.
final class TLSContext: @unchecked Sendable {
    // After the setup, only OpenSSL changes the context, under its own locks.
    let pointer: OpaquePointer
    private let resumable = Mutex(ResumableSessions())

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - rules: The trust in the host, and the identity that is shown to it.
    ///   - isVerified: True if the host's certificate is verified.
    ///   - isEnforced: True if a handshake fails at once when the certificate is refused.
    ///   - minimumVersion: The oldest version of TLS that is accepted.
    ///   - protocols: The protocols to offer (RFC 7301).
    /// - Throws: An error of the kind `tls` that says what is wrong with the rules.
    init(
        _ rules: SocketTransport.HostOptions,
        isVerified: Bool,
        isEnforced: Bool,
        minimumVersion: TLSVersion,
        protocols: [String]
    ) throws(TransportError) {
        ERR_clear_error()
        guard let pointer = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw Self.outOfMemory
        }
        unsafe self.pointer = pointer
        let version = minimumVersion == .tls13 ? TLS1_3_VERSION : TLS1_2_VERSION
        guard unsafe recado_tls_configure_client(pointer, version) == 1 else {
            throw Self.outOfMemory
        }
        let mode = isVerified && isEnforced ? SSL_VERIFY_PEER : SSL_VERIFY_NONE
        unsafe SSL_CTX_set_verify(pointer, mode, nil)
        let offer = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
        unsafe SSL_CTX_set_alpn_protos(pointer, offer, UInt32(offer.count))
        unsafe SSL_CTX_sess_set_new_cb(pointer) { ssl, session in
            guard let ssl = unsafe ssl, let session = unsafe session else { return 0 }
            return unsafe HostSession.keep(session, of: ssl) ? 1 : 0
        }
        if isVerified { try believe(rules.trust) }
        if let identity = rules.identity { try show(identity) }
    }

    deinit {
        unsafe SSL_CTX_free(pointer)
    }

    private static let outOfMemory = TransportError(.failed, "there is no memory for TLS")

    // MARK: - Trust

    private func believe(_ trust: Trust) throws(TransportError) {
        switch trust.authorities {
        case .system: unsafe Self.believeSystem(in: pointer)
        case .file(let path):
            guard unsafe SSL_CTX_load_verify_file(pointer, path) == 1 else {
                throw TransportError(
                    .tls,
                    "the authorities cannot be read: \(LibraryErrors.lastWord)"
                )
            }
        case .bytes(let bytes): try believe(bytes)
        }
    }

    private func believe(_ pem: [UInt8]) throws(TransportError) {
        let bio = unsafe BIO_new_mem_buf(pem, Int32(clamping: pem.count))
        defer { unsafe BIO_free(bio) }
        let store = unsafe SSL_CTX_get_cert_store(pointer)
        var count = 0
        while let certificate = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
            unsafe X509_STORE_add_cert(store, certificate)
            unsafe X509_free(certificate)
            count += 1
        }
        if count == 0 { throw TransportError(.tls, "the authorities hold no certificate") }
    }

    /// The folders in which systems keep the certificate authorities that they trust; OpenSSL reads
    /// only the files that it needs.
    private static let folders = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    ]

    private static func believeSystem(in context: OpaquePointer) {
        var isIndexed = false
        // OpenSSL can search a folder whose files are named by hashes of the certificates'
        // subjects. If there is no such folder, a single file holds all authorities.
        for folder in folders where hasHashes(folder) {
            isIndexed = unsafe SSL_CTX_load_verify_dir(context, folder) == 1 || isIndexed
        }
        if isIndexed { return }
        for file in files where unsafe access(file, R_OK) == 0 {
            if unsafe SSL_CTX_load_verify_file(context, file) == 1 { return }
        }
        unsafe SSL_CTX_set_default_verify_paths(context)
    }

    private static func hasHashes(_ folder: String) -> Bool {
        guard let stream = unsafe opendir(folder) else { return false }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { name in
                unsafe Array(name.prefix { $0 != 0 })
            }
            if name.count == 10, name.suffix(2).elementsEqual(".0".utf8) { return true }
        }
        return false
    }

    // MARK: - Identity

    private func show(_ identity: ClientIdentity) throws(TransportError) {
        ERR_clear_error()
        let passphrase = identity.passphrase ?? ""
        let isShown: Bool
        switch identity.form {
        case .pem(let certificate, let key):
            isShown = usesChain(certificate) && usesKey(key, passphrase)
        case .pkcs12(let bytes):
            isShown = unsafe recado_tls_use_pkcs12(pointer, bytes, bytes.count, passphrase) == 1
        }
        if isShown { return }
        throw TransportError(
            .tls,
            "the client's certificate cannot be used: \(LibraryErrors.lastWord)"
        )
    }

    private func usesChain(_ pem: [UInt8]) -> Bool {
        let bio = unsafe BIO_new_mem_buf(pem, Int32(clamping: pem.count))
        defer { unsafe BIO_free(bio) }
        var isFirst = true
        while let certificate = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
            defer { unsafe X509_free(certificate) }
            let isUsed =
                isFirst
                ? unsafe SSL_CTX_use_certificate(pointer, certificate)
                : unsafe recado_tls_add_to_chain(pointer, certificate)
            guard isUsed == 1 else { return false }
            isFirst = false
        }
        return !isFirst
    }

    private func usesKey(_ pem: [UInt8], _ passphrase: String) -> Bool {
        guard let key = unsafe recado_tls_read_key(pem, pem.count, passphrase) else {
            return false
        }
        defer { unsafe EVP_PKEY_free(key) }
        return unsafe SSL_CTX_use_PrivateKey(pointer, key) == 1
    }

    // MARK: - Resumption

    /// Offers to resume a session of a host, if there is one.
    @unsafe
    func resume(_ ssl: OpaquePointer, of host: String) {
        guard let session = resumable.withLock({ $0.take(host) }) else { return }
        unsafe SSL_set_session(ssl, session.pointer)
    }

    /// Keeps a session for later connections.
    @unsafe
    func keep(_ pointer: OpaquePointer, of host: String) {
        let session = unsafe ResumableSession(owning: pointer)
        resumable.withLock { $0.keep(session, of: host) }
    }
}

/// A session that can be resumed, freed when it is released; OpenSSL counts its references under
/// its own locks.
@safe
// Safe because OpenSSL changes the session under its own locks.
private final class ResumableSession: @unchecked Sendable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe SSL_SESSION_free(pointer) }

    /// True if the session may be used only once (RFC 8446 §C.4).
    var servesOnce: Bool { unsafe SSL_SESSION_get_protocol_version(pointer) >= TLS1_3_VERSION }
}

/// The sessions that hosts have offered for resumption.
private struct ResumableSessions {
    private var sessions: [String: [ResumableSession]] = [:]

    /// The maximum number of sessions to keep for each host; ``hostLimit`` is the maximum number of
    /// hosts.
    private static let sessionsPerHost = 4
    private static let hostLimit = 256

    /// Removes and returns the latest session of a host.
    mutating func take(_ host: String) -> ResumableSession? {
        guard let session = sessions[host]?.popLast() else { return nil }
        if !session.servesOnce { sessions[host, default: []].append(session) }
        return session
    }

    mutating func keep(_ session: ResumableSession, of host: String) {
        if sessions[host] == nil, sessions.count >= Self.hostLimit { sessions = [:] }
        var kept = sessions[host] ?? []
        kept.append(session)
        sessions[host] = Array(kept.suffix(Self.sessionsPerHost))
    }
}
