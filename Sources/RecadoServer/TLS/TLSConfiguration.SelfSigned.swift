// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension TLSConfiguration {
    /// A self-signed certificate, for trials and tests.
    ///
    /// ```swift
    /// let made = try TLSConfiguration.SelfSigned(hosts: ["localhost"])
    /// configuration.tls = TLSConfiguration(certificates: [made.certificate])
    /// ```
    public struct SelfSigned: Sendable {
        /// The certificate with its key, which exists only in memory.
        public let certificate: Certificate
        /// The SHA-256 digest of the certificate, in the notation of browsers: `3A:F0:…`.
        public let fingerprint: String
        /// The SHA-256 digest of the public key in Base64, which `curl --pinnedpubkey` accepts
        /// after `sha256//`.
        public let publicKeyPin: String

        /// Creates a certificate with a new key on the P-256 curve, valid for a week.
        ///
        /// - Parameter hosts: The names and numeric addresses that clients will use; other texts
        ///   are ignored. The first one is also the certificate's common name.
        /// - Throws: ``TLSError`` when OpenSSL fails.
        public init(hosts: [String]) throws(TLSError) {
            let names = hosts.compactMap(Self.name)
            let first = hosts.first { Self.name($0) != nil } ?? "localhost"
            // RFC 5280: a common name has at most 64 characters.
            let maker = CertificateMaker(commonName: String(first.prefix(64)), names: names)
            let issued = try maker.make()
            let made = try Source.bytes(issued.certificate).certificates()[0]
            certificate = Certificate(chain: .bytes(issued.certificate), key: .bytes(issued.key))
            fingerprint = made.fingerprint.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined(separator: ":")
            publicKeyPin = Base64.encode(made.publicKeyDigest)
        }

        private static func name(_ host: String) -> String? {
            if InternetAddress(host) != nil { return "IP:\(host)" }
            let isName = host.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                    || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
            }
            return isName && (1...253).contains(host.utf8.count) ? "DNS:\(host)" : nil
        }
    }
}
