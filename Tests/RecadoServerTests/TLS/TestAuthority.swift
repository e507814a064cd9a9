// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

/// An authority that issues certificates for tests.
struct TestAuthority {
    let issued: CertificateMaker.Issued

    init(_ name: String = "Test Authority") throws {
        var maker = CertificateMaker(commonName: name)
        maker.isAuthority = true
        issued = try maker.make()
    }

    /// A server's certificate, valid now unless another time is given.
    func server(
        _ hosts: String...,
        validity: ClosedRange<Int>? = nil
    ) throws -> CertificateMaker.Issued {
        var maker = CertificateMaker(commonName: hosts[0], names: hosts.map { "DNS:\($0)" })
        maker.issuer = issued
        if let validity { maker.validity = validity }
        return try maker.make()
    }

    /// A client's certificate, valid now unless another time is given.
    func client(
        _ name: String,
        names: [String] = [],
        validity: ClosedRange<Int>? = nil
    ) throws -> CertificateMaker.Issued {
        var maker = CertificateMaker(commonName: name, names: names)
        maker.issuer = issued
        maker.isForClient = true
        if let validity { maker.validity = validity }
        return try maker.make()
    }

    /// The authority as a server takes it.
    var source: TLSConfiguration.Source { .bytes(issued.certificate) }
}

extension TLSConfiguration {
    init(_ issued: CertificateMaker.Issued...) {
        self.init(
            certificates: issued.map {
                Certificate(chain: .bytes($0.certificate), key: .bytes($0.key))
            }
        )
    }
}

extension ServerConfiguration {
    /// One loop on a free port with a certificate for `shop.example`, and with changes.
    static func secure(
        _ authority: TestAuthority,
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> ServerConfiguration {
        let certificate = try authority.server("shop.example")
        return .testing {
            $0.tls = TLSConfiguration(certificate)
            change(&$0)
        }
    }
}
