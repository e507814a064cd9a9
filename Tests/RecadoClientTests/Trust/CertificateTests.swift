// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Parsing of certificates` {
    /// A self-signed certificate made with OpenSSL.
    static let pem = """
        -----BEGIN CERTIFICATE-----
        MIIClTCCAjqgAwIBAgIBBzAKBggqhkjOPQQDAjCBmDELMAkGA1UEBhMCRVMxEDAO
        BgNVBAgMB1NldmlsbGExHDAaBgNVBAoME1ZpZGVvY2x1YiDDiWwsIFMuTC4xHTAM
        BgNVBAsMBUZpbG1zMA0GA1UECwwGU2VyaWVzMRowGAYDVQQDDBFmaWxtcy5leGFt
        cGxlLm9yZzEeMBwGCSqGSIb3DQEJARYPYW5hQGV4YW1wbGUub3JnMCAXDTI2MTEy
        NjAwMTkzOFoYDzIxMjYxMTAyMDAxOTM4WjCBmDELMAkGA1UEBhMCRVMxEDAOBgNV
        BAgMB1NldmlsbGExHDAaBgNVBAoME1ZpZGVvY2x1YiDDiWwsIFMuTC4xHTAMBgNV
        BAsMBUZpbG1zMA0GA1UECwwGU2VyaWVzMRowGAYDVQQDDBFmaWxtcy5leGFtcGxl
        Lm9yZzEeMBwGCSqGSIb3DQEJARYPYW5hQGV4YW1wbGUub3JnMFkwEwYHKoZIzj0C
        AQYIKoZIzj0DAQcDQgAEa5zaEo0rmz51HzdWBjgmzGrpGBIccq3iOyyYuEYHY4ff
        nwakz0QwwWksVFd6LIHdbvVDD5F3VVy6LZEhhPBZoKNxMG8wHQYDVR0OBBYEFNah
        6pKaDV2PF84NqQYwP7uDebsGMB8GA1UdIwQYMBaAFNah6pKaDV2PF84NqQYwP7uD
        ebsGMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRZmlsbXMuZXhhbXBsZS5v
        cmcwCgYIKoZIzj0EAwIDSQAwRgIhANsO8uR9rhGCdWL4XS0EVgt0ebsMzcu16mK+
        Xiyiy+BDAiEA/JnVB15KtGDJ42B2WlmnmvngDFW+c8Qi7VtmXRGixHo=
        -----END CERTIFICATE-----
        """

    static let der = CertificateReader.certificates(inPEM: pem)?.first ?? []

    @Test func `names, dates and pin equal the output of OpenSSL`() throws {
        let certificate = try #require(ServerCertificate(der: Self.der))
        let name =
            "C = ES, ST = Sevilla, O = Videoclub Él, S.L., OU = Films + OU = Series, "
            + "CN = films.example.org, emailAddress = ana@example.org"
        #expect(certificate.subject == name)
        #expect(certificate.issuer == name)
        #expect(certificate.validFrom?.description == "Thu, 26 Nov 2026 00:19:38 GMT")
        #expect(certificate.validUntil?.description == "Sat, 02 Nov 2126 00:19:38 GMT")
        #expect(certificate.pin == "sha256//R0ZhDTyrxI2GwP2jEht58dyr40MFZ80iL6/GGS0HOKk=")
        #expect(certificate.der == Self.der)
        #expect(PublicKeyPin(certificate: Self.pem)?.description == certificate.pin)
        #expect(PublicKeyPin(der: Self.der)?.description == certificate.pin)
    }

    @Test func `every certificate in a PEM text is found, and nothing else`() {
        let text = "# the first\n\(Self.pem)\n\n# and again\r\n\(Self.pem)\n"
        #expect(CertificateReader.certificates(inPEM: text) == [Self.der, Self.der])
        #expect(CertificateReader.certificates(inPEM: "no certificate") == [])
        #expect(CertificateReader.certificates(inPEM: Self.pem.dropLast(20)) == [])
        let broken = "-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----"
        #expect(CertificateReader.certificates(inPEM: Self.pem + "\n" + broken) == nil)
    }

    @Test func `truncated certificates are refused, and changed ones do not crash`() {
        for count in Self.der.indices {
            // A cut anywhere leaves the certificate without its whole signature, which comes last.
            let cut = ServerCertificate(der: Array(Self.der.prefix(count)))
            #expect(cut == nil, "after \(count) bytes")
        }
        for index in Self.der.indices {
            for byte in [0x00, 0x7F, 0x80, 0x84, 0xFF] as [UInt8] {
                var bytes = Self.der
                bytes[index] = byte
                let certificate = ServerCertificate(der: bytes)
                #expect(certificate?.subject.contains("\n") != true)
            }
        }
    }
}
