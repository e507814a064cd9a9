// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// All checks of a host's certificates, in this order: the ordinary check, the pins, and the
/// program's own check.
package struct HostVerification: Sendable {
    private let pins: [PublicKeyPin]
    private let verification: CertificateVerification?

    /// Creates the checks of a host.
    ///
    /// - Parameters:
    ///   - pins: The public keys, one of which the host's certificate must have.
    ///   - verification: The program's own check.
    package init(pins: [PublicKeyPin], verification: CertificateVerification?) {
        self.pins = pins
        self.verification = verification
    }

    /// Returns the reason to refuse a host in one line; `nil` if it is accepted.
    package func rejection(of chain: CertificateVerification.Chain) -> String? {
        if let rejection = chain.rejection, verification?.replacesOrdinaryCheck != true {
            return rejection
        }
        return pinRejection(of: chain) ?? verification?.rejection(of: chain)
    }

    private func pinRejection(of chain: CertificateVerification.Chain) -> String? {
        if pins.isEmpty { return nil }
        let presented = chain.certificates.map(\.pin)
        if let own = presented.first ?? nil, pins.contains(where: { $0.description == own }) {
            return nil
        }
        let found = presented.compactMap(\.self).joined(separator: ", ")
        return "no pinned public key; the host presented \(found.isEmpty ? "none" : found)"
    }
}
