// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Streamed responses` {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    struct Broken: Error {}

    @Test func `content of unknown length is chunked`() async throws {
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(reading: source(["abc", "defghijklmnopq"])))
            }
        ) { port in
            let client = try TestClient(port: port)
            for _ in 0..<2 {
                try client.send(Self.get)
                let answer = try client.answer()
                #expect(answer.fields["transfer-encoding"] == "chunked")
                #expect(answer.fields["content-length"] == nil)
                #expect(answer.content == "abcdefghijklmnopq")
            }
        }
    }

    @Test func `content of known length has a Content-Length and no chunks`() async throws {
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(reading: source(["abc", "de"], length: 5)))
            }
        ) { port in
            let client = try TestClient(port: port)
            for _ in 0..<2 {
                try client.send(Self.get)
                let answer = try client.answer()
                #expect(answer.fields["content-length"] == "5")
                #expect(answer.fields["transfer-encoding"] == nil)
                #expect(answer.content == "abcde")
            }
        }
    }

    @Test func `HTTP/1.0 gets content of unknown length until the connection ends`() async throws {
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(reading: source(["abc", "de"])))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.fields["connection"] == "close")
            #expect(answer.fields["transfer-encoding"] == nil)
            #expect(answer.content == "abcde")
            #expect(!client.wasReset)
        }
    }

    @Test(arguments: ["HEAD", "GET"])
    func `content for HEAD or status 204 is released unread`(method: String) async throws {
        let (pieces, released) = (Counter(), Gate())
        try await withServer(
            handler: FunctionHandler { request in
                let source = FunctionSource(released: released) {
                    pieces.add(1)
                    return [65]
                }
                let status: Status = request.method == .head ? .ok : .noContent
                return Response(status: status, content: Content(reading: source))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try client.answer(toHead: true)
            await released.wait()
            #expect(pieces.value == 0)
        }
    }

    @Test func `pieces of all sizes arrive in order`() async throws {
        let sizes = [1, 16_384, 16_385, 100, 300_000, 1, 2_000_000, 7]
        let expected = sizes.map { String(repeating: "\($0 % 10)", count: $0) }
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(reading: source(expected)))
            }
        ) { port in
            let client = try TestClient(port: port, receiveBuffer: 65_536)
            try client.send(Self.get + Self.get)
            for _ in 0..<2 { #expect(try client.answer().content == expected.joined()) }
        }
    }

    @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
    func `content that fails midway resets the connection`(version: String) async throws {
        let first = Mutex(true)
        try await withServer(
            handler: FunctionHandler { _ in
                let source = FunctionSource {
                    let isFirst = first.withLock { first in
                        defer { first = false }
                        return first
                    }
                    if isFirst { return [65] }
                    throw Broken()
                }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send("GET / \(version)\r\nHost: h\r\n\r\n")
            let text = try client.receiveAll()
            #expect(!text.hasSuffix("0\r\n\r\n"))
            #expect(client.wasReset)
        }
    }

    @Test(arguments: [["abc"], ["abc", "def"]])
    func `content of the wrong length resets the connection`(pieces: [String]) async throws {
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(reading: source(pieces, length: 5)))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get)
            _ = try client.receiveAll()
            #expect(client.wasReset)
        }
    }

    @Test func `a client that does not read stops the source and is disconnected`() async throws {
        let (pieces, released) = (Counter(), Gate())
        try await withServer(
            .testing { $0.deadlines.write = .milliseconds(300) },
            handler: FunctionHandler { _ in
                let source = FunctionSource(released: released) {
                    pieces.add(1)
                    return pieces.value > 100_000 ? nil : [UInt8](repeating: 65, count: 16_384)
                }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in
            let client = try TestClient(port: port, receiveBuffer: 8_192)
            try client.send(Self.get)
            await released.wait()
            // The source offers 1.6 GB; only as much was read as the system buffers.
            #expect(pieces.value < 4_000)
        }
    }

    @Test func `a disconnecting client releases the source and cancels its task`() async throws {
        let (released, cancelled) = (Gate(), Gate())
        try await withServer(
            handler: FunctionHandler { _ in
                let first = Mutex(true)
                let source = FunctionSource(released: released) {
                    let isFirst = first.withLock { first in
                        defer { first = false }
                        return first
                    }
                    if isFirst { return [65] }
                    await waitForCancellation()
                    cancelled.open()
                    throw CancellationError()
                }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.get)
            while !String(decoding: client.buffer, as: UTF8.self).hasSuffix("1\r\nA\r\n") {
                try client.receive()
            }
            client.reset()
            await cancelled.wait()
            await released.wait()
        }
    }
}
