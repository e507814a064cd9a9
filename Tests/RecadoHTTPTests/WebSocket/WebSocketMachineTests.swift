// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite
struct `WebSocket state machine` {
    // MARK: - Closing

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1014, 3000, 3999, 4000, 4999] as [UInt16])
    func `a close frame is answered with the same code`(code: UInt16) {
        var server = WebSocketPlayer(.server)
        var client = WebSocketPlayer(.client)
        let close = WebSocketClose(WebSocketClose.Code(code), "adiós")
        server.feed(client.machine.close(close) ?? [])
        #expect(server.end == .closed(close))
        #expect(server.machine.state == .closed)
        #expect(client.machine.state == .closing)
        client.feed(server.written)
        #expect(client.end == .closed(WebSocketClose(WebSocketClose.Code(code))))
    }

    @Test
    func `a close frame without a code is answered without one`() {
        var server = WebSocketPlayer(.server)
        server.feed(rawFrame(0x88, mask: [1, 2, 3, 4]))
        #expect(server.end == .closed(WebSocketClose(.noStatus)))
        #expect(server.written == [0x88, 0x00])
    }

    @Test
    func `both sides may send a close frame at once`() {
        var client = WebSocketPlayer(.client)
        var server = WebSocketPlayer(.server)
        let first = client.machine.close(WebSocketClose(.normal)) ?? []
        let second = server.machine.close(WebSocketClose(.goingAway)) ?? []
        server.feed(first)
        client.feed(second)
        #expect(server.end == .closed(WebSocketClose(.normal)))
        #expect(client.end == .closed(WebSocketClose(.goingAway)))
        #expect(server.written.isEmpty && client.written.isEmpty)
    }

    @Test
    func `nothing is sent after a close frame`() {
        var client = WebSocketPlayer(.client)
        var outgoing = client.machine.begin(.binary([UInt8](repeating: 0, count: 100_000)))
        let farewells = (0..<2).map { _ in client.machine.close(WebSocketClose(.normal)) }
        #expect(farewells[0] != nil)
        #expect(farewells[1] == nil)
        let late = [client.machine.send(.text("tarde")), client.machine.ping()]
        #expect(late == [nil, nil])
        if var message = outgoing.take() {
            let frame = client.machine.nextFrame(of: &message)
            #expect(frame == nil)
        }
        client.feed(rawFrame(0x89, [1]))
        #expect(client.written.isEmpty)
        client.feed(rawFrame(0x81, [0x61]))
        #expect(client.messages == [.text("a")])
    }

    @Test
    func `data after a received close frame are ignored`() {
        var client = WebSocketPlayer(.client)
        client.feed(rawFrame(0x88) + rawFrame(0x81, [0x61]) + [0xFF, 0xFF])
        #expect(client.messages.isEmpty)
        #expect(client.end == .closed(WebSocketClose(.noStatus)))
        client.machine.feedEnd()
        client.drain()
        #expect(client.actionsAfterEnd == 0)
    }

    @Test(arguments: [[], [0x81], [0x01, 0x01, 0x61], [0x81, 0x02, 0x61]] as [[UInt8]])
    func `the end of input without a close frame is a lost connection`(bytes: [UInt8]) {
        var client = WebSocketPlayer(.client)
        client.feed(bytes)
        client.machine.feedEnd()
        client.drain()
        #expect(client.end == .lost)
    }

    @Test
    func `a long close reason is cut between characters`() {
        var server = WebSocketPlayer(.server)
        let reason = String(repeating: "ñ", count: 100)
        let bytes = server.machine.close(WebSocketClose(.normal, reason)) ?? []
        #expect(bytes.count == 2 + 2 + 122)
        var client = WebSocketPlayer(.client)
        client.feed(bytes)
        let cut = String(repeating: "ñ", count: 61)
        #expect(client.end == .closed(WebSocketClose(.normal, cut)))
    }

    @Test
    func `a reserved close code is not sent`() {
        var server = WebSocketPlayer(.server)
        let bytes = server.machine.close(WebSocketClose(.abnormal, "x"))
        #expect(bytes == [0x88, 0x00])
    }

    // MARK: - Compression

    @Test
    func `only the first frame of a compressed message has the compression bit`() {
        var limits = WebSocketLimits()
        limits.sentFrame = 4
        var server = WebSocketPlayer(.server, limits: limits, codec: MarkingCodec.make())
        let frames = server.machine.send(.text("películas")) ?? []
        #expect(frames[0] == 0x41)
        #expect(frames[6] == 0x00)
        var client = WebSocketPlayer(.client, codec: MarkingCodec.make())
        client.feed(frames)
        #expect(client.messages == [.text("películas")])
    }

    @Test
    func `the message limit applies to decompressed messages`() {
        var limits = WebSocketLimits()
        limits.message = 20
        var server = WebSocketPlayer(.server, codec: MarkingCodec.make())
        var client = WebSocketPlayer(.client, limits: limits, codec: MarkingCodec.make())
        client.feed(server.machine.send(.text("cabe")) ?? [])
        client.feed(server.machine.send(.text("no cabe en el límite")) ?? [])
        #expect(client.messages == [.text("cabe")])
        #expect(client.end != nil)
    }

    @Test(arguments: [0xC9, 0xC0] as [UInt8])
    func `a compression bit in a later frame is refused`(first: UInt8) {
        var client = WebSocketPlayer(.client, codec: MarkingCodec.make())
        client.feed(rawFrame(0x01, [0x61]) + rawFrame(first))
        guard case .failed(let failure) = client.end else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == .protocolError)
    }

    // MARK: - Both sides

    @Test(arguments: 1...40)
    func `messages arrive whole however the bytes are split`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var sides = players(&random)
        var wires: [[UInt8]] = [[], []]
        var sent: [[WebSocketMessage]] = [[], []]
        var rest: [WebSocketMachine.Outgoing?] = [nil, nil]
        for _ in 0..<300 {
            let (from, to) = Bool.random(using: &random) ? (0, 1) : (1, 0)
            switch Int.random(in: 0...5, using: &random) {
            case 0 where rest[from] == nil:
                let message: WebSocketMessage =
                    Bool.random(using: &random)
                    ? .text(random.text(upTo: 200)) : .binary(random.bytes(upTo: 900))
                sent[from].append(message)
                rest[from] = sides[from].machine.begin(message)
            case 1:
                wires[from] += sides[from].machine.ping(random.bytes(upTo: 130)) ?? []
            case 2, 3:
                guard var message = rest[from] else { continue }
                let frame = sides[from].machine.nextFrame(of: &message)
                wires[from] += frame ?? []
                rest[from] = frame == nil ? nil : message
            default:
                let count = Int.random(in: 0...wires[from].count, using: &random)
                sides[to].feed(Array(wires[from].prefix(count)))
                wires[from].removeFirst(count)
                wires[to] += sides[to].written
                sides[to].written = []
            }
        }
        finish(&sides, &wires, &rest)
        for (from, to) in [(0, 1), (1, 0)] {
            #expect(sides[to].messages == sent[from], "seed \(seed)")
            #expect(sides[to].end == nil, "seed \(seed)")
        }
    }

    /// Returns a client and a server with a random limit for their frames, with compression or
    /// without.
    private func players(_ random: inout SeededGenerator) -> [WebSocketPlayer] {
        let isCompressed = Bool.random(using: &random)
        return [WebSocketRole.client, .server].map { role in
            var limits = WebSocketLimits()
            limits.sentFrame = Int.random(in: 1...300, using: &random)
            return WebSocketPlayer(
                role,
                limits: limits,
                codec: isCompressed ? MarkingCodec.make() : nil
            )
        }
    }

    private func finish(
        _ sides: inout [WebSocketPlayer],
        _ wires: inout [[UInt8]],
        _ rest: inout [WebSocketMachine.Outgoing?]
    ) {
        for from in 0...1 {
            guard var message = rest[from] else { continue }
            while let frame = sides[from].machine.nextFrame(of: &message) { wires[from] += frame }
        }
        while wires != [[], []] {
            for (from, to) in [(0, 1), (1, 0)] {
                sides[to].feed(wires[from])
                wires[from] = []
                wires[to] += sides[to].written
                sides[to].written = []
            }
        }
    }
}
