// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Request content` {
    private static func post(_ fields: String) -> String {
        "POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n"
    }

    @Test func `content that arrived with the header is available at once`() async throws {
        try await withServer(
            handler: FunctionHandler { request in
                Response(status: .ok, content: Content("\(request.content.bytes?.count ?? -1)"))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Content-Length: 3\r\n") + "abc")
            #expect(try client.answer().content == "3")
            try client.send(
                Self.post("Transfer-Encoding: chunked\r\n") + "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
            )
            #expect(try client.answer().content == "3")
        }
    }

    @Test func `content that arrives later is read piece by piece`() async throws {
        let (started, pieces) = (Gate(), Counter())
        try await withServer(
            handler: FunctionHandler { request in
                let source = request.content.makeSource()
                var text = ""
                while let piece = try? await source.next() {
                    text += String(decoding: piece, as: UTF8.self)
                    pieces.add(1)
                    started.open()
                }
                return Response(status: .ok, content: Content("\(source.length ?? -1) \(text)"))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Content-Length: 6\r\n") + "abc")
            await started.wait()
            try client.send("def")
            #expect(try client.answer().content == "6 abcdef")
            #expect(pieces.value == 2)
            try client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().content == "0 ")
        }
    }

    @Test func `100 Continue is sent when the content is first read`() async throws {
        let gate = Gate()
        try await withServer(
            handler: FunctionHandler { request in
                await gate.wait()
                return await FunctionHandler.mirror.respond(to: request)
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Expect: 100-continue\r\nContent-Length: 3\r\n"))
            gate.open()
            #expect(try client.answer().status == 100)
            try client.send("abc")
            #expect(try client.answer().content == "POST / abc")
            #expect(client.buffer.isEmpty)
        }
    }

    @Test func `100 Continue is omitted if the client has already sent the content`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Expect: 100-continue\r\nContent-Length: 3\r\n") + "abc")
            #expect(try client.answer().content == "POST / abc")
        }
    }

    @Test func `a refused expectation closes the connection without 100 Continue`() async throws {
        try await withServer(handler: FunctionHandler { _ in Response(status: .unauthorized) }) {
            port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Expect: 100-continue\r\nContent-Length: 3\r\n"))
            let answer = try client.answer()
            #expect(answer.status == 401)
            #expect(answer.fields["connection"] == "close")
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test(arguments: ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"])
    func `a little unread content is skipped before the next request`(field: String) async throws {
        let isChunked = field.hasPrefix("T")
        try await withServer(
            handler: FunctionHandler { request in
                Response(status: .ok, content: Content(request.target))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post(field) + (isChunked ? "5\r\nab" : "ab"))
            let answer = try client.answer()
            #expect(answer.fields["connection"] == nil)
            try client.send(isChunked ? "cde\r\n0\r\n\r\n" : "cde")
            try client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().content == "/next")
        }
    }

    @Test func `much unread content closes the connection after the response`() async throws {
        try await withServer(
            handler: FunctionHandler { _ in
                Response(status: .forbidden, content: Content("no"))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Content-Length: 4000000\r\n"))
            try client.send([UInt8](repeating: 65, count: 1_000_000))
            let answer = try client.answer()
            #expect(answer.status == 403)
            #expect(answer.fields["connection"] == "close")
            #expect(answer.content == "no")
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
        }
    }

    @Test func `unread chunks beyond the skip limit close the connection`() async throws {
        try await withServer(
            .testing { $0.limits.skippedContent = 1_000 },
            handler: FunctionHandler { _ in
                Response(status: .ok)
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Transfer-Encoding: chunked\r\n"))
            #expect(try client.answer().status == 200)
            try client.send("800\r\n" + String(repeating: "a", count: 2_048))
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
        }
    }

    @Test func `a handler that does not read holds the client back`() async throws {
        let gate = Gate()
        let size = 64 * 1_048_576
        try await withServer(
            handler: FunctionHandler { request in
                await gate.wait()
                let source = request.content.makeSource()
                var (count, largest) = (0, 0)
                while let piece = try? await source.next() {
                    count += piece.count
                    largest = max(largest, piece.count)
                }
                return Response(status: .ok, content: Content("\(count) \(largest <= 262_144)"))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Content-Length: \(size)\r\n"))
            let piece = [UInt8](repeating: 65, count: 65_536)
            let sent = client.sendUntilBlocked(piece, atMost: size)
            #expect(sent < size / 2)
            gate.open()
            var rest = size - sent
            while rest > 0 {
                try client.send(Array(piece.prefix(rest)))
                rest -= min(rest, piece.count)
            }
            #expect(try client.answer().content == "\(size) true")
        }
    }

    @Test func `content can be read on another thread`() async throws {
        try await withServer(
            handler: FunctionHandler { request in
                await withTaskExecutorPreference(globalConcurrentExecutor) {
                    await FunctionHandler.mirror.respond(to: request)
                }
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Expect: 100-continue\r\nContent-Length: 200000\r\n"))
            #expect(try client.answer().status == 100)
            try client.send([UInt8](repeating: 65, count: 200_000))
            #expect(try client.answer().content.utf8.count == 200_007)
        }
    }

    @Test func `content can be echoed while it arrives`() async throws {
        try await withServer(
            handler: FunctionHandler { request in
                Response(status: .ok, content: Content(reading: request.content.makeSource()))
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send(Self.post("Transfer-Encoding: chunked\r\n") + "1\r\na\r\n")
            while !String(decoding: client.buffer, as: UTF8.self).hasSuffix("1\r\na\r\n") {
                try client.receive()
            }
            try client.send("2\r\nbc\r\n0\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().content == "abc")
            #expect(try client.answer().status == 200)
        }
    }

    // MARK: - Faults

    /// Serves a request whose content cannot be read, and returns the error that its handler got.
    private func failure(
        _ configuration: ServerConfiguration = .testing(),
        _ body: (TestClient, Gate) async throws -> Void
    ) async throws -> RequestContentError? {
        let error = Recorder<RequestContentError>()
        let (started, hasFailed) = (Gate(), Gate())
        try await withServer(
            configuration,
            handler: FunctionHandler { request in
                started.open()
                do {
                    _ = try await request.content.collect(upTo: 1 << 30)
                } catch let failure as RequestContentError {
                    error.record(failure)
                } catch {}
                hasFailed.open()
                return Response(status: .ok, content: Content("too late"))
            }
        ) { port in
            try await body(try TestClient(port: port), started)
            await hasFailed.wait()
        }
        return error.value
    }

    @Test func `a malformed chunk is refused in the middle of the content`() async throws {
        let error = try await failure { client, started in
            try client.send(Self.post("Transfer-Encoding: chunked\r\n") + "1\r\na\r\n")
            await started.wait()
            try client.send("x\r\n")
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.fields["content-type"] == "application/problem+json")
            #expect(try client.receiveAll().isEmpty)
        }
        #expect(error == .malformed)
    }

    @Test func `a chunk beyond the content limit is refused in the middle`() async throws {
        let error = try await failure(.testing { $0.limits.content = 10 }) { client, started in
            try client.send(Self.post("Transfer-Encoding: chunked\r\n") + "1\r\na\r\n")
            await started.wait()
            try client.send("A\r\n")
            #expect(try client.answer().status == 413)
        }
        #expect(error == .tooLarge)
    }

    @Test func `a client that disconnects amid its content ends the reading`() async throws {
        let error = try await failure { client, _ in
            try client.send(Self.post("Content-Length: 10\r\n") + "abc")
            client.finishSending()
            #expect(try client.receiveAll().isEmpty)
        }
        #expect(error == .disconnected)
    }

    @Test func `content slower than the minimum rate is answered with 408`() async throws {
        let error = try await failure(
            .testing { $0.deadlines.contentRatePeriod = .milliseconds(200) }
        ) {
            client,
            _ in
            try client.send(Self.post("Content-Length: 10\r\n") + "abc")
            #expect(try client.answer().status == 408)
        }
        #expect(error == .timedOut)
    }

    @Test func `content incomplete at its total deadline is answered with 408`() async throws {
        let configuration = ServerConfiguration.testing {
            $0.deadlines.content = .milliseconds(300)
            $0.deadlines.contentRate = 0
        }
        let error = try await failure(configuration) { client, _ in
            try client.send(Self.post("Transfer-Encoding: chunked\r\n"))
            // Sends until the server stops reading; the response arrives nevertheless.
            while client.sendUntilBlocked(Array("1\r\na\r\n".utf8), atMost: 6) > 0 {
                if client.isReadable(within: 20) { break }
            }
            #expect(try client.answer().status == 408)
        }
        #expect(error == .timedOut)
    }
}
