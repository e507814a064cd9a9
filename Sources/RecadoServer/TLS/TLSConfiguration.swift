// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The settings of a server's TLS.
///
/// ```swift
/// configuration.tls = TLSConfiguration(
///     chain: .file("/etc/videoclub/chain.pem"),
///     key: .file("/etc/videoclub/key.pem")
/// )
/// ```
///
/// TLS 1.2 and 1.3 are spoken, with ciphers that keep recorded traffic secret even if a key is lost
/// later; older versions, compression and renegotiation are not supported. Sessions are resumed by
/// tickets whose keys are replaced every hour and kept in memory only.
public struct TLSConfiguration: Sendable, Hashable {
    /// A version of the protocol.
    public enum Version: Sendable, Hashable {
        /// TLS 1.2 (RFC 5246), restricted to forward-secret, authenticated ciphers.
        case tls12
        /// TLS 1.3 (RFC 8446).
        case tls13
    }

    /// The rule for asking clients for a certificate.
    ///
    /// A certificate that was not issued by one of the authorities, or that is not valid, ends the
    /// handshake.
    public enum ClientCertificates: Sendable, Hashable {
        /// Clients are not asked.
        case none
        /// Clients are asked, but need not have one.
        case requested(authorities: Source)
        /// Clients are asked, and the handshake fails without one.
        case required(authorities: Source)
    }

    /// The certificates: a client gets the first whose names include the one that it asks for (RFC
    /// 6066 §3), and the very first if it asks for another name or for none.
    public var certificates: [Certificate]
    /// The rule for asking clients for a certificate; by default they are not asked.
    public var clientCertificates = ClientCertificates.none
    /// The oldest version that is spoken; by default 1.2, which clients from before 2018 need.
    public var minimumVersion = Version.tls12
    /// The rule that keeps browsers from coming back without TLS; see ``StrictTransport``.
    public var strictTransport: StrictTransport? = StrictTransport()

    /// Creates a configuration with certificates.
    ///
    /// - Parameter certificates: The certificates; the first is the default one.
    public init(certificates: [Certificate]) {
        self.certificates = certificates
    }

    /// Creates a configuration with one certificate.
    ///
    /// - Parameters:
    ///   - chain: The certificate, followed by those that lead to an authority.
    ///   - key: Its private key.
    public init(chain: Source, key: Source) {
        self.init(certificates: [Certificate(chain: chain, key: key)])
    }
}
