// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

/// Tests where an HTTP/1.1 response ends, and what that means for the connection (RFC 9112 §6 to
/// §9).
@Suite(.timeLimit(.minutes(2)))
struct `Response framing` {
    let transport = SocketTransport()

    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var answer: String
        var isKept: Bool

        init(_ name: String, _ answer: String, isKept: Bool) {
            (testDescription, self.answer, self.isKept) = (name, answer, isKept)
        }
    }

    static let examples = [
        Example("of a length", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", isKept: true),
        Example("without a reason", "HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nabc", isKept: true),
        Example("with bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc", isKept: true),
        Example(
            "of a length told twice",
            "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\nabc",
            isKept: true
        ),
        Example(
            "with a connection that ends",
            "HTTP/1.1 200 OK\r\nConnection: x, CLOSE\r\nContent-Length: 3\r\n\r\nabc",
            isKept: false
        ),
        Example("of HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc", isKept: false),
        Example(
            "of HTTP/1.0 that goes on",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 3\r\n\r\nabc",
            isKept: true
        ),
        Example(
            "in chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "2;a=b\r\nab\r\n0001\r\nc\r\n0\r\nA: b\r\n\r\n",
            isKept: true
        ),
        Example(
            "in chunks, with a length that is a lie",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\n\r\n",
            isKept: false
        ),
        Example(
            "after two informational ones",
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
            isKept: true
        ),
    ]

    @Test(arguments: examples, [1, 1_000])
    func `a split response is read, and its connection is reused if allowed`(
        example: Example,
        size: Int
    ) async throws {
        let bytes = Array(example.answer.utf8)
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    connection.send(Array(bytes[start...].prefix(size)))
                    if size == 1, start % 16 == 0 { pause(milliseconds: 1) }
                }
            }
        }
        for _ in 0..<3 {
            let (response, text) = try await transport.fetch(server.request())
            #expect(response.status == .ok)
            #expect(text == "abc")
        }
        #expect(server.connectionCount == (example.isKept ? 1 : 3))
    }

    static let faulty = [
        "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\ng\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        "Transfer-Encoding: chunked\r\n\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n",
        "Transfer-Encoding: chunked\r\n\r\n10000000000000001\r\na\r\n",
        "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "x", count: 9_000),
        "Content-Length: -1\r\n\r\n", "Content-Length: 1 2\r\n\r\nab",
        "Content-Length: 99999999999999999999\r\n\r\nab", "Content-Length: \r\n\r\nab",
    ]

    @Test(arguments: faulty)
    func `invalid framing is an error`(rest: String) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\n" + rest)
        let error = await transportError {
            let timeouts = Timeouts(idle: .seconds(20))
            let text = try await transport.fetch(server.request(), timeouts: timeouts).1
            Issue.record("“\(text)” is no answer")
        }
        #expect(error?.kind == .protocolViolation, "\(error?.description ?? "no error")")
    }

    @Test(arguments: [
        "ICY 200 OK", "http/1.1 200 OK", "HTTP/3 200 OK", "HTTP/1.x 200 OK", " HTTP/1.1",
    ])
    func `a response that does not begin like HTTP/1 is refused`(line: String) async throws {
        let server = try ScriptedServer(answering: line + "\r\nContent-Length: 0\r\n\r\n")
        let error = await transportError { _ = try await transport.fetch(server.request()) }
        #expect(error?.kind == .protocolViolation)
    }

    @Test func `a connection that ends while it is idle is not reused`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        for _ in 0..<5 {
            let request = server.request(.post, content: Content([1]))
            #expect(try await transport.fetch(request).1 == "ok")
            // Gives the end of the connection time to arrive.
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(server.connectionCount == 5)
    }
}
