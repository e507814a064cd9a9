// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Abuse limits and frame errors of HTTP2` {
    private static let calm: UInt32 = 11

    /// Frames that cost a client little and could cost a server much.
    struct Flood: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frames: [Frame]

        init(_ name: String, _ frames: Frame...) {
            testDescription = name
            self.frames = frames
        }
    }

    static let floods: [Flood] = [
        Flood("SETTINGS", .settings([])),
        Flood("PING", .ping),
        Flood("PRIORITY", Frame(kind: .priority, stream: 3, payload: [0, 0, 0, 1, 16])),
        Flood("WINDOW_UPDATE", .window(0, 1)),
        Flood("DATA without content", .data(1, [], isLast: false)),
        Flood(
            "DATA of padding alone",
            Frame(kind: .data, flags: 8, stream: 1, payload: [3, 0, 0, 0])
        ),
    ]

    @Test(arguments: floods)
    func `too many frames without effect end the connection`(_ flood: Flood) async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.controlFrames = 50
            configuration.limits.http2.controlFramesPerSecond = 1
        }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            client.acknowledges = false
            try client.request(1, "POST", isLast: false)
            for _ in 0..<45 { try client.send(flood.frames) }
            try client.synchronize()
            #expect(client.goAways.isEmpty)
            for _ in 0..<20 { try? client.send(flood.frames) }
            #expect(try client.goAway().code == Self.calm)
            client.receiveToEnd()
        }
    }

    @Test func `WINDOW_UPDATE frames for real content do not use up the limit`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.controlFrames = 20
            configuration.limits.http2.controlFramesPerSecond = 1
        }
        let handler = FunctionHandler { _ in
            Response(status: .ok, content: Content([UInt8](repeating: 65, count: 1_000_000)))
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            for stream in [1, 3, 5] as [UInt32] {
                try client.request(stream)
                #expect(try client.answer(stream).content.count == 1_000_000)
            }
        }
    }

    @Test func `a header section in too many frames ends the connection`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            client.acknowledges = false
            let block = FrameClient.block(Array(`Rules of HTTP2`.Case.pseudo))
            try client.send(Frame(kind: .headers, flags: 1, stream: 1, payload: block))
            for _ in 0..<8 { try client.send(Frame(kind: .continuation, stream: 1)) }
            try client.send(Frame(kind: .continuation, flags: Frame.endHeaders, stream: 1))
            #expect(try client.goAway().code == Self.calm)
            client.receiveToEnd()
        }
    }

    @Test func `a header section in a few frames is read`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            let block = FrameClient.block(Array(`Rules of HTTP2`.Case.pseudo))
            try client.send(Frame(kind: .headers, flags: 1, stream: 1, payload: block))
            for _ in 0..<7 { try client.send(Frame(kind: .continuation, stream: 1)) }
            try client.send(Frame(kind: .continuation, flags: Frame.endHeaders, stream: 1))
            #expect(try client.answer(1).status == 200)
        }
    }

    @Test func `rapid resets of streams end the connection`() async throws {
        let running = Counter()
        let handler = FunctionHandler { _ in
            running.add(1)
            await waitForCancellation()
            running.add(-1)
            return Response(status: .ok)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            var stream: UInt32 = 1
            for _ in 0..<300 {
                try? client.send(FrameClient.request(stream), .reset(stream))
                stream += 2
            }
            #expect(try client.goAway().code == Self.calm)
            client.receiveToEnd()
        }
        #expect(running.value == 0)
    }

    @Test func `a client that resets most of its requests exceeds the limit`() {
        var limits = ServerConfiguration.Limits.HTTP2()
        limits.resets = 10
        limits.resetsPerSecond = 1_000
        var budget = HTTP2Budget(HTTP2Settings(limits, limits: MessageLimits()), now: 0)
        var resets = 0
        // The rate of resets is no problem here; resetting a third of the requests is allowed, but
        // not all.
        for tick in 0..<300 {
            budget.takeRequest()
            if tick % 3 == 0 { resets += budget.takeReset(now: tick) ? 1 : 0 }
        }
        #expect(resets == 100)
        var tick = 300
        while tick < 1_000 {
            budget.takeRequest()
            guard budget.takeReset(now: tick) else { break }
            tick += 1
        }
        #expect((395...405).contains(tick))
    }

    @Test func `stream errors that the client provokes count as resets`() async throws {
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.resets = 20
            configuration.limits.http2.resetsPerSecond = 1
        }
        let handler = FunctionHandler { _ in
            await waitForCancellation()
            return Response(status: .ok)
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            for index in 0..<40 {
                let stream = UInt32(index * 2 + 1)
                // A window beyond its maximum is a stream error.
                try? client.send(FrameClient.request(stream), .window(stream, 0x7FFF_FFFF))
            }
            #expect(try client.goAway().code == Self.calm)
        }
    }

    @Test func `the number of handlers that outlive their streams is limited`() async throws {
        let (gate, running) = (Gate(), Counter())
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.concurrentStreams = 5
        }
        let handler = FunctionHandler { _ in
            running.add(1)
            await gate.wait()
            return Response(status: .ok)
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            for index in 0..<20 {
                let stream = UInt32(index * 2 + 1)
                try client.request(stream)
                try client.synchronize()
                try client.send(.reset(stream))
            }
            #expect(running.value == 10)
            try client.request(101)
            #expect(try client.answer(101).resetCode == 7)
            gate.open()
            try client.synchronize()
            try client.request(103)
            #expect(try client.answer(103).status == 200)
        }
    }

    @Test func `streams beyond the limit end the connection`() async throws {
        let (gate, running) = (Gate(), Counter())
        let configuration = ServerConfiguration.testing { configuration in
            configuration.limits.http2.concurrentStreams = 3
        }
        let handler = FunctionHandler { _ in
            running.add(1)
            await gate.wait()
            return Response(status: .ok)
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            try client.send((0..<4).map { FrameClient.request($0 * 2 + 1) })
            // The client has acknowledged the limit, so exceeding it is a connection error.
            let answer = try client.goAway()
            #expect(answer.code == 1)
            #expect(running.value == 3)
            gate.open()
        }
    }

    @Test func `a header section that expands too much ends the connection`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            // The first field puts 4 000 bytes into the table; each byte after it then stands for
            // that field.
            let field =
                [0x40] + FrameClient.string("x")
                + FrameClient.string(
                    String(repeating: "a", count: 4_000)
                )
            let block =
                FrameClient.block(Array(`Rules of HTTP2`.Case.pseudo)) + field
                + [UInt8](repeating: 0xBE, count: 8_000)
            try client.send(Frame(kind: .headers, flags: 5, stream: 1, payload: block))
            #expect(try client.goAway().code == Self.calm)
        }
    }

    @Test func `a window beyond its maximum is an error`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            try client.send(.window(1, 0x7FFF_FFFF))
            #expect(try client.answer(1).resetCode == 3)
            try client.send(.window(0, 0x7FFF_FFFF))
            #expect(try client.goAway().code == 3)
        }
    }

    @Test func `content beyond the window resets its stream`() async throws {
        let handler = FunctionHandler { _ in
            await waitForCancellation()
            return Response(status: .ok)
        }
        let configuration = ServerConfiguration.testing { $0.limits.http2.streamWindow = 20_000 }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            try client.request(1, "POST", isLast: false)
            let piece = Frame.data(1, [UInt8](repeating: 0, count: 16_000), isLast: false)
            try client.send(piece, piece)
            #expect(try client.answer(1).resetCode == 3)
        }
    }

    @Test func `content after the end of a request ends the connection`() async throws {
        let gate = Gate()
        let handler = FunctionHandler { _ in
            await gate.wait()
            return Response(status: .ok)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            try client.send(.data(1, [65]))
            #expect(try client.goAway().code == 5)
            gate.open()
        }
    }

    @Test func `content for a closed stream is discarded`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1)
            _ = try client.answer(1)
            for _ in 0..<100 { try client.send(.data(1, [UInt8](repeating: 0, count: 16_384))) }
            try client.request(3)
            #expect(try client.answer(3).status == 200)
            #expect(client.window >= 100 * 16_384 - 65_535)
        }
    }

    @Test func `circular stream dependencies do no harm`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            for (one, other) in [(1, 3), (3, 5), (5, 1)] as [(UInt32, UInt32)] {
                let payload = number(other) + [255]
                try client.send(Frame(kind: .priority, stream: one, payload: payload))
            }
            try client.send(FrameClient.request(1), FrameClient.request(3), FrameClient.request(5))
            for stream in [1, 3, 5] as [UInt32] { #expect(try client.answer(stream).status == 200) }
        }
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frame: Frame
        let code: UInt32

        init(_ name: String, _ code: UInt32, _ frame: Frame) {
            testDescription = name
            self.code = code
            self.frame = frame
        }
    }

    /// Violations of RFC 9113 §6, each of which is a connection error.
    static let broken: [Broken] = [
        Broken("DATA for the connection", 1, .data(0, [65])),
        Broken("DATA for a stream that is not there", 1, .data(9, [65])),
        Broken("HEADERS of the server's number", 1, FrameClient.request(2)),
        Broken("PUSH_PROMISE", 1, Frame(kind: .promise, flags: 4, stream: 1, payload: number(2))),
        Broken("CONTINUATION of nothing", 1, Frame(kind: .continuation, stream: 1)),
        Broken("PING of four bytes", 6, Frame(kind: .ping, payload: [1, 2, 3, 4])),
        Broken("RST_STREAM of a stream that is not there", 1, .reset(9)),
        Broken("SETTINGS of five bytes", 6, Frame(kind: .settings, payload: [0, 0, 0, 0, 0])),
        Broken("SETTINGS with a window out of range", 3, .settings([(4, 0x8000_0000)])),
        Broken(
            "a section that cannot be decoded",
            9,
            Frame(kind: .headers, flags: 5, stream: 1, payload: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        ),
    ]

    @Test(arguments: broken)
    func `invalid frames end the connection`(_ test: Broken) async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.synchronize()
            try client.send(test.frame)
            #expect(try client.goAway().code == test.code)
            client.receiveToEnd()
            #expect(client.client.hasEnded)
        }
    }
}
