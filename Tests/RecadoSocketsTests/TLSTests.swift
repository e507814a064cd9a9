// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Calls over TLS` {
    let peer: TLSPeer

    init() throws {
        peer = try TLSPeer()
    }

    private func request(host: String = "localhost") -> Request {
        Request(method: .get, scheme: "https", authority: "\(host):\(peer.port)", target: "/")
    }

    private func transport(offersHTTP2: Bool = true) -> SocketTransport {
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        options.offersHTTP2 = offersHTTP2
        return SocketTransport(options: options)
    }

    @Test(arguments: [(true, "h2 1"), (false, "http/1.1 1")])
    func `a server with a trusted certificate is called`(
        offersHTTP2: Bool,
        answer: String
    ) async throws {
        let transport = transport(offersHTTP2: offersHTTP2)
        for _ in 0..<3 {
            let (response, text) = try await transport.fetch(request())
            #expect(response.status == .ok)
            #expect(text == answer)
        }
    }

    @Test
    func `64 concurrent calls share one HTTP/2 connection`() async throws {
        let transport = transport()
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 {
                group.addTask { try await transport.fetch(request()).1 }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers == ["h2 1"])
    }

    @Test
    func `an untrusted certificate is refused`() async throws {
        let error = await transportError { _ = try await SocketTransport().fetch(request()) }
        #expect(error?.kind == .tls)
        let description = try #require(error?.description)
        #expect(description.contains("localhost:\(peer.port)"))
        #expect(description.contains("certificate"), "\(description)")
        #expect(!description.contains("\n"))
    }

    @Test
    func `a certificate for another name is refused`() async throws {
        let transport = transport()
        let error = await transportError {
            _ = try await transport.fetch(request(host: "127.0.0.1"))
        }
        #expect(error?.kind == .tls)
        #expect(error?.detail.contains("127.0.0.1") == true)
        // The same certificate is accepted for its own name.
        #expect(try await transport.fetch(request()).0.status == .ok)
    }

    @Test
    func `a missing certificate file is an error`() async throws {
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile + ".none")
        let transport = SocketTransport(options: options)
        let error = await transportError { _ = try await transport.fetch(request()) }
        #expect(error?.kind == .tls)
    }
}
