// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTestSupport
import Testing

/// A promise about the bytes that a transport sends and receives.
struct WirePromise: Sendable, CustomTestStringConvertible {
    let name: String
    let check: @Sendable (any Transport) async throws -> Void

    init(_ name: String, check: @escaping @Sendable (any Transport) async throws -> Void) {
        self.name = name
        self.check = check
    }

    var testDescription: String { name }
}

extension WirePromise {
    /// Returns a bench whose requests are answered by a script.
    static func bench(
        _ transport: any Transport,
        _ script: @escaping @Sendable (ScriptedServer.Connection) -> Void
    ) throws -> (Bench, ScriptedServer) {
        let server = try ScriptedServer(script)
        let authority = "127.0.0.1:\(server.port)"
        return (Bench(transport: transport, authority: authority, peer: Peer()), server)
    }

    static func bench(
        _ transport: any Transport,
        answering answer: String
    ) throws -> (Bench, ScriptedServer) {
        try bench(transport) { connection in
            while connection.receive() != nil { connection.send(answer) }
        }
    }

    static let all = answers + failures + refusals + connections + faults

    private static let answers = [
        WirePromise("informational answers are passed over") { transport in
            let (bench, server) = try bench(
                transport,
                answering: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
            let (answer, text) = try await bench.fetch(bench.request())
            #expect(answer.status == .ok)
            #expect(answer.fields[.link] == nil)
            #expect(text == "ok")
            _ = server
        },
        WirePromise("content without a length ends with the connection") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.0 200 OK\r\n\r\nuntil the end")
            }
            #expect(try await bench.fetch(bench.request()).text == "until the end")
            _ = server
        },
        WirePromise("calls one after another share a connection") { transport in
            let (bench, server) = try bench(
                transport,
                answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
            for _ in 0..<4 { #expect(try await bench.fetch(bench.request()).text == "ok") }
            #expect(server.connectionCount == 1)
        },
        WirePromise("what is sent is what the request says and no more") { transport in
            let received = Received()
            let (bench, server) = try bench(transport) { connection in
                guard let request = connection.receive() else { return }
                received.note(request.head)
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
            _ = try await bench.fetch(bench.request(.get, "/7", fields: [.accept: "a/b"]))
            let head = "GET /7 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: a/b"
            #expect(received.head == head)
        },
    ]

    private static let failures = [
        WirePromise("content that is shorter than announced is an error") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            }
            #expect(await bench.kind(of: bench.request()) == .connectionLost)
            _ = server
        },
        WirePromise("chunks without their end are an error") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            }
            #expect(await bench.kind(of: bench.request()) == .connectionLost)
            _ = server
        },
        WirePromise("a connection that ends without an answer is lost") { transport in
            let (bench, server) = try bench(transport) { connection in _ = connection.receive() }
            #expect(await bench.kind(of: bench.request(.post)) == .connectionLost)
            _ = server
        },
        WirePromise("what is no HTTP is a violation") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("SSH-2.0-OpenSSH_9.2\r\n")
            }
            #expect(await bench.kind(of: bench.request()) == .protocolViolation)
            _ = server
        },
        WirePromise("nobody listens") { transport in
            let bench = Bench(transport: transport, authority: "127.0.0.1:1", peer: Peer())
            let error = await bench.error(of: bench.request(.get, "/secret?token=1"))
            #expect((error as? TransportError)?.kind == .cannotConnect)
            #expect(error.map { "\($0)".contains("secret") || "\($0)".contains("token") } == false)
        },
        WirePromise("nobody is known") { transport in
            let bench = Bench(transport: transport, authority: "nobody.invalid", peer: Peer())
            #expect(await bench.kind(of: bench.request()) == .cannotResolve)
        },
        WirePromise("a server that speaks no TLS is no secure one") { transport in
            let (bench, server) = try bench(transport) { connection in
                connection.send("HTTP/1.1 200 OK\r\n\r\n")
            }
            var request = bench.request()
            request.scheme = "https"
            #expect(await bench.kind(of: request) == .tls)
            _ = server
        },
        WirePromise("a handshake that does not end is given up while connecting") { transport in
            let (bench, server) = try bench(transport) { connection in connection.drain() }
            var request = bench.request()
            request.scheme = "https"
            let timeouts = Timeouts(connect: .milliseconds(80), idle: .seconds(1))
            #expect(await bench.kind(of: request, timeouts: timeouts) == .timedOut(.connecting))
            _ = server
        },
        WirePromise("a source that fails is told from a network that does") { transport in
            let (bench, server) = try bench(transport) { connection in connection.drain() }
            let request = bench.request(.post, content: Content(reading: BrokenSource()))
            #expect(await bench.kind(of: request) == .contentFailed)
            _ = server
        },
    ]

    private static let refusals = [
        WirePromise("what could begin another request is refused") { transport in
            let bench = Bench(transport: transport, authority: "h", peer: Peer())
            for target in ["/\r\nX: y", "/a b", "/a#b", "a", "/ñ", "*", ""] {
                let kind = await bench.kind(of: bench.request(.get, target))
                #expect(kind == .invalidRequest, "\(target)")
            }
            for authority in ["u:p@h", "h/x", "h\r\nX: y", ""] {
                let bench = Bench(transport: transport, authority: authority, peer: Peer())
                #expect(await bench.kind(of: bench.request()) == .invalidRequest, "\(authority)")
            }
        },
        WirePromise("what frames a message is the transport's own") { transport in
            let bench = Bench(transport: transport, authority: "h", peer: Peer())
            let fields: [Fields] = [
                [.transferEncoding: "chunked"], [.host: "i"], [.contentLength: "9"],
                [.connection: "close"],
            ]
            for fields in fields {
                #expect(await bench.kind(of: bench.request(fields: fields)) == .invalidRequest)
            }
            var request = bench.request()
            request.scheme = "file"
            #expect(await bench.kind(of: request) == .invalidRequest)
            let head = bench.request(.head, content: Content("x"))
            #expect(await bench.kind(of: head) == .invalidRequest)
        },
    ]
}
