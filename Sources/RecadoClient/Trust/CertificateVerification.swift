// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A check of a host's certificates by the program itself.
///
/// It is made in addition to the ordinary check of authorities, names and dates, and only of hosts
/// that have passed that one and have a pinned key, if keys are pinned:
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
/// It runs once for each new connection, on a thread that others may wait
/// for: it should not take long.
public struct CertificateVerification: Sendable {
    /// A decision about a host.
    public enum Decision: Sendable, Hashable {
        /// The connection may be used.
        case accept
        /// The connection is closed.
        ///
        /// The reason is a line for people, and becomes part of the error: no secret belongs there.
        case reject(reason: String)
    }

    /// A function that decides about a host.
    public typealias Check = @Sendable (_ chain: PresentedChain) -> Decision

    /// Whether the ordinary check has no say.
    package let replacesOrdinaryCheck: Bool
    private let check: Check

    private init(replacesOrdinaryCheck: Bool, _ check: @escaping Check) {
        self.replacesOrdinaryCheck = replacesOrdinaryCheck
        self.check = check
    }

    /// Creates a check in addition to the ordinary one.
    ///
    /// - Parameter check: Decides about a host whose certificates have passed the ordinary check.
    public init(_ check: @escaping Check) {
        self.init(replacesOrdinaryCheck: false, check)
    }

    /// Creates a check in place of the ordinary one.
    ///
    /// All is then up to the function: a host that it accepts is trusted, whatever is wrong with
    /// its certificates. ``PresentedChain/rejection`` tells what the ordinary check found. Pinned
    /// keys are demanded nevertheless.
    ///
    /// - Parameter check: Decides about a host.
    /// - Returns: The check.
    public static func replacingOrdinaryCheck(
        _ check: @escaping Check
    ) -> CertificateVerification {
        CertificateVerification(replacesOrdinaryCheck: true, check)
    }

    /// The reason to refuse a host in one line; `nil` if it is accepted.
    package func rejection(of chain: PresentedChain) -> String? {
        guard case .reject(let reason) = check(chain) else { return nil }
        let line = Redaction.printable(reason)
        return line.isEmpty ? "the program does not accept its certificate" : line
    }
}
