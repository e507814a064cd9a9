// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Declared response streams` {
    private func send(_ target: String, _ fields: String = "", to client: TestClient) throws {
        try client.send("GET /feeds/\(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
    }

    // MARK: - Events

    @Test func `events have identifiers, names and values`() async throws {
        let seen = Recorder<String?>()
        let service = FeedService(watch: { call throws(WatchTicks.Failure) in
            seen.record(call.lastEventID)
            let first = Int(call.lastEventID ?? "") ?? 0
            let ticks = TickSequence(count: 2).map { tick in
                EventFeed.Event(
                    Tick(number: first + tick.number),
                    id: "\(first + tick.number)",
                    name: tick.number == 2 ? "last" : nil
                )
            }
            return EventFeed(ticks, retryingAfter: .seconds(2))
        })
        try await service.run { port in
            let client = try TestClient(port: port)
            try send("watch", "Last-Event-ID: 40\r\nAccept: text/event-stream\r\n", to: client)
            let answer = try client.answer()
            #expect(answer.fields["content-type"] == "text/event-stream")
            #expect(answer.fields["cache-control"] == "no-store")
            #expect(answer.fields["x-accel-buffering"] == "no")
            #expect(answer.fields["transfer-encoding"] == "chunked")
            #expect(
                answer.content == """
                    retry: 2000

                    id: 41
                    data: {"number":41}

                    id: 42
                    event: last
                    data: {"number":42}


                    """
            )
            #expect(seen.value == "40")
        }
    }

    @Test func `a line break in an identifier or name cannot start another field`() async throws {
        let service = FeedService(watch: { _ throws(WatchTicks.Failure) in
            EventFeed(
                TickSequence(count: 1).map {
                    EventFeed.Event($0, id: "1\ndata: x\r\0", name: "a\r\rb")
                }
            )
        })
        let application = try service.application()
        let answer = try await Answer(
            application.respond(to: Request(method: .get, target: "/feeds/watch"))
        )
        #expect(answer.text == ":\n\nid: 1data: x\nevent: ab\ndata: {\"number\":1}\n\n")
    }

    @Test func `a declared failure is sent instead of the stream`() async throws {
        let application = try FeedService().application()
        let answer = try await Answer(
            application.respond(
                to: Request(
                    method: .get,
                    target: "/feeds/watch",
                    fields: [.accept: "text/event-stream"]
                )
            )
        )
        #expect(answer.status == .conflict)
        #expect(answer.problem?.title == "There is nothing to watch yet")
    }

    @Test func `a client that does not accept events gets 406`() async throws {
        let application = try FeedService().application()
        let response = await application.respond(
            to: Request(
                method: .get,
                target: "/feeds/watch",
                fields: [.accept: "application/json"]
            )
        )
        #expect(response.status == .notAcceptable)
    }

    @Test func `comments are sent during silence, and later events still arrive`() async throws {
        let (ticks, continuation) = AsyncStream.makeStream(of: Tick.self)
        let service = FeedService(watch: { _ throws(WatchTicks.Failure) in
            EventFeed(of: ticks, fillingSilenceOf: .milliseconds(5))
        })
        try await service.run { port in
            let client = try TestClient(port: port)
            try send("watch", to: client)
            _ = try client.headText()
            for _ in 0..<3 { #expect(try client.chunk() == ":\n\n") }
            continuation.yield(Tick(number: 1))
            continuation.finish()
            var events: [String] = []
            while let chunk = try client.chunk() {
                if chunk != ":\n\n" { events.append(chunk) }
            }
            #expect(events == ["data: {\"number\":1}\n\n"])
        }
    }

    @Test func `a client that disconnects ends the sequence`() async throws {
        let ended = Gate()
        // No other reference to the sequence exists, so the sequence ends even if the client leaves
        // before the server has begun to read it.
        let service = FeedService(watch: { _ throws(WatchTicks.Failure) in
            EventFeed(
                of: AsyncStream<Tick> { continuation in
                    continuation.onTermination = { _ in ended.open() }
                }
            )
        })
        try await service.run { port in
            let client = try TestClient(port: port)
            try send("watch", to: client)
            #expect(try client.headText().contains("200 OK"))
            client.reset()
            await ended.wait()
        }
    }

    // MARK: - Elements

    @Test(arguments: [
        "": "application/jsonl", "Accept: */*\r\n": "application/jsonl",
        "Accept: application/x-ndjson\r\n": "application/x-ndjson",
        "Accept: application/json\r\n": "application/json",
    ])
    func `elements are sent as JSON lines or as an array`(
        accept: String,
        type: String
    ) async throws {
        try await FeedService().run { port in
            let client = try TestClient(port: port)
            for count in [3, 0] {
                try send("export?count=\(count)", accept, to: client)
                let answer = try client.answer()
                #expect(answer.fields["content-type"] == type)
                let values = (1..<count + 1).map { "{\"number\":\($0)}" }
                let expected =
                    type == "application/json"
                    ? "[\(values.joined(separator: ","))]"
                    : values.map { "\($0)\n" }.joined()
                #expect(answer.content == expected)
            }
        }
    }

    @Test(arguments: ["application/json", "application/jsonl"])
    func `a failing sequence aborts the response`(type: String) async throws {
        let service = FeedService(export: { call in
            ElementFeed(TickSequence(count: call.count, breaksAfter: 2))
        })
        try await service.run { port in
            let client = try TestClient(port: port)
            try send("export?count=5", "Accept: \(type)\r\n", to: client)
            #expect(throws: TestClient.Failure.self) { try client.answer() }
            #expect(client.hasEnded)
        }
    }

    @Test func `a slow client holds the sequence back`() async throws {
        let ticks = TickSequence(
            count: 100_000,
            note: String(repeating: "x", count: 10_000)
        )
        let service = FeedService(export: { call in
            call.count == 0 ? ElementFeed(TickSequence(count: 0)) : ElementFeed(ticks)
        })
        try await service.run { port in
            let slow = try TestClient(port: port, receiveBuffer: 4_096)
            try send("export?count=1", to: slow)
            // The event loop answers other clients meanwhile; at some time the sequence stops
            // growing.
            var (count, still) = (0, 0)
            while still < 50 {
                let other = try TestClient(port: port)
                try send("export?count=0", to: other)
                _ = try other.answer()
                let made = ticks.made.value
                still = made == count && made > 0 ? still + 1 : 0
                count = made
            }
            #expect(count < 100_000)
            slow.reset()
        }
    }

    // MARK: - Documents

    @Test func `the OpenAPI document describes the elements`() throws {
        let paths = try #require(try OpenAPI(FeedService.api).value["paths"])
        let success = { (path: String) in
            paths[path]?["get"]?["responses"]?["200"]?["content"]
        }
        let element: Value = ["$ref": "#/components/schemas/Tick"]
        let event = success("/watch")?["text/event-stream"]?["schema"]
        #expect(event?["required"] == ["data"])
        #expect(
            event?["properties"]?["data"] == [
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": element,
            ]
        )
        #expect(success("/export")?["application/jsonl"]?["schema"] == element)
        #expect(
            success("/export")?["application/json"]?["schema"]
                == ["type": "array", "items": element]
        )
    }
}

extension TestClient {
    /// Receives the next chunk of content, or `nil` for the last one.
    fileprivate func chunk() throws -> String? {
        var digits: [UInt8] = []
        while digits.suffix(2) != [13, 10] { digits += try take(1) }
        let text = String(decoding: digits.dropLast(2), as: UTF8.self)
        guard let size = Int(text, radix: 16) else { throw Failure(description: "chunk \(text)") }
        let content = try take(size)
        _ = try take(2)
        return size == 0 ? nil : String(decoding: content, as: UTF8.self)
    }
}
