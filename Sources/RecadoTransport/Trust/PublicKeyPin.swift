// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP

/// The SHA-256 hash of a public key that a host's certificate must have.
///
/// The hash is that of the certificate's SubjectPublicKeyInfo, as in RFC 7469 §2.4, so that it
/// remains valid when a certificate is renewed with the same key. Also pin a second key that is not
/// yet in use: if the only pinned key is lost, no client can connect any longer.
///
/// ```swift
/// options.hosts["films.example.org"] = .init(
///     pins: [
///         "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
///         "sha256//sRHdihwgkaib1P1gxX8HFszlD+7/gTfNvuAybgLPNis=",
///     ]
/// )
/// ```
///
/// If a host has none of the pinned keys, the error names the pins of the certificates that the
/// host presented. That is also a way to find the pin of a host.
public struct PublicKeyPin: Sendable, Hashable {
    /// The 32 bytes of the hash.
    public let hash: [UInt8]

    /// Reads a pin.
    ///
    /// - Parameter text: `sha256//` and the hash in Base64; the result is `nil` for any other text.
    ///   The forms `sha256/…` and `sha256-…` are accepted, too.
    public init?(text: some StringProtocol) {
        let prefixes = ["sha256//", "sha256/", "sha256-"]
        guard let prefix = prefixes.first(where: { text.hasPrefix($0) }),
            let hash = Base64.decode(String(text.dropFirst(prefix.count))), hash.count == 32
        else { return nil }
        self.hash = hash
    }

    /// Computes the pin of a certificate in PEM.
    ///
    /// - Parameter pem: Text in PEM, of which the first certificate is used; the result is `nil` if
    ///   there is none or if it is malformed.
    public init?(certificate pem: some StringProtocol) {
        guard let der = CertificateReader.der(ofPEM: pem) else { return nil }
        self.init(der: der)
    }

    /// Computes the pin of a certificate in DER.
    ///
    /// - Parameter certificate: The bytes of a certificate; the result is `nil` if they are
    ///   malformed.
    public init?(der certificate: [UInt8]) {
        guard let reader = CertificateReader(der: certificate),
            let hash = HashFunction.sha256.hash(Array(reader.publicKeyInfo))
        else { return nil }
        self.hash = hash
    }
}

extension PublicKeyPin: ExpressibleByStringLiteral {
    /// Creates a pin from a string literal.
    ///
    /// - Parameter text: `sha256//` and the hash in Base64. A text that is not a pin matches no
    ///   key: the host is then refused.
    public init(stringLiteral text: String) {
        self = PublicKeyPin(text: text) ?? PublicKeyPin(hash: [])
    }

    private init(hash: [UInt8]) {
        self.hash = hash
    }
}

extension PublicKeyPin: CustomStringConvertible {
    /// The pin in text: `sha256//` and the hash in Base64.
    public var description: String { "sha256//" + Base64.encode(hash) }
}
