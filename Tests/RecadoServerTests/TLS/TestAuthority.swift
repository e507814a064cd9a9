// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

/// A certificate authority for tests.
struct TestAuthority {
    let issued: CertificateMaker.Issued

    init(_ name: String = "Test Authority") throws {
        var maker = CertificateMaker(commonName: name)
        maker.isAuthority = true
        issued = try maker.make()
    }

    /// Issues a server certificate, which is valid now unless another time is given.
    func server(
        _ hosts: String...,
        validity: ClosedRange<Int>? = nil
    ) throws -> CertificateMaker.Issued {
        var maker = CertificateMaker(commonName: hosts[0], names: hosts.map { "DNS:\($0)" })
        maker.issuer = issued
        if let validity { maker.validity = validity }
        return try maker.make()
    }

    /// Issues a client certificate, which is valid now unless another time is given.
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

    /// The authority's certificate in the form that a server's configuration takes.
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
    /// Returns a configuration with one event loop, a free port and a certificate for
    /// `shop.example`, after applying `change`.
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
