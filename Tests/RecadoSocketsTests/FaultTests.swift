// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Faulty servers and networks` {
    let transport = SocketTransport()

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var answer: String
        var kind: TransportError.Kind
        var testDescription: String { name }

        init(_ name: String, _ answer: String, _ kind: TransportError.Kind) {
            (self.name, self.answer, self.kind) = (name, answer, kind)
        }
    }

    static let cases = [
        Case(
            "content short of its length",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
            .connectionLost
        ),
        Case(
            "chunks without an end",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            .connectionLost
        ),
        Case(
            "a trailer that is no field",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno field\r\n\r\n",
            .protocolViolation
        ),
        Case("no answer", "", .connectionLost),
        Case("half a header section", "HTTP/1.1 200 OK\r\nContent-Len", .connectionLost),
        Case("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n", .protocolViolation),
        Case("a status of two digits", "HTTP/1.1 99 Odd\r\n\r\n", .protocolViolation),
        Case("a line that is no field", "HTTP/1.1 200 OK\r\nno field\r\n\r\n", .protocolViolation),
        Case("a blank before a colon", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", .protocolViolation),
        Case(
            "two lengths",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            .protocolViolation
        ),
        Case(
            "a switch that nobody asked for",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            .protocolViolation
        ),
        Case(
            "a huge field",
            "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 80_000) + "\r\n\r\n",
            .tooLarge
        ),
        Case(
            "an endless field",
            "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 200_000),
            .tooLarge
        ),
        Case(
            "very many fields",
            "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 20_000) + "\r\n",
            .tooLarge
        ),
        Case(
            "informational answers without an end",
            String(repeating: "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n", count: 3000),
            .tooLarge
        ),
    ]

    @Test(arguments: cases)
    func `a faulty response is an error`(fault: Case) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send(fault.answer)
        }
        let error = await transportError {
            let (response, text) = try await transport.fetch(server.request())
            Issue.record("\(response.status): \(text)")
        }
        #expect(error?.kind == fault.kind, "\(error?.description ?? "no error")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test
    func `a connection reset is an error, before and after the response head`() async throws {
        for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"] {
            let server = try ScriptedServer { connection in
                _ = connection.receive()
                connection.send(answer)
                connection.reset()
            }
            let error = await transportError { _ = try await transport.fetch(server.request()) }
            #expect(error?.kind == .connectionLost)
        }
    }

    @Test
    func `a refused connection and an unknown host are distinct errors`() async throws {
        var request = Request(
            method: .get,
            authority: "127.0.0.1:1",
            target: "/secret?token=1"
        )
        let refused = await transportError { _ = try await transport.fetch(request) }
        #expect(refused?.kind == .cannotConnect)
        #expect(refused?.description.contains("secret") == false)
        request.authority = "nobody.invalid"
        let unknown = await transportError { _ = try await transport.fetch(request) }
        #expect(unknown?.kind == .cannotResolve)
    }

    @Test
    func `a server without TLS is refused`() async throws {
        let plain = try ScriptedServer { connection in connection.send("HTTP/1.1 200 OK\r\n\r\n") }
        var request = plain.request()
        request.scheme = "https"
        let error = await transportError { _ = try await transport.fetch(request) }
        #expect(error?.kind == .tls)
    }

    // MARK: - Kept connections

    @Test(arguments: [(Method.get, 2), (.put, 2), (.post, 1), (.patch, 1)])
    func `only idempotent requests are resent if a reused connection ends`(
        method: Method,
        count: Int
    ) async throws {
        let notes = Notes<Int>()
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                guard received.head.hasPrefix("\(method)") else {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                notes.add(connection.number)
                // The first attempt uses the kept connection, which ends without a response.
                if connection.number == 1 { return }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        _ = try await transport.fetch(server.request(.options))
        let content = method == .get ? Content.empty : Content("x")
        let error = await transportError {
            _ = try await transport.fetch(server.request(method, content: content))
        }
        #expect(notes.all.count == count)
        #expect(error?.kind == (count == 1 ? .connectionLost : nil))
    }

    // MARK: - Refused requests

    static let badRequests: [(String, Request)] = [
        ("line break in the target", Request(method: .get, authority: "h", target: "/\r\nX: y")),
        ("blank in the target", Request(method: .get, authority: "h", target: "/a b")),
        ("fragment", Request(method: .get, authority: "h", target: "/a#b")),
        ("no slash", Request(method: .get, authority: "h", target: "a")),
        ("letter outside ASCII", Request(method: .get, authority: "h", target: "/ñ")),
        ("user information", Request(method: .get, authority: "u:p@h", target: "/")),
        ("path in the authority", Request(method: .get, authority: "h/x", target: "/")),
        ("line break in the authority", Request(method: .get, authority: "h\r\nX: y", target: "/")),
        ("no authority", Request(method: .get, target: "/")),
        (
            "other scheme",
            Request(method: .get, scheme: "file", authority: "h", target: "/etc/passwd")
        ),
        ("tunnel", Request(method: .connect, authority: "h", target: "/")),
        ("star", Request(method: .get, authority: "h", target: "*")),
        (
            "HEAD with content",
            Request(method: .head, authority: "h", target: "/", content: Content("x"))
        ),
        (
            "framing",
            Request(
                method: .get,
                authority: "h",
                target: "/",
                fields: [.transferEncoding: "chunked"]
            )
        ),
        ("other host", Request(method: .get, authority: "h", target: "/", fields: [.host: "i"])),
        (
            "other length",
            Request(method: .get, authority: "h", target: "/", fields: [.contentLength: "9"])
        ),
    ]

    @Test(arguments: badRequests)
    func `a request that could smuggle in another request is refused`(
        name: String,
        request: Request
    ) async {
        let error = await transportError { _ = try await transport.fetch(request) }
        #expect(error?.kind == .invalidRequest)
    }

    // MARK: - Faulty sources

    struct Outage: Error {}

    static let sources: [(String, PieceSource)] = [
        ("too much", PieceSource([[1, 2], [3, 4]], length: 3)),
        ("too little", PieceSource([[1, 2]], length: 3)),
        ("failing", PieceSource([[1, 2]], failure: Outage())),
    ]

    @Test(arguments: sources)
    func `an error of the content source fails the transfer`(
        name: String,
        source: PieceSource
    ) async throws {
        let server = try ScriptedServer { connection in connection.drain() }
        let request = server.request(.put, content: Content(reading: source))
        let error = await transportError { _ = try await transport.fetch(request) }
        #expect(error?.kind == .contentFailed)
    }
}
