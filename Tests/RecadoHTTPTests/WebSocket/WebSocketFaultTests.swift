// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

/// The faults that the Autobahn test suite covers in its classes 2 to 7 and 9.
@Suite
struct `WebSocket protocol errors` {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var code: UInt16
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8], _ code: UInt16) {
            (self.name, self.bytes, self.code) = (name, bytes, code)
        }
    }

    static let hello = Array("Hello".utf8)

    static let framing: [Fault] = [
        // Class 3: reserved bits
        Fault("the first reserved bit", rawFrame(0xC1, hello), 1002),
        Fault("the second reserved bit", rawFrame(0xA1, hello), 1002),
        Fault("the third reserved bit", rawFrame(0x92, hello), 1002),
        Fault("all reserved bits of a ping", rawFrame(0xF9, hello), 1002),
        Fault("a reserved bit behind a message", rawFrame(0x81, hello) + rawFrame(0xA1), 1002),
        // Class 2: control frames
        Fault("a ping of 126 bytes", rawFrame(0x89, [UInt8](repeating: 1, count: 126)), 1002),
        Fault("a ping in fragments", rawFrame(0x09, hello) + rawFrame(0x80), 1002),
        Fault("a pong in fragments", rawFrame(0x0A, hello), 1002),
        Fault("a close frame in fragments", rawFrame(0x08), 1002),
        // Class 5: fragments
        Fault("a fragment that continues nothing", rawFrame(0x80, hello), 1002),
        Fault("a first fragment that continues nothing", rawFrame(0x00, hello), 1002),
        Fault("a continuation behind a message", rawFrame(0x81, hello) + rawFrame(0x80), 1002),
        Fault("a text within a text", rawFrame(0x01, hello) + rawFrame(0x81, hello), 1002),
        Fault("bytes within a text", rawFrame(0x01, hello) + rawFrame(0x02, hello), 1002),
        // Class 9: lengths
        Fault("16 bits for a short length", [0x82, 126, 0, 125], 1002),
        Fault("64 bits for a short length", [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
        Fault("a negative length", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
        Fault("a length beyond the limit", [0x82, 127, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009),
        Fault("a mask of a server", rawFrame(0x81, hello, mask: [1, 2, 3, 4]), 1002),
    ]

    /// Class 4: reserved opcodes.
    static let kinds: [Fault] = [0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF].map { kind in
        Fault("the kind \(kind)", rawFrame(0x80 | kind, hello), 1002)
    }

    /// Class 6: texts that are not valid UTF-8.
    static let texts: [Fault] = [
        ("a lone continuation", [0x80]), ("an overlong slash", [0xC0, 0xAF]),
        ("an overlong form of three", [0xE0, 0x80, 0xAF]),
        ("an overlong form of four", [0xF0, 0x8F, 0xBF, 0xBF]),
        ("a surrogate", [0xED, 0xA0, 0x80]), ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]),
        ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]), ("a byte of no character", [0xFE]),
        ("half a character", [0xC3]), ("a character that breaks off", [0xE2, 0x82, 0x41]),
        ("a Greek word and a surrogate", [0xCE, 0xBA, 0xED, 0xA0, 0x80, 0x65, 0x64]),
    ].map { Fault($0, rawFrame(0x81, [0x61] + $1), 1007) }

    /// Class 7: close frames.
    static let farewells: [Fault] =
        [
            Fault("a farewell of one byte", rawFrame(0x88, [3]), 1002),
            Fault("a reason that is no UTF-8", rawFrame(0x88, [0x03, 0xE8, 0xCE]), 1007),
            Fault(
                "a farewell of 126 bytes",
                rawFrame(0x88, [UInt8](repeating: 3, count: 126)),
                1002
            ),
        ]
        + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map { code in
            Fault("the code \(code)", rawFrame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]), 1002)
        }

    @Test(arguments: framing + kinds + texts + farewells)
    func `a violation closes the connection with the matching close code`(fault: Fault) throws {
        for isWhole in [true, false] {
            var player = WebSocketPlayer(.client)
            if isWhole {
                player.feed(fault.bytes)
            } else {
                for byte in fault.bytes { player.feed([byte]) }
            }
            guard case .failed(let failure) = try #require(player.end) else {
                Issue.record("\(String(describing: player.end))")
                continue
            }
            #expect(failure.code.rawValue == fault.code)
            // A client masks its frames; in tests the mask is always the same.
            let code = [player.written[6] ^ 0x37, player.written[7] ^ 0xFA]
            #expect(UInt16(code[0]) << 8 | UInt16(code[1]) == fault.code)
            #expect(player.machine.state == .closed)
            player.feed(rawFrame(0x81, Self.hello))
            #expect(player.actionsAfterEnd == 0)
        }
    }

    @Test
    func `a server refuses an unmasked frame`() {
        var player = WebSocketPlayer(.server)
        player.feed(rawFrame(0x81, Self.hello))
        #expect(player.farewell == 1002)
    }

    @Test
    func `a text message fails at its first invalid UTF-8 byte`() {
        var player = WebSocketPlayer(.client)
        player.feed([0x01, 0x7E, 0xFF, 0xFF] + Array("κόσμε".utf8))
        #expect(player.end == nil)
        player.feed([0xED])
        #expect(player.end == nil)
        player.feed([0xA0])
        #expect(player.end != nil)
    }

    @Test
    func `a frame header fails at its first invalid byte`() {
        var player = WebSocketPlayer(.client)
        player.feed([0x83])
        #expect(player.end != nil)
        player = WebSocketPlayer(.client)
        player.feed([0x89, 0x7E])
        #expect(player.end != nil)
    }

    static let sizes: [(String, [UInt8], UInt16?)] = [
        ("a frame at the limit", rawFrame(0x82, [1, 2, 3, 4]), nil),
        ("a frame beyond it", [0x82, 0x05], 1009),
        ("a message at the limit", rawFrame(0x02, [1, 2, 3, 4]) + rawFrame(0x80, [5, 6]), nil),
        ("a message beyond it", rawFrame(0x02, [1, 2, 3, 4]) + [0x80, 0x03], 1009),
        ("fragments at the limit", rawFrame(0x02) + rawFrame(0x00) + rawFrame(0x80), nil),
        ("fragments beyond it", rawFrame(0x02) + rawFrame(0x00) + rawFrame(0x00) + [0, 0], 1008),
    ]

    @Test(arguments: sizes)
    func `size limits apply before the payload arrives`(name: String, bytes: [UInt8], code: UInt16?)
    {
        var limits = WebSocketLimits()
        (limits.frame, limits.message, limits.fragments) = (4, 6, 3)
        var player = WebSocketPlayer(.client, limits: limits)
        player.feed(bytes)
        if let code {
            guard case .failed(let failure) = player.end else {
                Issue.record("no failure")
                return
            }
            #expect(failure.code.rawValue == code)
        } else {
            #expect(player.messages.count == 1)
        }
    }
}
