// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A program's own check of a host's certificates.
///
/// It runs in addition to the ordinary check of authorities, names and dates. It runs only for
/// hosts that have passed that check and, if keys are pinned, have a pinned key:
///
/// ```swift
/// let verification = CertificateVerification { chain in
///     guard let own = chain.certificates.first, own.issuer.contains("O = Videoclub") else {
///         return .reject(reason: "the certificate is not the club's own")
///     }
///     return .accept
/// }
/// ```
///
/// It runs once for each new connection and should not take long, because other work may be waiting
/// for its thread.
public struct CertificateVerification: Sendable {
    /// The decision whether a host's certificates are accepted.
    public enum Decision: Sendable, Hashable {
        /// The connection may be used.
        case accept
        /// The host is refused, and the connection is closed.
        ///
        /// The reason is a line for people to read, and becomes part of the error, so it must hold
        /// no secret.
        case reject(reason: String)
    }

    /// A function that decides whether a host's certificates are accepted.
    public typealias Check = @Sendable (_ chain: Chain) -> Decision

    /// True if this check replaces the ordinary one.
    package let replacesOrdinaryCheck: Bool
    private let check: Check

    private init(replacesOrdinaryCheck: Bool, _ check: @escaping Check) {
        self.replacesOrdinaryCheck = replacesOrdinaryCheck
        self.check = check
    }

    /// Creates a check that runs after the ordinary check.
    ///
    /// - Parameter check: Decides whether to accept a host that has passed the ordinary check.
    public init(_ check: @escaping Check) {
        self.init(replacesOrdinaryCheck: false, check)
    }

    /// Returns a check that replaces the ordinary check.
    ///
    /// The function alone decides: a host that it accepts is trusted, even if its certificates are
    /// invalid. ``CertificateVerification/Chain/rejection`` is the result of the ordinary check.
    /// Pinned keys are still required.
    ///
    /// - Parameter check: Decides whether to accept a host.
    /// - Returns: The check.
    public static func replacingOrdinaryCheck(
        _ check: @escaping Check
    ) -> CertificateVerification {
        CertificateVerification(replacesOrdinaryCheck: true, check)
    }

    /// Returns the reason to refuse a host in one line; `nil` if it is accepted.
    package func rejection(of chain: Chain) -> String? {
        guard case .reject(let reason) = check(chain) else { return nil }
        let line = Redaction.printable(reason)
        return line.isEmpty ? "the program does not accept its certificate" : line
    }
}
