// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoHTTP
import RecadoServer
import Testing

/// Answers some paths at once and others in a task; the content of a response says which.
private final class Prompt: Handler {
    let gate = Gate()
    let plug = DispatchSemaphore(value: 0)
    let isPlugged = Gate()
    /// Opens when a request is left to a task because its content has not arrived yet.
    let isLeftToTask = Gate()

    func handle(_ request: Request) -> PendingResponse {
        guard request.content.isInMemory else {
            isLeftToTask.open()
            return .later { await self.answer(request) }
        }
        switch request.path {
        case "/now": return .now(Self.answer("now", to: request))
        case "/stream":
            let pieces = Content(reading: source(["now ", "and ", "then"]))
            return .now(Response(status: .ok, content: pieces))
        case "/rest":
            return .later { [gate] in
                await gate.wait()
                return Self.answer("rest", to: request)
            }
        case "/last":
            return .now(Response(status: .ok, fields: ["Connection": "close"]))
        case "/large":
            let text = String(repeating: "0123456789abcdef", count: 4_096)
            return .now(Response(status: .ok, content: Content(text)))
        case "/plug":
            isPlugged.open()
            plug.wait()
            return .now(Response(status: .ok))
        default: return .later { await self.answer(request) }
        }
    }

    private func answer(_ request: Request) async -> Response {
        let content = try? await request.content.collect(upTo: 1_000)
        return Self.answer("task \(content?.count ?? -1)", to: request)
    }

    private static func answer(_ text: String, to request: Request) -> Response {
        let content = String(decoding: request.content.bytes ?? [], as: UTF8.self)
        return Response(status: .ok, content: Content("\(text) \(request.target) \(content)"))
    }
}

private func withPrompt(
    _ prompt: Prompt = Prompt(),
    _ change: (inout ServerConfiguration) -> Void = { _ in },
    body: (UInt16) async throws -> Void
) async throws {
    defer { prompt.gate.open() }
    try await withServer(.testing(change), running: prompt, body: body)
}

private func request(_ path: String, _ method: String = "GET", _ fields: String = "") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n"
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `An immediate response` {
    @Test func `is sent without a task and keeps the connection open`() async throws {
        try await withPrompt { port in
            let client = try TestClient(port: port)
            for number in 0..<3 {
                try client.send(request("/now?\(number)") + request("/other?\(number)"))
                let answer = try client.answer()
                #expect(answer.content == "now /now?\(number) ")
                #expect(answer.fields["date"] != nil)
                #expect(try client.answer().content == "task 0 /other?\(number) ")
            }
        }
    }

    @Test func `waits for an earlier deferred response on its connection`() async throws {
        let prompt = Prompt()
        try await withPrompt(prompt) { port in
            let (waiting, other) = (try TestClient(port: port), try TestClient(port: port))
            try waiting.send(request("/rest") + request("/now"))
            try other.send(request("/now"))
            #expect(try other.answer().content == "now /now ")
            prompt.gate.open()
            #expect(try waiting.answer().content == "rest /rest ")
            #expect(try waiting.answer().content == "now /now ")
        }
    }

    @Test func `may have streamed content`() async throws {
        try await withPrompt { port in
            let client = try TestClient(port: port)
            try client.send(request("/stream") + request("/now"))
            let answer = try client.answer()
            #expect(answer.content == "now and then")
            #expect(answer.fields["transfer-encoding"] == "chunked")
            #expect(try client.answer().content == "now /now ")
        }
    }

    @Test func `to HEAD has a Content-Length and no content`() async throws {
        try await withPrompt { port in
            let client = try TestClient(port: port)
            try client.send(request("/now", "HEAD") + request("/now"))
            #expect(try client.answer(toHead: true).fields["content-length"] == "9")
            #expect(try client.answer().content == "now /now ")
        }
    }

    @Test func `can use content that arrived with the header, not later content`() async throws {
        let prompt = Prompt()
        try await withPrompt(prompt) { port in
            let client = try TestClient(port: port)
            let head = request("/now", "POST", "Content-Length: 4\r\n")
            try client.send(head + "four" + head + "more")
            #expect(try client.answer().content == "now /now four")
            #expect(try client.answer().content == "now /now more")
            try client.send(head + "fo")
            // Sends the rest of the content only after the server has read the head.
            await prompt.isLeftToTask.wait()
            #expect(!client.isReadable(within: 50))
            try client.send("ur" + request("/now"))
            #expect(try client.answer().content == "task 4 /now ")
            #expect(try client.answer().content == "now /now ")
        }
    }

    @Test func `keeps the order of pipelined requests, however they are split`() async throws {
        let paths = ["/now?1", "/now?2", "/other?3", "/now?4", "/stream", "/now?5", "/now?6"]
        let expected = [
            "now /now?1 ", "now /now?2 ", "task 0 /other?3 ", "now /now?4 ", "now and then",
            "now /now?5 ", "now /now?6 ",
        ]
        let bytes = Array(paths.map { request($0) }.joined().utf8)
        try await withPrompt { port in
            for size in [bytes.count, 50, 7] {
                let client = try TestClient(port: port)
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try client.send(Array(bytes[start..<min(start + size, bytes.count)]))
                }
                #expect(try expected.map { _ in try client.answer().content } == expected)
            }
        }
    }

    @Test func `waits for a client that does not read`() async throws {
        let count = 500
        try await withPrompt { port in
            let client = try TestClient(port: port, receiveBuffer: 16_384)
            try client.send(String(repeating: request("/large"), count: count))
            // The server answers other clients meanwhile.
            let other = try TestClient(port: port)
            try other.send(request("/now"))
            #expect(try other.answer().content == "now /now ")
            for _ in 0..<count { #expect(try client.answer().content.utf8.count == 65_536) }
        }
    }

    @Test(arguments: [
        request("/now", "GET", "Connection: close\r\n"), request("/last"),
        "GET /now HTTP/1.0\r\n\r\n",
    ])
    func `closes the connection if either side asks for it`(bytes: String) async throws {
        try await withPrompt { port in
            let client = try TestClient(port: port)
            try client.send(bytes + request("/now"))
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.fields["connection"] == "close")
            client.finishSending()
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test func `counts towards the limit of requests per connection`() async throws {
        try await withPrompt {
            $0.limits.requestsPerConnection = 3
        } body: { port in
            let client = try TestClient(port: port)
            try client.send(String(repeating: request("/now"), count: 5))
            let answers = try (0..<3).map { _ in try client.answer() }
            #expect(answers.map(\.fields["connection"]) == [nil, nil, "close"])
            client.finishSending()
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test func `starts the idle timeout of its connection`() async throws {
        try await withPrompt {
            $0.deadlines.idle = .milliseconds(200)
        } body: { port in
            let client = try TestClient(port: port)
            try client.send(request("/now"))
            #expect(try client.answer().status == 200)
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test func `reaches a client that has closed its sending side`() async throws {
        try await withPrompt { port in
            let client = try TestClient(port: port)
            try client.send(request("/now?1") + request("/now?2"))
            client.finishSending()
            #expect(try client.answer().content == "now /now?1 ")
            #expect(try client.answer().content == "now /now?2 ")
            #expect(try client.receiveAll().isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `is replaced by 503 if the request has waited too long`(isLimited: Bool) async throws {
        let prompt = Prompt()
        try await withPrompt(prompt) {
            $0.limits.waiting = isLimited ? .milliseconds(50) : .seconds(3_600)
        } body: { port in
            let (first, late) = (try TestClient(port: port), try TestClient(port: port))
            let frames = try FrameClient(port: port)
            // Both connections are open before a handler blocks the event loop.
            try late.send(request("/now"))
            try frames.request(1, "GET", "/now")
            #expect(try late.answer().status == 200)
            #expect(try frames.answer(1).status == 200)
            try first.send(request("/plug"))
            await prompt.isPlugged.wait()
            try late.send(request("/now"))
            try frames.request(3, "GET", "/now")
            // Blocks the event loop for a given time, which is the point of the test.
            let end = ContinuousClock.now + .milliseconds(isLimited ? 200 : 1)
            while ContinuousClock.now < end { _ = late.isReadable(within: 10) }
            prompt.plug.signal()
            #expect(try first.answer().status == 200)
            #expect(try late.answer().status == (isLimited ? 503 : 200))
            #expect(try frames.answer(3).status == (isLimited ? 503 : 200))
        }
    }

    @Test func `is sent on HTTP/2 streams, too`() async throws {
        let prompt = Prompt()
        try await withPrompt(prompt) { port in
            let client = try FrameClient(port: port)
            try client.send(
                FrameClient.request(1, "GET", "/rest"),
                FrameClient.request(3, "GET", "/now"),
                FrameClient.request(5, "GET", "/other"),
                FrameClient.request(7, "HEAD", "/now"),
                FrameClient.request(9, "GET", "/stream"),
                FrameClient.request(11, "GET", "/large")
            )
            #expect(try client.answer(3).text == "now /now ")
            #expect(try client.answer(5).text == "task 0 /other ")
            let head = try client.answer(7)
            #expect(head["content-length"] == "9")
            #expect(head.content.isEmpty)
            #expect(try client.answer(9).text == "now and then")
            prompt.gate.open()
            #expect(try client.answer(1).text == "rest /rest ")
        }
    }

    @Test func `that closes an HTTP/2 connection lets the other streams finish`() async throws {
        try await withPrompt { port in
            let client = try FrameClient(port: port)
            try client.send(
                FrameClient.request(1, "GET", "/last"),
                FrameClient.request(3, "GET", "/now")
            )
            #expect(try client.answer(1).status == 200)
            #expect(try client.answer(3).text == "now /now ")
            client.receiveToEnd()
            #expect(client.goAways.last == FrameClient.GoAway(last: 3, code: 0))
        }
    }
}
