// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Verification of TLS hosts` {
    private func request(_ peer: TLSPeer, host: String = "localhost") -> Request {
        Request(method: .get, scheme: "https", authority: "\(host):\(peer.port)", target: "/")
    }

    private func transport(
        _ configure: (inout SocketTransport.Options) throws -> Void
    ) rethrows -> SocketTransport {
        var options = SocketTransport.Options()
        try configure(&options)
        return SocketTransport(options: options)
    }

    // MARK: - Five ways to be wrong

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var manner: TLSPeer.Manner
        var host = "localhost"
        /// True if the client trusts the server's self-signed certificate.
        var trustsIt: Bool
        var detail: String
    }

    static let cases = [
        Case(testDescription: "expired", manner: .expired, trustsIt: true, detail: "has expired"),
        Case(
            testDescription: "another name",
            manner: .selfSigned,
            host: "127.0.0.1",
            trustsIt: true,
            detail: "mismatch"
        ),
        Case(
            testDescription: "its own",
            manner: .selfSigned,
            trustsIt: false,
            detail: "self-signed certificate"
        ),
        Case(
            testDescription: "an unknown authority",
            manner: .vouched,
            trustsIt: false,
            detail: "unable to get local issuer certificate"
        ),
        Case(
            testDescription: "an old protocol",
            manner: .tls11,
            trustsIt: true,
            detail: "protocol"
        ),
    ]

    @Test(arguments: cases)
    func `an error says why a host is not trusted`(fault: Case) async throws {
        let peer = try TLSPeer(fault.manner)
        let transport = transport {
            if fault.trustsIt { $0.host.trust = .authorities(file: peer.certificateFile) }
        }
        let error = await transportError {
            _ = try await transport.fetch(request(peer, host: fault.host))
        }
        #expect(error?.kind == .tls)
        let detail = try #require(error?.detail)
        #expect(detail.hasPrefix("\(fault.host):\(peer.port): "), "\(detail)")
        #expect(detail.contains(fault.detail), "\(detail)")
    }

    @Test
    func `a newer TLS version can be required`() async throws {
        let peer = try TLSPeer(.tls12)
        let trust = Trust.authorities(file: peer.certificateFile)
        let usual = transport { $0.host.trust = trust }
        #expect(try await usual.fetch(request(peer)).1 == "h2 1")
        let strict = transport {
            $0.host.trust = trust
            $0.minimumTLSVersion = .tls13
        }
        let error = await transportError { _ = try await strict.fetch(request(peer)) }
        #expect(error?.kind == .tls)
    }

    // MARK: - Authorities

    @Test
    func `an authority given as bytes can be trusted for one host only`() async throws {
        let peer = try TLSPeer(.vouched)
        let authority = try peer.content(of: "authority.pem")
        let all = transport { $0.host.trust = .authorities(pem: authority) }
        #expect(try await all.fetch(request(peer)).1 == "h2 1")

        let one = transport { $0.hosts["localhost"] = .init(trust: .authorities(pem: authority)) }
        #expect(try await one.fetch(request(peer)).1 == "h2 2")
        let other = transport {
            $0.hosts["localhost:1"] = .init(trust: .authorities(pem: authority))
        }
        let error = await transportError { _ = try await other.fetch(request(peer)) }
        #expect(error?.kind == .tls)
    }

    @Test
    func `a host is not trusted if the authority bytes contain no certificate`() async throws {
        let peer = try TLSPeer()
        for pem in ["", "no certificate"] {
            let transport = transport { $0.host.trust = .authorities(pem: pem) }
            let error = await transportError { _ = try await transport.fetch(request(peer)) }
            #expect(error?.kind == .tls, "\(error?.description ?? "trusted")")
        }
    }

    @Test
    func `verification is disabled only for the named host`() async throws {
        let (peer, other) = (try TLSPeer(.expired), try TLSPeer())
        let transport = transport {
            $0.insecureHostsWithoutVerification = ["127.0.0.1:\(peer.port)"]
        }
        #expect(try await transport.fetch(request(peer, host: "127.0.0.1")).1 == "h2 1")
        for request in [request(peer), request(other, host: "127.0.0.1")] {
            let error = await transportError { _ = try await transport.fetch(request) }
            #expect(error?.kind == .tls)
        }
    }

    // MARK: - Pins

    @Test
    func `a pinned key is required, and the error lists the presented pins`() async throws {
        let peer = try TLSPeer(.vouched)
        let certificate = String(decoding: try peer.content(of: "certificate.pem"), as: UTF8.self)
        let authority = String(decoding: try peer.content(of: "authority.pem"), as: UTF8.self)
        let pin = try #require(PublicKeyPin(certificate: certificate))
        let spare: PublicKeyPin = "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
        let trust = Trust.authorities(pem: authority)

        let right = transport { $0.host = .init(trust: trust, pins: [spare, pin]) }
        #expect(try await right.fetch(request(peer)).1 == "h2 1")

        let wrong = transport { $0.hosts["localhost"] = .init(trust: trust, pins: [spare]) }
        let error = await transportError { _ = try await wrong.fetch(request(peer)) }
        #expect(error?.kind == .tls)
        #expect(error?.detail.contains("presented \(pin)") == true, "\(error?.detail ?? "")")
    }

    @Test
    func `a malformed pin matches no key`() async throws {
        #expect(PublicKeyPin(text: "sha256//short") == nil)
        #expect(PublicKeyPin(text: "md5//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=") == nil)
        #expect(PublicKeyPin(certificate: "-----BEGIN CERTIFICATE-----") == nil)
        let empty = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----"
        #expect(PublicKeyPin(certificate: empty) == nil)
        let peer = try TLSPeer()
        let trust = Trust.authorities(file: peer.certificateFile)
        let transport = transport { $0.host = .init(trust: trust, pins: ["nonsense"]) }
        let error = await transportError { _ = try await transport.fetch(request(peer)) }
        #expect(error?.kind == .tls)
    }

    // MARK: - Clients

    enum Form: CaseIterable {
        case plain, locked, pkcs12
    }

    @Test(arguments: Form.allCases)
    func `a client presents its certificate`(form: Form) async throws {
        let peer = try TLSPeer(.demanding)
        let certificate = try peer.content(of: "ana.pem")
        let identity =
            switch form {
            case .plain:
                try ClientIdentity.pem(certificate: certificate, key: peer.content(of: "ana.key"))
            case .locked:
                try ClientIdentity.pem(
                    certificate: certificate,
                    key: peer.content(of: "ana-locked.key"),
                    passphrase: "wicked"
                )
            case .pkcs12:
                try ClientIdentity.pkcs12(peer.content(of: "ana.p12"), passphrase: "wicked")
            }
        let trust = Trust.authorities(pem: try peer.content(of: "authority.pem"))
        let transport = transport {
            $0.host.trust = trust
            $0.hosts["localhost"] = .init(trust: trust, identity: identity)
        }
        #expect(try await transport.fetch(request(peer)).1 == "h2 1 Ana")
        var text = "\(identity)"
        dump(identity, to: &text)
        #expect(!text.contains("wicked"))
    }

    @Test
    func `a missing client certificate or a wrong passphrase is an error`() async throws {
        let peer = try TLSPeer(.demanding)
        let trust = Trust.authorities(pem: try peer.content(of: "authority.pem"))
        let certificate = try peer.content(of: "ana.pem")
        let key = try peer.content(of: "ana-locked.key")
        let wrong = ClientIdentity.pem(certificate: certificate, key: key, passphrase: "wrong")
        // Without a passphrase, OpenSSL would ask for it on the terminal.
        let missing = ClientIdentity.pem(certificate: certificate, key: key)
        for identity in [nil, wrong, missing] {
            let transport = transport { $0.host = .init(trust: trust, identity: identity) }
            let error = await transportError { _ = try await transport.fetch(request(peer)) }
            let kinds: [TransportError.Kind] = identity == nil ? [.tls, .connectionLost] : [.tls]
            #expect(error.map { kinds.contains($0.kind) } == true, "\(String(describing: error))")
            #expect(error?.description.contains("wrong") == false)
        }
    }
}
