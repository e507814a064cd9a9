// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread)
struct `Content that signals new data in HTTP2` {
    /// Serves content at `/`, and empty responses at other paths.
    private func serve(
        _ source: Additions,
        _ configuration: ServerConfiguration = .testing(),
        _ body: (FrameClient) async throws -> Void
    ) async throws {
        try await withServer(
            configuration,
            handler: FunctionHandler { request in
                guard request.target == "/" else { return Response(status: .noContent) }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in try await body(try FrameClient(port: port)) }
    }

    @Test func `is sent as it becomes available, beside other responses`() async throws {
        let source = Additions(["a"])
        try await serve(source) { client in
            try client.request(1)
            #expect(try client.answer(1) { $0.text == "a" }.status == 200)
            #expect(source.isFollowed.isOpen)
            try client.request(3, "GET", "/other")
            #expect(try client.answer(3).status == 204)
            source.add("bc")
            #expect(try client.answer(1) { $0.text == "abc" }.isWhole == false)
            source.add("d")
            source.add(.end)
            #expect(try client.answer(1).text == "abcd")
        }
    }

    @Test func `waits for a slow client, which gets all of it`() async throws {
        let pieces = (0..<40).map { String(repeating: "\($0 % 10)", count: 20_000) }
        let source = Additions(pieces)
        source.add(.end)
        try await serve(source) { client in
            client.opensWindows = false
            try client.request(1)
            try client.synchronize()
            await source.isFollowed.wait()
            try await Task.sleep(for: .milliseconds(200))
            try client.synchronize()
            // The window holds 65 535 bytes, and so three or four pieces.
            #expect((4..<12).contains(source.polls))
            client.opensWindows = true
            try client.send(.window(0, 1 << 20), .window(1, 1 << 20))
            #expect(try client.answer(1).text == pieces.joined())
        }
    }

    @Test func `gets filler bytes during silence`() async throws {
        let source = Additions(silence: .milliseconds(100))
        try await serve(source) { client in
            try client.request(1)
            #expect(try client.answer(1) { $0.text == "~~" }.isWhole == false)
            source.add("a")
            source.add(.end)
            let text = try client.answer(1).text
            #expect(text.hasPrefix("~~") && text.hasSuffix("a"))
        }
    }

    @Test(arguments: [true, false])
    func `is released when its client disconnects`(byReset: Bool) async throws {
        let released = Gate()
        let sources = Mutex<Additions?>(Additions(["a"], released: released))
        try await withServer(
            handler: FunctionHandler { _ in
                guard let source = sources.withLock({ $0.take() }) else {
                    return Response(status: .noContent)
                }
                return Response(status: .ok, content: Content(reading: source))
            }
        ) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            _ = try client.answer(1) { $0.text == "a" }
            if byReset { try client.send(.reset(1)) } else { client.client.reset() }
            await released.wait()
        }
    }

    @Test func `frees its handler slot if streams are reset repeatedly`() async throws {
        let configuration = ServerConfiguration.testing { $0.limits.http2.concurrentStreams = 4 }
        try await withServer(
            configuration,
            handler: FunctionHandler { _ in
                Response(status: .ok, content: Content(reading: Additions(["a"])))
            }
        ) { port in
            let client = try FrameClient(port: port)
            for number in 0..<50 {
                let stream = UInt32(number * 2 + 1)
                try client.request(stream)
                _ = try client.answer(stream) { $0.text == "a" }
                try client.send(.reset(stream))
                try client.synchronize()
                try await Task.sleep(for: .milliseconds(12))
            }
            #expect(client.goAways.isEmpty)
        }
    }

    @Test func `never looks complete if it fails`() async throws {
        let source = Additions(["a"])
        try await serve(source) { client in
            try client.request(1)
            _ = try client.answer(1) { $0.text == "a" }
            source.breakOff()
            let answer = try client.answer(1)
            #expect(answer.resetCode == 2 && !answer.isWhole)
        }
    }

    @Test func `is not read for HEAD`() async throws {
        let source = Additions(["a"])
        try await serve(source) { client in
            try client.request(1, "HEAD")
            #expect(try client.answer(1).status == 200)
            #expect(source.polls == 0)
        }
    }

    @Test func `is read by a task while request content is outstanding`() async throws {
        let source = Additions(["a"])
        try await serve(source) { client in
            try client.request(1, "POST", "/", [("content-length", "3")], isLast: false)
            #expect(try client.answer(1) { $0.text == "task:a" }.status == 200)
            #expect(!source.isFollowed.isOpen)
        }
    }
}
