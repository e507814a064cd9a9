// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// The details of a certificate that a host presented, if the transport reports them.
public struct ServerCertificate: Sendable, Hashable {
    /// The owner of the certificate, such as `CN = films.example.org`.
    public let subject: String
    /// The authority that signed the certificate.
    public let issuer: String
    /// The time from which the certificate is valid; `nil` if it could not be read.
    public let validFrom: HTTPDate?
    /// The time until which the certificate is valid; `nil` if it could not be read.
    public let validUntil: HTTPDate?
    /// The pin of its public key, `sha256//` and the hash in Base64, in the form that transports
    /// accept (RFC 7469 §2.4).
    public let pin: String?
    /// The certificate itself in DER; `nil` if the transport does not report it.
    public let der: [UInt8]?

    /// Creates the description of a certificate.
    ///
    /// - Parameters:
    ///   - subject: The name of the owner.
    ///   - issuer: The name of the authority that signed the certificate.
    ///   - validFrom: The time from which it is valid.
    ///   - validUntil: The time until which it is valid.
    ///   - pin: The pin of its public key.
    ///   - der: The certificate itself in DER.
    public init(
        subject: String,
        issuer: String,
        validFrom: HTTPDate? = nil,
        validUntil: HTTPDate? = nil,
        pin: String? = nil,
        der: [UInt8]? = nil
    ) {
        self.subject = Redaction.printable(subject)
        self.issuer = Redaction.printable(issuer)
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.pin = pin
        self.der = der
    }

    /// Reads a certificate in DER (RFC 5280 §4.1).
    ///
    /// - Parameter der: The bytes of the certificate; the result is `nil` if they are malformed.
    ///   Signatures and dates are not checked.
    public init?(der: [UInt8]) {
        guard let reader = CertificateReader(der: der) else { return nil }
        let times = reader.validTimes
        self.init(
            subject: reader.subject,
            issuer: reader.issuer,
            validFrom: times.from,
            validUntil: times.until,
            pin: PublicKeyPin(der: der)?.description,
            der: der
        )
    }

    /// Returns the whole days until the certificate expires; negative if it has expired.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The days; `nil` if the expiry could not be read.
    public func daysLeft(at now: HTTPDate) -> Int? {
        guard let end = validUntil?.secondsSince1970 else { return nil }
        let (seconds, overflows) = end.subtractingReportingOverflow(now.secondsSince1970)
        return overflows ? nil : Int((Double(seconds) / 86_400).rounded(.down))
    }
}
