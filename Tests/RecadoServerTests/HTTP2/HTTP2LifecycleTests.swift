// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Lifecycle in HTTP2` {
    // MARK: - Cancellation

    @Test func `a reset cancels only the handler of its stream`() async throws {
        let (cancelled, gate) = (Gate(), Gate())
        let handler = FunctionHandler { request in
            if request.target == "/cancelled" {
                await waitForCancellation()
                cancelled.open()
            } else {
                await gate.wait()
            }
            return Response(status: Task.isCancelled ? .serviceUnavailable : .ok)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.send(FrameClient.request(1, "GET", "/cancelled"), FrameClient.request(3))
            // Otherwise the server could see the reset before it starts the handler.
            try client.synchronize()
            try client.send(.reset(1))
            await cancelled.wait()
            gate.open()
            #expect(try client.answer(3).status == 200)
            // A cancelled handler does not affect later requests.
            try client.request(5)
            #expect(try client.answer(5).status == 200)
            #expect(client.answers[1] == nil)
        }
    }

    @Test func `a reset ends a streamed response`() async throws {
        let released = Gate()
        let handler = FunctionHandler { _ in
            let source = FunctionSource(released: released) { [UInt8](repeating: 65, count: 9_000) }
            return Response(status: .ok, content: Content(reading: source))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            client.opensWindows = false
            try client.request(1)
            _ = try client.answer(1) { $0.content.count > 60_000 }
            try client.send(.reset(1))
            await released.wait()
        }
    }

    @Test(arguments: [true, false])
    func `a client that disconnects cancels all its handlers`(byReset: Bool) async throws {
        let (started, cancelled) = (Counter(), Counter())
        let all = Gate()
        let handler = FunctionHandler { _ in
            started.add(1)
            await waitForCancellation()
            cancelled.add(1)
            if cancelled.value == 3 { all.open() }
            return Response(status: .ok)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.send((0..<3).map { FrameClient.request($0 * 2 + 1) })
            try client.synchronize()
            #expect(started.value == 3)
            if byReset { client.client.reset() } else { client.client.finishSending() }
            await all.wait()
        }
    }

    @Test func `responses are still sent after the client has finished sending`() async throws {
        let handler = FunctionHandler { _ in
            await waitForCancellation()
            return Response(status: .ok, content: Content("late"))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            client.client.finishSending()
            client.acknowledges = false
            client.opensWindows = false
            #expect(try client.answer(1).text == "late")
            client.receiveToEnd()
            #expect(client.client.hasEnded)
        }
    }

    // MARK: - Deadlines

    @Test func `a client that does not read is disconnected`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.deadlines.write = .milliseconds(300)
        }
        let released = Gate()
        let handler = FunctionHandler { _ in
            let source = FunctionSource(released: released) {
                [UInt8](repeating: 65, count: 99_000)
            }
            return Response(status: .ok, content: Content(reading: source))
        }
        try await withServer(configuration, handler: handler) { port in
            let window: UInt32 = 0x7FFF_0000
            let client = try FrameClient(port: port, settings: [(4, window)], receiveBuffer: 4_096)
            try client.send(.window(0, window - 65_535), FrameClient.request(1))
            await released.wait()
        }
    }

    @Test func `content that does not arrive is answered with 408`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.deadlines.contentRatePeriod = .milliseconds(300)
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            let answer = try client.answer(1) { $0.resetCode != nil }
            #expect(answer.status == 408)
            try client.request(3)
            #expect(try client.answer(3).status == 200)
        }
    }

    @Test func `content that arrives too slowly is answered with 408`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.deadlines.contentRatePeriod = .milliseconds(300)
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            // Sends one byte at a time while nothing arrives.
            var answer: FrameClient.Answer?
            while answer == nil || answer?.resetCode == nil {
                if !client.hasSomething(within: 20) {
                    try client.send(.data(1, [65], isLast: false))
                } else {
                    try client.receive()
                }
                answer = client.answers[1]
            }
            #expect(answer?.status == 408)
        }
    }

    @Test func `an upload that waits for the server's window does not time out`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.deadlines.contentRatePeriod = .seconds(1)
            configuration.limits.http2.streamWindow = 65_535
        }
        let gate = Gate()
        let handler = FunctionHandler { request in
            await gate.wait()
            return await FunctionHandler.mirror.respond(to: request)
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            try client.request(1, "POST", isLast: false)
            let pieces = [16_384, 16_384, 16_384, 16_383].map { count in
                Frame.data(1, [UInt8](repeating: 65, count: count), isLast: false)
            }
            try client.send(pieces)
            try client.synchronize()
            #expect(!client.hasSomething(within: 2_500))
            gate.open()
            _ = try client.answer(1) { $0.window > 0 }
            try client.send(.data(1, [65]))
            #expect(try client.answer(1).status == 200)
        }
    }

    @Test func `an unfinished header section ends the connection`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.head = .milliseconds(300) }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            client.acknowledges = false
            let block = FrameClient.block(Array(`Rules of HTTP2`.Case.pseudo))
            try client.send(Frame(kind: .headers, flags: 1, stream: 1, payload: block))
            #expect(try client.goAway().code == 11)
            client.receiveToEnd()
        }
    }

    @Test func `a malformed header section leaves no running timeout`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.head = .milliseconds(200) }
        let handler = FunctionHandler { _ in
            try? await Task.sleep(for: .milliseconds(500))
            return Response(status: .ok)
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.send(FrameClient.headers(1, [("Wrong", "a")]), FrameClient.request(3))
            #expect(try client.answer(3).status == 200)
            #expect(client.goAways.isEmpty)
        }
    }

    @Test func `missing SETTINGS end the connection`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.head = .milliseconds(300) }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port, greets: false)
            try client.client.send(FrameClient.preface)
            _ = try client.goAway()
            client.receiveToEnd()
        }
    }

    @Test func `an idle connection is closed in spite of PING frames`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.idle = .milliseconds(300) }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            #expect(try client.answer(1).status == 200)
            #expect(try client.pingToGoAway() == FrameClient.GoAway(last: 1, code: 0))
            #expect(!client.pings.isEmpty)
        }
    }

    // MARK: - The end

    @Test func `the limit of requests per connection ends it with GOAWAY`() async throws {
        let configuration = ServerConfiguration.testing { $0.limits.requestsPerConnection = 3 }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            client.acknowledges = false
            try client.send((0..<5).map { FrameClient.request($0 * 2 + 1) })
            #expect(try client.goAway() == FrameClient.GoAway(last: 0x7FFF_FFFF, code: 0))
            // Requests that were already sent are answered.
            #expect(try client.answer(9).status == 200)
            let ping = try #require(client.pings.first)
            try client.send(
                Frame(kind: .ping, flags: Frame.acknowledgement, payload: ping.payload)
            )
            #expect(try client.goAway() == FrameClient.GoAway(last: 9, code: 0))
            client.receiveToEnd()
            #expect(client.client.hasEnded)
        }
    }

    @Test func `GOAWAY names the last request even if the client ignores PING`() async throws {
        let configuration = ServerConfiguration.testing { $0.limits.requestsPerConnection = 1 }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            client.acknowledges = false
            try client.request(1)
            _ = try client.goAway()
            #expect(try client.goAway() == FrameClient.GoAway(last: 1, code: 0))
        }
    }

    @Test func `a shutdown answers running requests and those already sent`() async throws {
        let (started, gate) = (Gate(), Gate())
        let handler = FunctionHandler { request in
            if request.target == "/slow" {
                started.open()
                await gate.wait()
            }
            return Response(status: .ok, content: Content(request.target))
        }
        let server = Server(.testing(), handler: handler)
        let port = try await server.start()[0].port ?? 0
        let client = try FrameClient(port: port)
        try client.request(1, "GET", "/slow")
        await started.wait()
        // A task on the global executor, because the client blocks the thread of this one.
        let end = Task(executorPreference: globalConcurrentExecutor) {
            await server.shutdown(grace: .seconds(20))
        }
        client.acknowledges = false
        #expect(try client.goAway().last == 0x7FFF_FFFF)
        try client.request(3, "GET", "/late")
        #expect(try client.answer(3).text == "/late")
        let ping = try #require(client.pings.first)
        try client.send(Frame(kind: .ping, flags: Frame.acknowledgement, payload: ping.payload))
        #expect(try client.goAway() == FrameClient.GoAway(last: 3, code: 0))
        try client.request(5)
        gate.open()
        #expect(try client.answer(1).text == "/slow")
        client.receiveToEnd()
        #expect(client.answers[5] == nil)
        await end.value
    }

    @Test func `the end of the grace period closes the connection`() async throws {
        let started = Gate()
        let handler = FunctionHandler { _ in
            started.open()
            await waitForCancellation()
            return Response(status: .ok)
        }
        let server = Server(.testing(), handler: handler)
        let port = try await server.start()[0].port ?? 0
        let client = try FrameClient(port: port)
        try client.request(1)
        await started.wait()
        await server.shutdown(grace: .milliseconds(200))
        client.receiveToEnd()
        #expect(client.client.hasEnded)
    }
}
