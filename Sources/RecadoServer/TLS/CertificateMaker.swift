// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoHTTP
import RecadoWire

/// Creates certificates for tests and trials, with keys on the P-256 curve.
package struct CertificateMaker: Sendable {
    /// A certificate with its key, both as PEM text.
    package struct Issued: Sendable {
        package let certificate: [UInt8]
        package let key: [UInt8]

        package init(certificate: [UInt8], key: [UInt8]) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The common name of the certificate's owner.
    package var commonName: String
    /// The subject alternative names, in OpenSSL's notation: `DNS:localhost`, `IP:127.0.0.1`.
    package var names: [String]
    /// The times between which the certificate is valid, in seconds relative to the present.
    package var validity = -300...7 * 86_400
    /// True if the certificate may issue other certificates.
    package var isAuthority = false
    /// True for a client's certificate; false for a server's.
    package var isForClient = false
    /// The issuer; `nil`, the default, makes the certificate self-signed.
    package var issuer: Issued?

    package init(commonName: String, names: [String] = []) {
        self.commonName = commonName
        self.names = names
    }

    /// Makes the certificate.
    package func make() throws(TLSError) -> Issued {
        ERR_clear_error()
        guard let keyPointer = unsafe recado_tls_make_key() else { throw .outOfMemory }
        let key = unsafe PrivateKey(owning: keyPointer)
        guard let pointer = unsafe X509_new() else { throw .outOfMemory }
        let certificate = unsafe X509Certificate(owning: pointer)
        var (parent, parentKey) = (certificate, key)
        if let issuer {
            parent = try TLSConfiguration.Source.bytes(issuer.certificate).certificates()[0]
            parentKey = try TLSConfiguration.Source.bytes(issuer.key).privateKey()
        }
        try describe(certificate, key, parent)
        try extend(certificate, parent)
        guard unsafe X509_sign(certificate.pointer, parentKey.pointer, EVP_sha256()) > 0 else {
            throw .outOfMemory
        }
        return Issued(
            certificate: try unsafe Self.text {
                unsafe PEM_write_bio_X509($0, certificate.pointer)
            },
            key: try unsafe Self.text {
                unsafe PEM_write_bio_PrivateKey($0, key.pointer, nil, nil, 0, nil, nil)
            }
        )
    }

    private func describe(
        _ certificate: X509Certificate,
        _ key: PrivateKey,
        _ parent: X509Certificate
    ) throws(TLSError) {
        let pointer = unsafe certificate.pointer
        var generator = SystemRandomNumberGenerator()
        let number = UInt64.random(in: 1 ... .max >> 1, using: &generator)
        let name = unsafe X509_get_subject_name(pointer)
        let isDone =
            unsafe X509_set_version(pointer, 2) == 1
            && ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), number) == 1
            && X509_gmtime_adj(X509_getm_notBefore(pointer), validity.lowerBound) != nil
            && X509_gmtime_adj(X509_getm_notAfter(pointer), validity.upperBound) != nil
            && X509_NAME_add_entry_by_txt(name, "CN", 0x1000, commonName, -1, -1, 0) == 1
            && X509_set_issuer_name(pointer, X509_get_subject_name(parent.pointer)) == 1
            && X509_set_pubkey(pointer, key.pointer) == 1
        guard isDone else { throw .outOfMemory }
    }

    private func extend(
        _ certificate: X509Certificate,
        _ parent: X509Certificate
    ) throws(TLSError) {
        var extensions: [(kind: Int32, value: String)] = [
            (NID_basic_constraints, "critical,CA:\(isAuthority ? "TRUE" : "FALSE")"),
            (NID_key_usage, "critical,\(isAuthority ? "keyCertSign,cRLSign" : "digitalSignature")"),
            (NID_subject_key_identifier, "hash"),
        ]
        if !isAuthority {
            extensions.append((NID_ext_key_usage, isForClient ? "clientAuth" : "serverAuth"))
        }
        if !names.isEmpty {
            extensions.append((NID_subject_alt_name, names.joined(separator: ",")))
        }
        for (kind, value) in extensions {
            let isAdded = unsafe recado_tls_add_extension(
                certificate.pointer,
                parent.pointer,
                kind,
                value
            )
            guard isAdded == 1 else { throw .outOfMemory }
        }
    }

    private static func text(
        _ write: (OpaquePointer?) -> Int32
    ) throws(TLSError) -> [UInt8] {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw .outOfMemory }
        defer { unsafe BIO_free(bio) }
        guard unsafe write(bio) == 1 else { throw .outOfMemory }
        var start: UnsafePointer<UInt8>?
        let count = unsafe recado_tls_memory_bytes(bio, &start)
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}
