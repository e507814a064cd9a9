// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
package import RecadoHTTP

extension X509Certificate {
    // MARK: - Names

    /// The name of the certificate's owner, in the form of RFC 2253.
    package var subject: String { unsafe Self.text(of: X509_get_subject_name(pointer)) }

    /// The name of the certificate's signer, in the form of RFC 2253.
    package var issuer: String { unsafe Self.text(of: X509_get_issuer_name(pointer)) }

    private static func text(of name: OpaquePointer?) -> String {
        guard let name = unsafe name else { return "" }
        var count: Int32 = 0
        guard let text = unsafe recado_tls_name_text(name, &count) else { return "" }
        defer { unsafe free(text) }
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The alternative names of the certificate's owner.
    package var alternativeNames: [PeerCertificate.AlternativeName] {
        guard let names = unsafe recado_tls_names(pointer) else { return [] }
        defer { unsafe GENERAL_NAMES_free(names) }
        return unsafe (0..<recado_tls_names_count(names)).compactMap { index in
            var start: UnsafePointer<UInt8>?
            var count: Int32 = 0
            let kind = unsafe recado_tls_name(names, index, &start, &count)
            let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
            // A name with a NUL is left out, because code in C would read only the part before it.
            guard kind == GEN_IPADD || !bytes.contains(0) else { return nil }
            switch kind {
            case GEN_DNS: return .host(String(decoding: bytes, as: UTF8.self))
            case GEN_EMAIL: return .email(String(decoding: bytes, as: UTF8.self))
            case GEN_URI: return .uri(String(decoding: bytes, as: UTF8.self))
            case GEN_IPADD: return .address(bytes)
            default: return nil
            }
        }
    }

    /// True if the certificate is self-signed, judging by its names.
    package var isSelfSigned: Bool {
        unsafe X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(pointer)) == 0
    }

    // MARK: - Validity

    /// The first moment at which the certificate is valid.
    package var beginning: HTTPDate { unsafe date(X509_get0_notBefore(pointer)) }

    /// The last moment at which the certificate is valid.
    package var expiry: HTTPDate { unsafe date(X509_get0_notAfter(pointer)) }

    private func date(_ time: UnsafePointer<ASN1_TIME>?) -> HTTPDate {
        guard let time = unsafe time else { return HTTPDate(secondsSince1970: 0) }
        return HTTPDate(secondsSince1970: unsafe recado_tls_seconds(time))
    }

    // MARK: - Identity

    /// The number that the authority has given the certificate, in hexadecimal.
    package var serialNumber: String {
        guard let number = unsafe ASN1_INTEGER_to_BN(X509_get0_serialNumber(pointer), nil) else {
            return ""
        }
        defer { unsafe BN_free(number) }
        guard let text = unsafe BN_bn2hex(number) else { return "" }
        defer { unsafe CRYPTO_free(text, "", 0) }
        return unsafe String(cString: text)
    }

    /// The certificate in DER form.
    package var der: [UInt8] { unsafe Self.encoded { unsafe i2d_X509(pointer, $0) } }

    /// The public key in DER form, as SubjectPublicKeyInfo (RFC 5280 §4.1).
    package var publicKeyInfo: [UInt8] {
        unsafe Self.encoded { unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0) }
    }

    private static func encoded(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
    ) -> [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe encode(&start)
        guard count > 0, let start = unsafe start else { return [] }
        defer { unsafe CRYPTO_free(start, "", 0) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// The SHA-256 digest of the certificate's DER form.
    package var fingerprint: [UInt8] {
        unsafe Self.bytes { unsafe X509_digest(pointer, EVP_sha256(), $0, $1) }
    }

    /// The SHA-256 digest of the public key, as clients pin it (RFC 7469 §2.4).
    package var publicKeyDigest: [UInt8] {
        let key = publicKeyInfo
        return key.isEmpty ? [] : Self.digest(of: key)
    }

    /// Returns the SHA-256 digest of bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        unsafe Self.bytes { unsafe EVP_Digest(bytes, bytes.count, $0, $1, EVP_sha256(), nil) }
    }

    private static func bytes(
        _ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>) -> Int32
    ) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let isDone = unsafe digest.withUnsafeMutableBufferPointer {
            unsafe body($0.baseAddress, &count) == 1
        }
        return isDone ? digest : []
    }

    /// A description of the certificate for handlers and callers.
    package var summary: PeerCertificate {
        PeerCertificate(
            subject: subject,
            names: alternativeNames,
            fingerprint: fingerprint,
            serialNumber: serialNumber,
            expiry: expiry
        )
    }
}
