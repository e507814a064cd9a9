// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import RecadoSockets
import RecadoStore
import Testing

/// A game over a WebSocket.
@Suite(.timeLimit(.minutes(3)))
struct `A game over a WebSocket` {
    /// Serves the game on a free port while `body` runs.
    private static func play(
        over storage: Storage = .sqlite,
        _ body: (Board, Client) async throws -> Void
    ) async throws {
        try await Board.open(over: storage) { board in
            try await board.serve { authority, transport in
                try await body(board, Client(base: "http://\(authority)", transport: transport))
            }
        }
    }

    @Test(arguments: Storage.all)
    func `stores sent scores and reports each change of the three best`(
        storage: Storage
    ) async throws {
        try await Self.play(over: storage) { board, client in
            let socket = try await client.webSocket(PlayGame())
            var news = socket.messages.makeAsyncIterator()
            #expect(try await news.next() == GameNews(best: []))
            try await socket.send(ScoreDraft(name: "Ana", total: 3))
            // The two messages come from different tasks, so their order is open.
            let first = [try await news.next(), try await news.next()]
            let added = first.compactMap { $0?.added }
            let ana = try #require(added.first)
            #expect(ana.name == "Ana" && ana.total == 3)
            let lists = first.compactMap { $0?.best }
            #expect(lists == [[ana]])
            // Another player adds a score without a WebSocket.
            try await board.add("Berta", 4)
            let best = try await news.next()?.best
            #expect(best?.map(\.name) == ["Berta", "Ana"])
            await socket.close()
            #expect(try await board.top() == ["Berta", "Ana"])
        }
    }

    @Test(arguments: [
        ("{", "ends too early"), (#"{"total":"x"}"#, "/total: "), ("[]", "found an array"),
        (#"{"name":"\#(String(repeating: "n", count: 256))"}"#, "/name: "),
    ])
    func `continues after a message that is not a score`(
        _ text: String,
        _ reason: String
    ) async throws {
        try await Self.play { board, client in
            let socket = try await client.webSocket(PlayGame())
            var news = socket.messages.makeAsyncIterator()
            _ = try await news.next()
            try await socket.socket.send(.text(text))
            let refused = try await news.next()?.refused
            #expect(refused?.contains(reason) == true, "\(refused ?? "")")
            try await socket.send(ScoreDraft(name: "Ana", total: nil))
            let next = [try await news.next(), try await news.next()]
            let names = next.compactMap { $0?.added?.name }
            #expect(names == ["Ana"])
            await socket.close()
            #expect(try await board.top() == ["Ana"])
        }
    }

    @Test func `closes the connection on a message longer than any score`() async throws {
        try await Self.play { board, client in
            let socket = try await client.webSocket(PlayGame())
            try await socket.send(ScoreDraft(name: String(repeating: "n", count: 20_000)))
            let error = await #expect(throws: WebSocketError.self) {
                for try await _ in socket.messages {}
            }
            #expect(error?.close?.code == .tooBig)
            #expect(try await board.top() == [])
        }
    }

    @Test func `closes with code 1012 if the store is closed`() async throws {
        try await Self.play { board, client in
            let socket = try await client.webSocket(PlayGame())
            var news = socket.messages.makeAsyncIterator()
            _ = try await news.next()
            await board.store.close()
            let error = await #expect(throws: WebSocketError.self) {
                for try await _ in socket.messages {}
            }
            #expect(error?.close?.code == .restarting)
        }
    }
}
