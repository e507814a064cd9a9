// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Message memory of many WebSockets` {
    private static func configuration(_ bytes: Int) -> ServerConfiguration {
        var configuration = ServerConfiguration.testing()
        configuration.limits.webSocketMessages = bytes
        return configuration
    }

    /// Opens a WebSocket and sends `count` bytes of a message without its end.
    private func unfinished(_ port: UInt16, _ count: Int) throws -> TalkClient {
        let client = try TalkClient(port: port, opening: "talk")
        var first: UInt8 = 0x02
        var rest = count
        while rest > 0 {
            try client.send(TalkClient.frame(first, [UInt8](repeating: 7, count: min(rest, 4_096))))
            (first, rest) = (0x00, rest - 4_096)
        }
        // The server answers the ping only after it has read all bytes before it.
        try client.send(TalkClient.frame(0x89, []))
        return client
    }

    /// Returns a client whose unfinished message was accepted, or `nil` if there was no room for
    /// it.
    private func attempt(_ port: UInt16) throws -> TalkClient? {
        let client = try unfinished(port, 8_000)
        var frame = try client.frame()
        if frame.first == 0x8A {
            // The server may answer the first ping before it has counted the bytes in front of it.
            try client.send(TalkClient.frame(0x89, []))
            frame = try client.frame()
        }
        if frame.first == 0x8A { return client }
        #expect(frame.code == 1_013)
        client.reset()
        return nil
    }

    @Test func `unfinished messages stay within the limit, and short ones arrive`() async throws {
        // Room for two connections with 8000 bytes each, of which 4096 are not counted.
        try await TalkService.echo.run(Self.configuration(8_000)) { port in
            let held = [try unfinished(port, 8_000), try unfinished(port, 8_000)]
            for client in held { #expect(try client.frame().first == 0x8A) }
            let third = try unfinished(port, 8_000)
            var frame = try third.frame()
            if frame.first == 0x8A { frame = try third.frame() }
            #expect(frame.first == 0x88 && frame.code == 1_013)
            let other = try TalkClient(port: port, opening: "talk")
            try other.say("short")
            #expect(try other.frame().text == "short")
            // When a message ends, its memory is free again.
            try held[0].send(TalkClient.frame(0x80, [1]))
            #expect(try held[0].frame().payload.count > 0)
            while try held[0].frame().first & 0x80 == 0 {}
            let fourth = try unfinished(port, 8_000)
            #expect(try fourth.frame().first == 0x8A)
        }
    }

    @Test func `a lost connection releases its memory`() async throws {
        try await TalkService.echo.run(Self.configuration(4_000)) { port in
            for _ in 0..<20 {
                // There is room for only one; the server notices after a while that the last client
                // has left.
                var client = try attempt(port)
                var refusals = 0
                while client == nil, refusals < 5_000 {
                    refusals += 1
                    await Task.yield()
                    client = try attempt(port)
                }
                try #require(client).reset()
            }
        }
    }
}
