// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

extension TLSSession {
    /// OpenSSL's result of the check of the peer's certificates, such as
    /// `X509_V_ERR_CERT_HAS_EXPIRED`; 0 if they are valid or if there are none.
    package var verifyCode: Int32 {
        unsafe Int32(truncatingIfNeeded: SSL_get_verify_result(pointer))
    }

    /// The peer's certificate, if it is valid and the peer has proved that it has the private key;
    /// `nil` before the end of the handshake.
    package var peerCertificate: X509Certificate? {
        guard isEstablished, verifyCode == X509_V_OK,
            let certificate = unsafe SSL_get1_peer_certificate(pointer)
        else { return nil }
        return unsafe X509Certificate(owning: certificate)
    }

    /// The certificates that the peer has presented, its own first; empty before the end of the
    /// handshake.
    package var peerChain: [X509Certificate] {
        guard let first = unsafe SSL_get1_peer_certificate(pointer) else { return [] }
        var certificates = [unsafe X509Certificate(owning: first)]
        let count = unsafe recado_tls_chain_count(pointer)
        for index in 0..<count {
            // OpenSSL's chain of a server begins with the server's own certificate, which must not
            // be added twice. The chain of a client does not contain the client's own certificate.
            guard let next = unsafe recado_tls_chain_certificate(pointer, index),
                unsafe index > 0 || X509_cmp(next, first) != 0
            else { continue }
            unsafe X509_up_ref(next)
            certificates.append(unsafe X509Certificate(owning: next))
        }
        return certificates
    }

    /// The version of TLS that both sides have agreed on, such as `TLSv1.3`.
    package var versionName: String {
        guard let name = unsafe SSL_get_version(pointer) else { return "" }
        return unsafe String(cString: name)
    }

    /// True if an earlier session was resumed; all proofs of identity come from the handshake of
    /// that session.
    package var isResumed: Bool { unsafe SSL_session_reused(pointer) == 1 }
}
