// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `TLS session resumption and verification` {
    private func request(_ peer: TLSPeer, host: String = "localhost") -> Request {
        Request(method: .get, scheme: "https", authority: "\(host):\(peer.port)", target: "/")
    }

    private func transport(
        _ peer: TLSPeer,
        _ change: (inout SocketTransport.HostOptions) -> Void = { _ in }
    ) -> SocketTransport {
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        options.offersHTTP2 = false
        // Makes every call open a new connection.
        options.connectionLifetime = .zero
        change(&options.host)
        return SocketTransport(options: options)
    }

    @Test(arguments: [TLSPeer.Manner.telling, .telling12])
    func `the session of a connection is resumed by the next one`(
        manner: TLSPeer.Manner
    ) async throws {
        let peer = try TLSPeer(manner)
        let transport = transport(peer)
        #expect(try await transport.fetch(request(peer)).1 == "http/1.1 1 new")
        for number in 2...5 {
            let answer = try await transport.fetch(request(peer)).1
            #expect(answer == "http/1.1 \(number) resumed")
        }
        // Another transport does not share the session.
        #expect(try await self.transport(peer).fetch(request(peer)).1 == "http/1.1 6 new")
    }

    @Test
    func `a resumed session with the pinned key is accepted`() async throws {
        let peer = try TLSPeer(.telling)
        let certificate = String(decoding: try peer.content(of: "certificate.pem"), as: UTF8.self)
        let pin = try #require(PublicKeyPin(certificate: certificate))
        let transport = transport(peer) { $0.pins = [pin] }
        #expect(try await transport.fetch(request(peer)).1 == "http/1.1 1 new")
        #expect(try await transport.fetch(request(peer)).1 == "http/1.1 2 resumed")
    }

    // MARK: - Checks of the program's own

    @Test
    func `a custom check can refuse a host that the standard check accepts`() async throws {
        let peer = try TLSPeer()
        let transport = transport(peer) { options in
            options.verification = CertificateVerification { chain in
                guard chain.host == "localhost", chain.port == Int(peer.port),
                    chain.rejection == nil, chain.certificates.first?.der != nil
                else { return .accept }
                return .reject(reason: "not today")
            }
        }
        let error = await transportError { _ = try await transport.fetch(request(peer)) }
        #expect(error?.kind == .tls)
        #expect(error?.detail == "localhost:\(peer.port): not today")
    }

    @Test
    func `a custom check cannot accept a host that the standard check refuses`() async throws {
        let peer = try TLSPeer(.expired)
        let transport = transport(peer) { options in
            options.verification = CertificateVerification { _ in .accept }
        }
        let error = await transportError { _ = try await transport.fetch(request(peer)) }
        #expect(error?.kind == .tls)
        #expect(error?.detail.contains("expired") == true)
    }

    @Test
    func `a custom check can replace the standard check and gets its result`() async throws {
        let peer = try TLSPeer(.expired)
        let verdicts = Notes<String>()
        let transport = transport(peer) { options in
            options.verification = .replacingOrdinaryCheck { chain in
                verdicts.add(chain.rejection ?? "none")
                return .accept
            }
        }
        #expect(try await transport.fetch(request(peer)).1 == "http/1.1 1")
        #expect(verdicts.all == ["certificate has expired"])
        // The ordinary check includes the host name.
        #expect(try await transport.fetch(request(peer, host: "127.0.0.1")).1 == "http/1.1 2")
        #expect(verdicts.all.count == 2)
    }
}
