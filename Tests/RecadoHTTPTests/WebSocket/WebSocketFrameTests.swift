// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite
struct `WebSocket frames` {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var role = WebSocketRole.client
        var message: WebSocketMessage?
        var answer: [UInt8] = []
        var testDescription: String { name }
    }

    /// The examples of RFC 6455 §5.7, and the lengths at which the length field changes its form.
    static let examples = [
        Example(
            name: "an unmasked text",
            bytes: [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F],
            message: .text("Hello")
        ),
        Example(
            name: "a masked text",
            bytes: [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58],
            role: .server,
            message: .text("Hello")
        ),
        Example(
            name: "a text in two fragments",
            bytes: [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F],
            message: .text("Hello")
        ),
        Example(
            name: "a ping and its answer",
            bytes: [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F],
            answer: [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        ),
        Example(
            name: "256 bytes",
            bytes: [0x82, 0x7E, 0x01, 0x00] + [UInt8](repeating: 7, count: 256),
            message: .binary([UInt8](repeating: 7, count: 256))
        ),
        Example(name: "an empty text", bytes: [0x81, 0x00], message: .text("")),
        Example(
            name: "an empty message in three fragments",
            bytes: [0x02, 0x00, 0x00, 0x00, 0x80, 0x00],
            message: .binary([])
        ),
        Example(
            name: "a ping between fragments that cut a character",
            bytes: [0x01, 0x02, 0x61, 0xC3, 0x89, 0x01, 0x70, 0x80, 0x01, 0xB1],
            message: .text("añ"),
            answer: [0x8A, 0x81, 0x37, 0xFA, 0x21, 0x3D, 0x47]
        ),
        Example(name: "a pong that nobody asked for", bytes: [0x8A, 0x01, 0x70]),
    ]

    @Test(arguments: examples)
    func `frames are parsed when split at any byte`(example: Example) {
        for cut in 0...example.bytes.count {
            var player = WebSocketPlayer(example.role)
            player.feed(Array(example.bytes[..<cut]))
            player.feed(Array(example.bytes[cut...]))
            #expect(player.messages == [example.message].compactMap { $0 })
            #expect(player.written == example.answer)
            #expect(player.end == nil)
        }
        var player = WebSocketPlayer(example.role)
        for byte in example.bytes { player.feed([byte]) }
        #expect(player.messages == [example.message].compactMap { $0 })
    }

    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
    func `the payload length is written in its shortest form`(length: Int) throws {
        var client = WebSocketPlayer(.client)
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        var limits = WebSocketLimits()
        limits.sentFrame = 1 << 20
        client = WebSocketPlayer(.client, limits: limits)
        let frame = client.machine.send(.binary(bytes)) ?? []
        let head = length < 126 ? 6 : length < 65_536 ? 8 : 14
        #expect(frame.count == length + head)
        var server = WebSocketPlayer(.server)
        server.feed(frame)
        #expect(server.messages == [.binary(bytes)])
    }

    @Test
    func `a long message is sent in fragments`() throws {
        var limits = WebSocketLimits()
        limits.sentFrame = 4
        var server = WebSocketPlayer(.server, limits: limits)
        let frames = server.machine.send(.text("Hola, club")) ?? []
        #expect(
            frames == rawFrame(0x01, Array("Hola".utf8)) + rawFrame(0x00, Array(", cl".utf8))
                + rawFrame(0x80, Array("ub".utf8))
        )
    }

    @Test
    func `each frame has its own random mask`() throws {
        var machine = WebSocketMachine(role: .client)
        let masks = (0..<64).map { _ in
            Array((machine.send(.text("Hello")) ?? [])[2..<6])
        }
        #expect(Set(masks).count > 60)
    }

    @Test
    func `a ping's payload is cut to 125 bytes`() throws {
        var machine = WebSocketMachine(role: .server)
        let ping = machine.ping([UInt8](repeating: 1, count: 200)) ?? []
        #expect(ping == rawFrame(0x89, [UInt8](repeating: 1, count: 125)))
    }

    @Test
    func `descriptions hide the content`() {
        #expect("\(WebSocketMessage.text("secreto"))" == "text of 7 bytes")
        #expect("\(WebSocketMessage.binary([1, 2]))" == "2 bytes")
        #expect("\(WebSocketClose(.normal, "secreto"))" == "closed with 1000")
    }
}
