// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoServer
import RecadoSockets
import RecadoTestSupport
import RecadoURLSession
import Testing

@Suite(.timeLimit(.minutes(1))) struct `URLSession transport` {
    private func endless() throws -> ScriptedServer {
        try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
            connection.drain()
        }
    }

    private func request(_ server: ScriptedServer) -> Request {
        Request(method: .get, authority: "127.0.0.1:\(server.port)", target: "/")
    }

    @Test func `releasing the transport ends its readers with an error`() async throws {
        let server = try endless()
        var transport: URLSessionTransport? = URLSessionTransport()
        let source = try await transport?.send(request(server)).content.makeSource()
        #expect(try await source?.next() == Array("abc".utf8))
        transport = nil
        let error = await #expect(throws: TransportError.self) { _ = try await source?.next() }
        #expect(error?.kind == .released)
    }

    @Test func `the shared transport is a single instance and reuses connections`() async throws {
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        for _ in 0..<3 {
            let answer = try await URLSessionTransport.shared.send(request(server))
            #expect(try await answer.content.collect(upTo: 2) == Array("ok".utf8))
        }
        #expect(URLSessionTransport.shared === URLSessionTransport.shared)
        #expect(server.connectionCount == 1)
    }

    @Test func `a self-signed certificate is refused`() async throws {
        let selfSigned = try TLSConfiguration.SelfSigned(hosts: ["localhost"])
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        configuration.tls = TLSConfiguration(certificates: [selfSigned.certificate])
        let server = Server(configuration, handler: Peer())
        let port = try await server.start()[0].description.split(separator: ":").last ?? ""
        let transports: [any Transport] = [SocketTransport(), URLSessionTransport()]
        for transport in transports {
            let bench = Bench(transport: transport, authority: "localhost:\(port)", peer: Peer())
            var request = bench.request()
            request.scheme = "https"
            let error = await bench.error(of: request) as? TransportError
            // URLSession on Linux has the same error code for all such failures.
            let kinds: [TransportError.Kind] =
                transport is SocketTransport ? [.tls] : [.tls, .failed]
            #expect(error.map { kinds.contains($0.kind) } == true, "\(String(describing: error))")
        }
        await server.shutdown(grace: .zero)
        // Also reads the certificate with the parser that does not use OpenSSL.
        guard case .bytes(let chain) = selfSigned.certificate.chain else { return }
        let pem = String(decoding: chain, as: UTF8.self)
        let der = try #require(CertificateReader.certificates(inPEM: pem)?.first)
        let certificate = try #require(ServerCertificate(der: der))
        #expect(certificate.pin == "sha256//\(selfSigned.publicKeyPin)")
        #expect(certificate.subject == certificate.issuer)
        let from = try #require(certificate.validFrom?.secondsSince1970)
        let until = try #require(certificate.validUntil?.secondsSince1970)
        #expect(until - from == 7 * 86_400 + 300)
    }

    @Test func `64 concurrent calls end when they are cancelled`() async throws {
        let transport = URLSessionTransport()
        let arrived = Notes<Bool>()
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            arrived.add(true)
            connection.drain()
        }
        let calls = Task {
            await withTaskGroup(of: TransportError.Kind?.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        let bench = Bench(
                            transport: transport,
                            authority: "127.0.0.1:\(server.port)",
                            peer: Peer()
                        )
                        return await bench.kind(of: bench.request())
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        while arrived.all.count < 64 { await Task.yield() }
        calls.cancel()
        #expect(await calls.value == Array(repeating: .cancelled, count: 64))
    }
}
