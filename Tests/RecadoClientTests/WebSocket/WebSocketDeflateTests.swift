// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP
import Testing

@testable import RecadoClient

@Suite(.timeLimit(.minutes(1)))
struct `Compressed WebSockets` {
    /// Returns both ends of a WebSocket that has agreed on compression.
    private func open(
        _ terms: String = "",
        _ configure: @escaping @Sendable (inout WebSocket.Options) -> Void = { _ in }
    ) async throws -> (WebSocket, RemoteSocket) {
        let memory = try MemoryWebSocket()
        let answer = "permessage-deflate\(terms)"
        let (socket, opened) = try await memory.open(
            answering: "Sec-WebSocket-Extensions: \(answer)\r\n",
            configure
        )
        let connection = try #require(opened).connection
        let deflate = try WebSocketDeflate(answer: answer[...])
        let compressor = try #require(
            WebSocketDeflater(
                window: max(deflate.serverWindow, 9),
                resetsPerMessage: deflate.serverNoContextTakeover
            )
        )
        let codec = WebSocketCodec(
            compressor: compressor,
            decompressor: WebSocketInflater(resetsPerMessage: deflate.clientNoContextTakeover)
        )
        return (socket, RemoteSocket(connection, codec: codec))
    }

    @Test(
        arguments: [
            "", "; server_no_context_takeover", "; client_no_context_takeover",
            "; client_no_context_takeover; server_no_context_takeover",
            "; client_max_window_bits=9", "; client_max_window_bits=8",
            "; server_max_window_bits=9; client_max_window_bits=12",
        ]
    )
    func `compressed messages arrive unchanged in both directions`(terms: String) async throws {
        var (socket, remote) = try await open(terms)
        var messages = socket.messages.makeAsyncIterator()
        for size in [0, 1, 63, 64, 500, 40_000, 300_000] {
            let text = WebSocketMessage.text(String(repeating: "señor y ", count: size / 9))
            let bytes = WebSocketMessage.binary(
                (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
            )
            for message in [text, bytes, text] {
                try await socket.send(message)
                #expect(await remote.next() == .deliver(message))
                remote.send(message)
                #expect(try await messages.next() == message)
            }
        }
    }

    @Test(arguments: [true, false])
    func `context takeover makes a repeated message smaller`(resetsPerMessage: Bool) async throws {
        let terms = resetsPerMessage ? "; client_no_context_takeover" : ""
        let (socket, remote) = try await open(terms)
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try await socket.send(.binary(noise))
        #expect(try #require(await remote.connection.receive()).count > 1900)
        try await socket.send(.binary(noise))
        let second = try #require(await remote.connection.receive())
        #expect((second.count > 1900) == resetsPerMessage)
    }

    @Test
    func `small messages are sent uncompressed`() async throws {
        let (socket, remote) = try await open()
        try await socket.send(.text("Hola"))
        #expect(await remote.connection.receive()?.first == 0x81)
        try await socket.send(.text(String(repeating: "Hola", count: 100)))
        #expect(await remote.connection.receive()?.first == 0xC1)
    }

    @Test
    func `a message that decompresses to more than the limit is refused`() async throws {
        var (socket, remote) = try await open { $0.limits.message = 1 << 20 }
        let zeros = WebSocketMessage.binary([UInt8](repeating: 0, count: 50 << 20))
        let frames = remote.machine.send(zeros)
        let bomb = try #require(frames)
        #expect(bomb.count < 100_000)
        remote.connection.send(bomb)
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .tooLarge)
        #expect(await remote.next() != nil)
    }

    @Test
    func `malformed compressed data close the WebSocket`() async throws {
        var (socket, remote) = try await open()
        remote.connection.send([0xC2, 0x04, 0xFF, 0xFF, 0xFF, 0xFF])
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .protocolViolation)
        guard case .end(.closed(let close)) = await remote.next() else {
            Issue.record("no farewell")
            return
        }
        #expect(close.code == .invalidData)
    }

    @Test
    func `invalid extension parameters in the response fail the handshake`() async throws {
        for terms in ["; server_max_window_bits=16", "; what=7", "; server_max_window_bits"] {
            let memory = try MemoryWebSocket()
            let error = await webSocketError {
                _ = try await memory.open(
                    answering: "Sec-WebSocket-Extensions: permessage-deflate\(terms)\r\n"
                )
            }
            #expect(error?.kind == .badHandshake)
        }
    }
}
