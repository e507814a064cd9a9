// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoHTTP
import RecadoServer
import RecadoSockets
import Synchronization
import Testing

/// Sends requests whose end two servers might see in different places (request smuggling) to nginx.
///
/// nginx adds an identifier to every request that it forwards, which a client cannot know. A
/// request without one was made of another request's content.
@Suite(.timeLimit(.minutes(1)))
struct `Request smuggling through nginx` {
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        /// The field lines after Host.
        let fields: String
        /// The content, which contains another request.
        var content = "0\r\n\r\n" + Attack.hidden
        var line = "POST /shown HTTP/1.1"

        static let hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"

        var testDescription: String { name }
        var bytes: [UInt8] {
            Array("\(line)\r\nHost: localhost\r\n\(fields)\r\n\r\n\(content)".utf8)
        }
    }

    static let attacks: [Attack] = [
        Attack(
            name: "a length before a coding",
            fields: "Content-Length: 5\r\nTransfer-Encoding: chunked"
        ),
        Attack(
            name: "a coding before a length",
            fields: "Transfer-Encoding: chunked\r\nContent-Length: 45"
        ),
        Attack(name: "two lengths", fields: "Content-Length: 45\r\nContent-Length: 5"),
        Attack(name: "a list of lengths", fields: "Content-Length: 5, 5"),
        Attack(name: "a length with a sign", fields: "Content-Length: +5"),
        Attack(name: "a length in base 16", fields: "Content-Length: 0x5"),
        Attack(name: "a blank before the colon", fields: "Transfer-Encoding : chunked"),
        Attack(name: "a tabulator before the coding", fields: "Transfer-Encoding:\tchunked"),
        Attack(name: "a vertical one", fields: "Transfer-Encoding: \u{0B}chunked"),
        Attack(name: "a coding that is none", fields: "Transfer-Encoding: xchunked"),
        Attack(name: "a coding after chunked", fields: "Transfer-Encoding: chunked, identity"),
        Attack(name: "chunked twice", fields: "Transfer-Encoding: chunked, chunked"),
        Attack(name: "a folded line", fields: "X-A: b\r\n Transfer-Encoding: chunked"),
        Attack(name: "a bare line feed", fields: "X-A: b\nContent-Length: 45"),
        Attack(name: "a bare carriage return", fields: "X-A: b\rContent-Length: 45"),
        Attack(name: "an underscore", fields: "Content_Length: 5\r\nTransfer_Encoding: chunked"),
        Attack(
            name: "HTTP/1.0 with chunks",
            fields: "Transfer-Encoding: chunked",
            line: "POST /shown HTTP/1.0"
        ),
        Attack(
            name: "GET with content",
            fields: "Content-Length: 43",
            content: Attack.hidden,
            line: "GET /shown HTTP/1.1"
        ),
        Attack(
            name: "a chunk's size in base 16 twice",
            fields: "Transfer-Encoding: chunked",
            content: "0x2b\r\n\(Attack.hidden)\r\n0\r\n\r\n"
        ),
        Attack(
            name: "a size beyond all numbers",
            fields: "Transfer-Encoding: chunked",
            content: "10000000000000005\r\nabcde\r\n0\r\n\r\n\(Attack.hidden)"
        ),
        Attack(
            name: "chunks that end in a line feed",
            fields: "Transfer-Encoding: chunked",
            content: "5\nabcde\n0\n\n\(Attack.hidden)"
        ),
        Attack(
            name: "an extension with a line feed",
            fields: "Transfer-Encoding: chunked",
            content: "2;\nxx\r\n0\r\n\r\n\(Attack.hidden)"
        ),
        Attack(
            name: "a trailer that gives a length",
            fields: "Transfer-Encoding: chunked\r\nTrailer: Content-Length",
            content: "1\r\na\r\n0\r\nContent-Length: 43\r\n\r\n\(Attack.hidden)"
        ),
        Attack(
            name: "an upgrade that is not wanted",
            fields:
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
            content: Attack.hidden,
            line: "GET /shown HTTP/1.1"
        ),
    ]

    /// The requests that have arrived: the identifier that nginx added, and the path.
    final class Arrivals: Handler {
        private let all = Mutex<[(name: String, target: String)]>([])

        func handle(_ request: Request) -> PendingResponse {
            .later { await self.answer(request) }
        }

        private func answer(_ request: Request) async -> Response {
            let name = request.fields[.init("X-Front") ?? .host] ?? ""
            all.withLock { $0.append((name, request.target)) }
            _ = try? await request.content.collect(upTo: 1_000)
            return Response(status: .ok, content: Content(request.target))
        }

        var list: [(name: String, target: String)] { all.withLock { $0 } }
    }

    @Test(arguments: ["on", "off"])
    func `nginx and the server see the same requests`(buffering: String) async throws {
        let folder = try Peer.makeFolder()
        let arrivals = Arrivals()
        let path = folder.appending(path: "behind").path()
        var configuration = ServerConfiguration()
        configuration.addresses = [SocketAddress(path: path)]
        configuration.loops = 1
        let server = Server(configuration, handler: arrivals)
        _ = try await server.start()
        let (front, socket) = try await NGINX.start(Self.front(buffering, path), in: folder)
        var options = SocketTransport.Options()
        options.host.unixSocket = socket
        let transport = SocketTransport(options: options)
        for (number, attack) in Self.attacks.enumerated() {
            _ = try await exchange(attack.bytes, over: transport)
            let next = "GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let answer = try await exchange(Array(next.utf8), over: transport)
            #expect(answer.hasSuffix("\r\n\r\n/\(number)"), "\(attack.name)\n\(answer)")
        }
        let arrived = arrivals.list
        #expect(arrived.allSatisfy { $0.name.utf8.count == 32 })
        #expect(Set(arrived.map(\.name)).count == arrived.count)
        #expect(!arrived.contains { $0.target == "/hidden" })
        // If nothing arrived at all, the other checks would show nothing.
        #expect(arrived.contains { $0.target == "/shown" })
        await server.shutdown(grace: .zero)
        withExtendedLifetime(front) {}
    }

    /// Returns the settings of an nginx in front of a server, to which it keeps connections open.
    private static func front(_ buffering: String, _ path: String) -> String {
        """
        client_body_timeout 2s;
        client_header_timeout 20s;
        keepalive_timeout 0;
        upstream behind { server unix:\(path); keepalive 4; }
        server {
            listen unix:socket;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header X-Front $request_id;
            proxy_request_buffering \(buffering);
            location / { proxy_pass http://behind; }
        }
        """
    }

    /// Sends bytes over a new connection, and reads until nginx closes it.
    private func exchange(
        _ bytes: [UInt8],
        over transport: SocketTransport
    ) async throws -> String {
        let host = Request(method: .get, authority: "localhost", target: "/")
        let connection = try await transport.connect(for: host, timeouts: Timeouts())
        connection.write(bytes)
        var received: [UInt8] = []
        do {
            while let piece = try await connection.read() { received += piece }
        } catch {
            guard error.kind == .connectionLost else { throw error }
        }
        return String(decoding: received, as: UTF8.self)
    }
}
