// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
import RecadoHTTP
import RecadoWire

extension TLSContext {
    /// Creates the sites of a configuration, each with an OpenSSL context.
    static func sites(of configuration: TLSConfiguration) throws(TLSError) -> [Site] {
        let authorities = try Authorities(configuration.clientCertificates)
        var sites: [Site] = []
        do throws(TLSError) {
            for certificate in configuration.certificates {
                sites.append(try site(of: certificate, configuration, authorities))
            }
        } catch {
            for site in sites { unsafe SSL_CTX_free(site.context.pointer) }
            throw error
        }
        return sites
    }

    private static func site(
        of certificate: TLSConfiguration.Certificate,
        _ configuration: TLSConfiguration,
        _ authorities: Authorities
    ) throws(TLSError) -> Site {
        let chain = try certificate.chain.certificates()
        let key = try certificate.key.privateKey()
        ERR_clear_error()
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .outOfMemory }
        do throws(TLSError) {
            let version = configuration.minimumVersion == .tls13 ? TLS1_3_VERSION : TLS1_2_VERSION
            guard unsafe recado_tls_configure(context, version) == 1 else { throw .outOfMemory }
            unsafe SSL_CTX_set_timeout(context, TicketKeys.lifetime)
            try unsafe use(chain, key, certificate, in: context)
            try unsafe authorities.apply(to: context)
        } catch {
            unsafe SSL_CTX_free(context)
            throw error
        }
        let leaf = chain[0]
        return unsafe Site(
            context: Shared(pointer: context),
            names: leaf.alternativeNames.compactMap { name in
                if case .host(let host) = name { host.lowercased() } else { nil }
            },
            isSelfSigned: leaf.isSelfSigned
        )
    }

    private static func use(
        _ chain: [X509Certificate],
        _ key: PrivateKey,
        _ given: TLSConfiguration.Certificate,
        in context: OpaquePointer
    ) throws(TLSError) {
        let leaf = chain[0]
        let now = Int64(Ticks.wallSeconds)
        if leaf.beginning.secondsSince1970 > now {
            throw TLSError(given.chain.description, .notYetValid(leaf.beginning))
        }
        if leaf.expiry.secondsSince1970 < now {
            throw TLSError(given.chain.description, .expired(leaf.expiry))
        }
        guard unsafe X509_check_private_key(leaf.pointer, key.pointer) == 1 else {
            throw TLSError(given.key.description, .keyMismatch)
        }
        ERR_clear_error()
        guard unsafe SSL_CTX_use_certificate(context, leaf.pointer) == 1 else {
            throw TLSError(given.chain.description, fault)
        }
        for certificate in chain.dropFirst() {
            guard unsafe recado_tls_add_to_chain(context, certificate.pointer) == 1 else {
                throw TLSError(given.chain.description, fault)
            }
        }
        guard unsafe SSL_CTX_use_PrivateKey(context, key.pointer) == 1 else {
            throw TLSError(given.key.description, fault)
        }
    }

    private static var fault: TLSError.Reason {
        switch LibraryErrors.lastReason {
        case SSL_R_EE_KEY_TOO_SMALL, SSL_R_CA_KEY_TOO_SMALL, SSL_R_CA_MD_TOO_WEAK: .tooWeak
        default: .library(LibraryErrors.lastWord)
        }
    }
}

/// The rule for requesting certificates from clients, with the authorities that may issue them.
private struct Authorities {
    private let certificates: [X509Certificate]
    private let mode: Int32
    /// A digest of the other properties, so that sessions are resumed only under the same rule.
    private let digest: [UInt8]

    init(_ rule: TLSConfiguration.ClientCertificates) throws(TLSError) {
        switch rule {
        case .none:
            certificates = []
            mode = SSL_VERIFY_NONE
        case .requested(let source):
            certificates = try source.certificates()
            mode = SSL_VERIFY_PEER
        case .required(let source):
            certificates = try source.certificates()
            mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
        }
        let bytes = certificates.flatMap(\.fingerprint) + [UInt8(clamping: mode)]
        digest = X509Certificate.digest(of: bytes)
    }

    func apply(to context: OpaquePointer) throws(TLSError) {
        unsafe SSL_CTX_set_verify(context, mode, nil)
        let count = UInt32(digest.count)
        guard unsafe SSL_CTX_set_session_id_context(context, digest, count) == 1 else {
            throw .outOfMemory
        }
        let store = unsafe SSL_CTX_get_cert_store(context)
        for certificate in certificates {
            guard unsafe X509_STORE_add_cert(store, certificate.pointer) == 1,
                unsafe SSL_CTX_add_client_CA(context, certificate.pointer) == 1
            else { throw .outOfMemory }
        }
    }
}
