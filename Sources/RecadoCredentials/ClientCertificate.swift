// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Credentials that consist of the client's TLS certificate (RFC 8446 §4.3.2).
///
/// ```swift
/// struct Branch: Caller {
///     typealias Credentials = ClientCertificate
///     static var realm: String { "Branches" }
///     let name: String
/// }
///
/// service.authenticate(Branch.self) { credentials, _ throws(ProblemDetails) in
///     branches[credentials.certificate.fingerprint]
/// }
/// ```
///
/// The server must request the certificate: see `TLSConfiguration.ClientCertificates`.
public struct ClientCertificate: PeerCredentials, Hashable {
    /// The certificate, which has been verified against the server's authorities.
    public let certificate: PeerCertificate

    /// Reads the certificate of a connection; `nil` when it has none.
    public init?(peer: Peer) {
        guard peer.isSecure, let certificate = peer.certificate else { return nil }
        self.certificate = certificate
    }
}
