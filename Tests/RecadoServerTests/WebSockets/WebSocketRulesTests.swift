// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Invalid WebSocket frames` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let code: Int
        let bytes: [UInt8]

        var testDescription: String { "\(name): \(code)" }

        init(_ name: String, _ code: Int, _ frames: [UInt8]...) {
            self.name = name
            self.code = code
            bytes = Array(frames.joined())
        }

        static let all = framing + fragments + controls + contents

        static let framing = [
            Case("no mask", 1_002, TalkClient.frame(0x81, [0x61], isMasked: false)),
            Case("the first reserved bit", 1_002, TalkClient.frame(0xC1, [0x61])),
            Case("the second reserved bit", 1_002, TalkClient.frame(0xA1, [0x61])),
            Case("the third reserved bit", 1_002, TalkClient.frame(0x91, [0x61])),
            Case("an unknown kind", 1_002, TalkClient.frame(0x83, [])),
            Case("an unknown kind of control", 1_002, TalkClient.frame(0x8B, [])),
            Case("a length that could be shorter", 1_002, [0x81, 0xFE, 0, 5, 1, 2, 3, 4]),
            Case(
                "a long length that could be shorter",
                1_002,
                [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 1, 2, 3, 4]
            ),
            Case(
                "a length of 64 bits",
                1_002,
                [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]
            ),
            Case(
                "the greatest length",
                1_009,
                [0x82, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4]
            ),
            Case("a frame over the limit", 1_009, [0x82, 0xFE, 0x10, 0x01, 1, 2, 3, 4]),
        ]

        static let fragments = [
            Case("a fragment of nothing", 1_002, TalkClient.frame(0x80, [0x61])),
            Case(
                "a message within another",
                1_002,
                TalkClient.frame(0x01, [0x61]),
                TalkClient.frame(0x81, [0x61])
            ),
            Case(
                "a message over the limit",
                1_009,
                TalkClient.frame(0x02, [UInt8](repeating: 0, count: 4_096)),
                TalkClient.frame(0x00, [UInt8](repeating: 0, count: 4_096)),
                TalkClient.frame(0x80, [0])
            ),
            Case(
                "fragments without end",
                1_008,
                TalkClient.frame(0x02, [])
                    + repeatElement(TalkClient.frame(0x00, []), count: 8).joined()
            ),
        ]

        static let controls = [
            Case("a ping in fragments", 1_002, TalkClient.frame(0x09, [])),
            Case("a long ping", 1_002, TalkClient.frame(0x89, [UInt8](repeating: 0, count: 126))),
            Case("a farewell of one byte", 1_002, TalkClient.frame(0x88, [3])),
            Case("a code that is never sent", 1_002, TalkClient.frame(0x88, [0x03, 0xED])),
            Case("a code of nobody", 1_002, TalkClient.frame(0x88, [0x13, 0x88])),
            Case("a reason that is no UTF-8", 1_007, TalkClient.frame(0x88, [0x03, 0xE8, 0xFF])),
        ]

        static let contents = [
            Case("a text that is no UTF-8", 1_007, TalkClient.frame(0x81, [0xC3, 0x28])),
            Case("a text that ends too early", 1_007, TalkClient.frame(0x81, [0xC3])),
            Case("a surrogate", 1_007, TalkClient.frame(0x01, [0xED, 0xA0, 0x80])),
        ]
    }

    @Test(arguments: Case.all)
    func `each kind ends the connection with its close code`(broken: Case) async throws {
        let error = Recorder<(any Error)?>()
        let ended = Gate()
        let service = TalkService { socket in
            defer { ended.open() }
            do {
                while let message = try await socket.receive() {
                    try await socket.send(raw: message)
                }
            } catch let found {
                error.record(found)
            }
        }
        try await service.run { port in
            let client = try TalkClient(port: port, opening: "talk")
            try client.say("before")
            #expect(try client.frame().text == "before")
            try client.send(broken.bytes)
            let frame = try client.frame()
            #expect(frame.first == 0x88)
            #expect(frame.code == broken.code)
            #expect(try client.receiveAll().isEmpty)
            await ended.wait()
            #expect((error.value as? WebSocketProtocolError)?.code.rawValue == UInt16(broken.code))
        }
    }

    @Test func `invalid compressed data ends the connection`() async throws {
        try await TalkService.echo.run { port in
            let extensions = ["Sec-WebSocket-Extensions": "permessage-deflate"]
            let client = try TalkClient(port: port, opening: "talk", extensions)
            try client.send(TalkClient.frame(0xC1, [0xFF, 0xFF, 0xFF]))
            #expect(try client.frame().code == 1_007)
        }
    }

    @Test func `data that decompresses beyond the message limit is refused`() async throws {
        try await TalkService.echo.run { port in
            let extensions = ["Sec-WebSocket-Extensions": "permessage-deflate"]
            let client = try TalkClient(port: port, opening: "talk", extensions)
            let deflater = try #require(WebSocketDeflater(window: 15, resetsPerMessage: false))
            let bomb = try #require(try deflater.compress([UInt8](repeating: 0, count: 1 << 20)))
            #expect(bomb.count < 4_096)
            try client.send(TalkClient.frame(0xC2, bomb))
            #expect(try client.frame().code == 1_009)
        }
    }
}
