// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The TLS settings of a server.
///
/// ```swift
/// configuration.tls = TLSConfiguration(
///     chain: .file("/etc/videoclub/chain.pem"),
///     key: .file("/etc/videoclub/key.pem")
/// )
/// ```
///
/// TLS 1.2 and 1.3 are supported, with forward-secret ciphers: recorded traffic stays secret even
/// if a key leaks later. Older versions, compression and renegotiation are not supported. Sessions
/// are resumed by tickets, whose keys are replaced every hour and kept in memory only.
public struct TLSConfiguration: Sendable, Hashable {
    /// A version of the protocol.
    public enum Version: Sendable, Hashable {
        /// TLS 1.2 (RFC 5246), restricted to forward-secret, authenticated ciphers.
        case tls12
        /// TLS 1.3 (RFC 8446).
        case tls13
    }

    /// The rule for requesting certificates from clients.
    ///
    /// The handshake fails if a client's certificate was not issued by one of the authorities, or
    /// is not valid.
    public enum ClientCertificates: Sendable, Hashable {
        /// No certificate is requested.
        case none
        /// A certificate is requested, but clients do not have to send one.
        case requested(authorities: Source)
        /// A certificate is requested, and the handshake fails without one.
        case required(authorities: Source)
    }

    /// The certificates: a client gets the first one whose names include the requested server name
    /// (RFC 6066 §3), or the very first one if there is no match or no requested name.
    public var certificates: [Certificate]
    /// The rule for requesting certificates from clients; by default none is requested.
    public var clientCertificates = ClientCertificates.none
    /// The oldest supported version; by default 1.2, which clients from before 2018 need.
    public var minimumVersion = Version.tls12
    /// The rule that makes browsers use TLS for later requests; see ``StrictTransport``.
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
    ///   - chain: The certificate, followed by the intermediate certificates up to an authority.
    ///   - key: The certificate's private key.
    public init(chain: Source, key: Source) {
        self.init(certificates: [Certificate(chain: chain, key: key)])
    }
}
