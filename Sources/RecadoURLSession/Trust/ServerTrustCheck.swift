// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Foundation
import RecadoTransport
import RecadoCoding
import Security

/// Checks a host's certificates against its options, with the Security framework.
struct ServerTrustCheck {
    private let trust: SecTrust
    private let rule: HostRule
    private let address: HostAddress

    init(_ trust: SecTrust, by rule: HostRule, of address: HostAddress) {
        (self.trust, self.rule, self.address) = (trust, rule, address)
    }

    /// Returns the reason to refuse the host, in one line; `nil` if it is accepted.
    func rejection() -> String? {
        let ordinary = rule.isVerified ? ordinaryRejection() : nil
        let chain = CertificateVerification.Chain(
            host: address.host,
            port: address.port,
            certificates: certificates(),
            rejection: ordinary
        )
        return rule.verification.rejection(of: chain)
    }

    // MARK: - The ordinary check

    /// Lets the system check authorities, host name and dates; the session has already set the
    /// name.
    private func ordinaryRejection() -> String? {
        switch rule.options.trust.authorities {
        case .system: break
        case .file(let path):
            guard let bytes = FileManager.default.contents(atPath: path) else {
                return "the file of authorities cannot be read"
            }
            if let reason = anchor([UInt8](bytes)) { return reason }
        case .bytes(let bytes):
            if let reason = anchor(bytes) { return reason }
        }
        var error: CFError?
        if unsafe SecTrustEvaluateWithError(trust, &error) { return nil }
        let text = error.map { CFErrorCopyDescription($0) as String } ?? ""
        let line = CodingError.printable(text)
        return line.isEmpty ? "the certificate is not trusted" : line
    }

    /// Makes the given authorities the only trusted ones; returns the reason if that fails.
    private func anchor(_ pem: [UInt8]) -> String? {
        let text = String(decoding: pem, as: UTF8.self)
        let anchors = (CertificateReader.certificates(inPEM: text) ?? []).compactMap {
            SecCertificateCreateWithData(nil, Data($0) as CFData)
        }
        if anchors.isEmpty { return "there is no certificate among the authorities" }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return "the authorities are refused by the system" }
        return nil
    }

    // MARK: - Presented certificates

    /// Returns the certificates of the host, its own first; the list ends before the first
    /// certificate that cannot be read.
    private func certificates() -> [ServerCertificate] {
        var certificates: [ServerCertificate] = []
        for certificate in SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? [] {
            let der = [UInt8](SecCertificateCopyData(certificate) as Data)
            // An unreadable certificate ends the list. If it were skipped, a later certificate
            // could be taken for the host's own.
            guard let certificate = ServerCertificate(der: der) else { break }
            certificates.append(certificate)
        }
        return certificates
    }
}
#endif
