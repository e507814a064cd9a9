// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Request content in HTTP2` {
    @Test func `content that arrived with the header is available at once`() async throws {
        let handler = FunctionHandler { request in
            Response(status: .ok, content: Content("\(request.content.bytes?.count ?? -1)"))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.send(
                FrameClient.request(1, "POST", isLast: false),
                .data(1, Array("ab".utf8), isLast: false),
                .data(1, Array("c".utf8))
            )
            #expect(try client.answer(1).text == "3")
        }
    }

    @Test func `content that arrives later is read piece by piece`() async throws {
        let (started, pieces) = (Gate(), Counter())
        let handler = FunctionHandler { request in
            let source = request.content.makeSource()
            var text = ""
            while let piece = try? await source.next() {
                text += String(decoding: piece, as: UTF8.self)
                pieces.add(1)
                started.open()
            }
            return Response(status: .ok, content: Content("\(source.length ?? -1) \(text)"))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", "/", [("content-length", "6")], isLast: false)
            try client.send(.data(1, Array("abc".utf8), isLast: false))
            await started.wait()
            try client.send(.data(1, Array("def".utf8)))
            #expect(try client.answer(1).text == "6 abcdef")
            #expect(pieces.value == 2)
        }
    }

    @Test func `the window opens as the handler reads`() async throws {
        let gate = Gate()
        let configuration = ServerConfiguration.testing { $0.limits.http2.streamWindow = 65_536 }
        let handler = FunctionHandler { request in
            await gate.wait()
            let bytes = try? await request.content.collect(upTo: 1 << 20)
            return Response(status: .ok, content: Content("\(bytes?.count ?? -1)"))
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            try client.request(1, "POST", isLast: false)
            let piece = Frame.data(1, [UInt8](repeating: 65, count: 16_384), isLast: false)
            try client.send([piece, piece, piece, piece])
            try client.synchronize()
            #expect(client.answers[1]?.window ?? 0 == 0)
            gate.open()
            #expect(try client.answer(1) { $0.window > 0 }.window == 65_536)
            try client.send(.data(1, [66]))
            #expect(try client.answer(1).text == "65537")
        }
    }

    /// Content that begins at once and continues when a gate opens.
    private final class GatedSource: ContentSource {
        let gate: Gate
        private let isFirst = Mutex(true)

        init(_ gate: Gate) { self.gate = gate }

        var length: Int? { nil }

        func next() async throws -> [UInt8]? {
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { return [65] }
            await gate.wait()
            return nil
        }
    }

    @Test func `ignored content does not fill the window during a long response`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.connectionWindow = 65_535
            configuration.limits.http2.streamWindow = 65_535
        }
        let gate = Gate()
        let handler = FunctionHandler { request in
            guard request.target == "/long" else {
                return await FunctionHandler.mirror.respond(to: request)
            }
            return Response(status: .ok, content: Content(reading: GatedSource(gate)))
        }
        try await withServer(configuration, handler: handler) { port in
            defer { gate.open() }
            let client = try FrameClient(port: port)
            try client.synchronize()
            for stream in [1, 3, 5, 7] as [UInt32] {
                try client.request(stream, "POST", "/long", isLast: false)
                for _ in 0..<2 {
                    let bytes = [UInt8](repeating: 0, count: 16_384)
                    try client.send(.data(stream, bytes, isLast: false))
                }
                // The server may hold back WINDOW_UPDATE for half of the window.
                while client.window < Int(stream + 1) / 2 * 32_768 - 32_767 {
                    try client.synchronize()
                }
            }
            try client.send(FrameClient.request(9, "POST", isLast: false), .data(9, [65]))
            #expect(try client.answer(9).text == "POST / A")
        }
    }

    @Test func `unread content does not close the connection's window`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.connectionWindow = 65_535
            configuration.limits.http2.streamWindow = 65_535
        }
        let handler = FunctionHandler { request in
            if request.target == "/unread" { return Response(status: .forbidden) }
            return await FunctionHandler.mirror.respond(to: request)
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            for stream in [1, 3, 5] as [UInt32] {
                try client.request(stream, "POST", "/unread", isLast: false)
                try client.send(
                    (0..<3).map { _ in
                        .data(stream, [UInt8](repeating: 0, count: 16_384), isLast: false)
                    }
                )
                let answer = try client.answer(stream) { $0.resetCode != nil }
                #expect(answer.status == 403)
                // The server does not want the rest, which is not an error (RFC 9113 §8.1).
                #expect(answer.resetCode == 0)
            }
            try client.synchronize()
            #expect(client.window >= 3 * 3 * 16_384 - 65_535)
            try client.send(FrameClient.request(7, "POST", isLast: false), .data(7, [65]))
            #expect(try client.answer(7).text == "POST / A")
        }
    }

    @Test func `100 Continue is sent when the content is first read`() async throws {
        let gate = Gate()
        let handler = FunctionHandler { request in
            await gate.wait()
            return await FunctionHandler.mirror.respond(to: request)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", "/", [("expect", "100-continue")], isLast: false)
            try client.synchronize()
            #expect(client.answers[1] == nil)
            gate.open()
            #expect(try client.answer(1) { !$0.interim.isEmpty }.interim == [100])
            try client.send(.data(1, [65]))
            #expect(try client.answer(1).text == "POST / A")
        }
    }

    @Test func `a refused expectation resets only its stream`() async throws {
        try await withServer(handler: FunctionHandler { _ in Response(status: .unauthorized) }) {
            port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", "/", [("expect", "100-continue")], isLast: false)
            let answer = try client.answer(1) { $0.resetCode != nil }
            #expect(answer.status == 401)
            #expect(answer.interim.isEmpty)
            #expect(answer.resetCode == 0)
            try client.request(3)
            #expect(try client.answer(3).status == 401)
        }
    }

    @Test func `trailers end the content and are dropped`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.send(
                FrameClient.request(1, "POST", isLast: false),
                .data(1, [65], isLast: false),
                FrameClient.headers(1, [("content-type", "evil"), ("x-sum", "1")])
            )
            #expect(try client.answer(1).text == "POST / A")
        }
    }

    @Test func `padding is not part of the content`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            try client.send(Frame(kind: .data, flags: 9, stream: 1, payload: [3, 65, 0, 0, 0]))
            #expect(try client.answer(1).text == "POST / A")
        }
    }

    @Test func `a stream reset by the client ends the reading`() async throws {
        let error = Recorder<String>()
        let gate = Gate()
        let handler = FunctionHandler { request in
            do {
                _ = try await request.content.collect(upTo: 100)
            } catch let failure {
                error.record("\(failure)")
            }
            gate.open()
            return Response(status: .ok)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            try client.synchronize()
            try client.send(.reset(1))
            await gate.wait()
            #expect(error.value == "\(RequestContentError.disconnected)")
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Responses in HTTP2` {
    @Test(arguments: [0, 1, 16_384, 16_385, 65_535, 65_536, 1_000_000])
    func `content of any size arrives complete`(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let handler = FunctionHandler { _ in Response(status: .ok, content: Content(bytes)) }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            let answer = try client.answer(1)
            #expect(answer.content == bytes)
            #expect(answer["content-length"] == "\(size)")
        }
    }

    @Test func `sending resumes as soon as a full socket accepts more`() async throws {
        let given = Atomic(0)
        let content = FunctionSource(length: nil) {
            given.add(1, ordering: .relaxed).newValue > 512
                ? nil : [UInt8](repeating: 97, count: 65_536)
        }
        let handler = FunctionHandler { _ in
            Response(status: .ok, content: Content(reading: content))
        }
        // Deadlines are long, so that none of them makes the server continue.
        let configuration = ServerConfiguration.testing {
            ($0.deadlines.head, $0.deadlines.write) = (.seconds(600), .seconds(600))
        }
        try await withServer(configuration, handler: handler) { port in
            // The windows have room for all content, so the client need not send anything else.
            let client = try FrameClient(port: port, settings: [(4, 1 << 30)])
            client.opensWindows = false
            try client.send(.window(0, 1 << 30))
            try client.request(1)
            var last = -1
            while last != given.load(ordering: .relaxed) {
                last = given.load(ordering: .relaxed)
                // As long as the number grows, the system still accepts bytes.
                try await Task.sleep(for: .milliseconds(150))
            }
            #expect(last < 512)
            #expect(try client.answer(1).content.count == 512 * 65_536)
        }
    }

    @Test(arguments: [nil, 12])
    func `content in pieces arrives in order`(length: Int?) async throws {
        let handler = FunctionHandler { _ in
            let pieces = source(["one ", "", "two ", "four"], length: length)
            return Response(status: .ok, content: Content(reading: pieces))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            let answer = try client.answer(1)
            #expect(answer.text == "one two four")
            #expect(answer["content-length"] == length.map { "\($0)" })
            try client.request(3, "HEAD")
            #expect(try client.answer(3).content.isEmpty)
        }
    }

    @Test func `several long responses are sent alternately`() async throws {
        let handler = FunctionHandler { _ in
            Response(status: .ok, content: Content([UInt8](repeating: 65, count: 60_000)))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port, settings: [(4, 1 << 20)])
            try client.send(.window(0, 1 << 20))
            try client.send(FrameClient.request(1), FrameClient.request(3))
            _ = (try client.answer(1), try client.answer(3))
            #expect(client.dataOrder == [1, 3, 1, 3, 1, 3, 1, 3])
        }
    }

    @Test func `a client's priorities are respected`() async throws {
        let handler = FunctionHandler { _ in
            Response(status: .ok, content: Content([UInt8](repeating: 65, count: 30_000)))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port, settings: [(4, 1 << 20)])
            try client.send(.window(0, 1 << 20))
            try client.send(
                FrameClient.request(1, "GET", "/", [("priority", "u=5")]),
                FrameClient.request(3, "GET", "/", [("priority", "u=1")])
            )
            _ = (try client.answer(1), try client.answer(3))
            #expect(client.dataOrder == [3, 3, 1, 1])
        }
    }

    @Test func `a closed window delays only its own stream`() async throws {
        let handler = FunctionHandler { request in
            let size = request.target == "/long" ? 100_000 : 10
            return Response(status: .ok, content: Content([UInt8](repeating: 65, count: size)))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port, settings: [(4, 1_000)])
            client.opensWindows = false
            try client.send(FrameClient.request(1, "GET", "/long"), FrameClient.request(3))
            #expect(try client.answer(3).content.count == 10)
            #expect(client.answers[1]?.content.count == 1_000)
            try client.send(.window(1, 99_000), .window(0, 99_000))
            #expect(try client.answer(1).content.count == 100_000)
        }
    }

    @Test func `a source is read only as fast as the client receives`() async throws {
        let pieces = Counter()
        let handler = FunctionHandler { _ in
            let source = FunctionSource {
                pieces.add(1)
                return pieces.value <= 100 ? [UInt8](repeating: 65, count: 10_000) : nil
            }
            return Response(status: .ok, content: Content(reading: source))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port, settings: [(4, 1 << 20)])
            client.opensWindows = false
            try client.request(1)
            _ = try client.answer(1) { $0.content.count == 65_535 }
            try client.synchronize()
            // The pieces that fit into the connection's window, those in the queue, and one that
            // was read ahead.
            #expect(pieces.value <= 6 + 7 + 2)
            try client.send(.window(0, 1 << 20))
            #expect(try client.answer(1).content.count == 1_000_000)
        }
    }

    @Test func `the pending output of a connection is limited`() async throws {
        let pieces = Counter()
        let configuration = ServerConfiguration.testing { $0.limits.http2.pendingOutput = 50_000 }
        let handler = FunctionHandler { _ in
            let source = FunctionSource {
                pieces.add(1)
                return [UInt8](repeating: 65, count: 10_000)
            }
            return Response(status: .ok, content: Content(reading: source))
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port, settings: [(4, 0)])
            try client.send((0..<20).map { FrameClient.request($0 * 2 + 1) })
            for stream in 0..<20 { _ = try client.answer(UInt32(stream * 2 + 1)) { $0.status > 0 } }
            try client.synchronize()
            // One piece of each stream, and as many more as the limit allows.
            #expect(pieces.value <= 20 + 6)
        }
    }

    @Test func `a response header that is too long resets its stream`() async throws {
        let handler = FunctionHandler { request in
            let size = request.target == "/long" ? 100_000 : 10
            return Response(status: .ok, fields: ["X": String(repeating: "a", count: size)])
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "GET", "/long")
            #expect(try client.answer(1).resetCode == 2)
            try client.request(3)
            #expect(try client.answer(3).status == 200)
        }
    }

    @Test func `a failing source resets only its stream`() async throws {
        struct Broken: Error {}
        let handler = FunctionHandler { request in
            guard request.target == "/broken" else { return Response(status: .ok) }
            return Response(
                status: .ok,
                content: Content(reading: FunctionSource { throw Broken() })
            )
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "GET", "/broken")
            #expect(try client.answer(1).resetCode == 2)
            try client.request(3)
            #expect(try client.answer(3).status == 200)
        }
    }

    @Test(arguments: [3, 20])
    func `content of the wrong length resets its stream`(length: Int) async throws {
        let handler = FunctionHandler { _ in
            Response(
                status: .ok,
                content: Content(reading: source(["0123", "456"], length: length))
            )
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            let answer = try client.answer(1)
            #expect(answer.resetCode == 2)
            #expect(!answer.isWhole)
        }
    }
}
