// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTestSupport
import Testing

extension WirePromise {
    /// The promises about the response that belongs to a request, and about reusing connections.
    static let connections = framing + kept

    // MARK: - Where an answer ends (RFC 9112 §6 to §9)

    private static let framing = [
        example("of a length", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", isKept: true),
        example("without a reason", "HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nabc", isKept: true),
        example(
            "with bare line feeds",
            "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc",
            isKept: true
        ),
        example(
            "with a connection that ends",
            "HTTP/1.1 200 OK\r\nConnection: x, CLOSE\r\nContent-Length: 3\r\n\r\nabc",
            isKept: false
        ),
        example("of HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc", isKept: false),
        example(
            "of HTTP/1.0 that goes on",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 3\r\n\r\nabc",
            isKept: true
        ),
        example(
            "in chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "2;a=b\r\nab\r\n0001\r\nc\r\n0\r\n\r\n",
            isKept: true
        ),
        example(
            "with trailers",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\nA: b\r\n\r\n",
            isKept: true
        ),
        example(
            "after two informational ones",
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
            isKept: true
        ),
    ]

    private static func example(_ name: String, _ answer: String, isKept: Bool) -> WirePromise {
        WirePromise("an answer \(name) is read, and its connection kept if it may be") {
            let (bench, server) = try bench($0, answering: answer)
            for _ in 0..<3 {
                let (answer, text) = try await bench.fetch(bench.request())
                #expect(answer.status == .ok)
                #expect(text == "abc")
            }
            #expect(server.connectionCount == (isKept ? 1 : 3))
        }
    }

    // MARK: - Kept connections

    private static let kept = [
        WirePromise("a request that is not idempotent is sent once") { transport in
            let (count, kind) = try await attempts(of: .post, transport)
            #expect(count == 1)
            #expect(kind == .connectionLost)
        },
        WirePromise("an idempotent request is sent again over another connection") { transport in
            let (count, kind) = try await attempts(of: .get, transport)
            #expect(count == 2)
            #expect(kind == nil)
        },
        WirePromise("a connection that ends while it is idle is not used again") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            for _ in 0..<5 {
                let request = bench.request(.post, content: Content([1]))
                #expect(try await bench.fetch(request).text == "ok")
                // Gives the end of the connection time to arrive.
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(server.connectionCount == 5)
        },
        WirePromise("what follows an answer is never the next one") { transport in
            for rest in ["garbage", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"] {
                let (bench, server) = try bench(transport) { connection in
                    while let request = connection.receive() {
                        let target = request.head.split(separator: " ").dropFirst().first ?? ""
                        let length = target.utf8.count
                        connection.send(
                            "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n\(target)\(rest)"
                        )
                    }
                }
                for number in 0..<10 {
                    let text = try await bench.fetch(bench.request(.get, "/\(number)")).text
                    #expect(text == "/\(number)")
                }
                _ = server
            }
        },
        WirePromise("content where there is none is never the next answer") { transport in
            for head in ["204 No Content\r\n", "304 Not Modified\r\nContent-Length: 4\r\n"] {
                let (bench, server) = try bench(transport) { connection in
                    while let request = connection.receive() {
                        let answer = "200 OK\r\nContent-Length: 4\r\n\r\n"
                        let isFirst = request.head.hasPrefix("GET /first")
                        let evil = "\(head)\r\nHTTP/1.1 \(answer)evil"
                        connection.send("HTTP/1.1 " + (isFirst ? evil : answer + "good"))
                    }
                }
                for _ in 0..<5 {
                    #expect(try await bench.fetch(bench.request(.get, "/first")).text.isEmpty)
                    #expect(try await bench.fetch(bench.request(.get, "/second")).text == "good")
                }
                _ = server
            }
        },
    ]

    /// Counts the attempts of a request whose first attempt, on a kept connection, gets no
    /// response.
    private static func attempts(
        of method: Method,
        _ transport: any Transport
    ) async throws -> (count: Int, kind: TransportError.Kind?) {
        let notes = Notes<Int>()
        let (bench, server) = try bench(transport) { connection in
            while let received = connection.receive() {
                if received.head.hasPrefix("\(method)") {
                    notes.add(connection.number)
                    if connection.number == 1 { return }
                }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        _ = try await bench.fetch(bench.request(.options))
        let content = method == .get ? Content.empty : Content("x")
        let kind = await bench.kind(of: bench.request(method, content: content))
        _ = server
        return (notes.all.count, kind)
    }
}
