// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServerStore

extension ScoresService {
    /// Adds the scores that a player sends, and sends the best three each time they change.
    func play(_ call: PlayGame) async throws(HandlerError<Never>) -> PlayGame.Output {
        let news = live.values()
        return WebSocketHandler { socket in
            // Ensures that a player receives the best three before the first score of the player is
            // added.
            let (greeting, greeted) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await best in news {
                        try await socket.send(GameNews(best: best))
                        greeted.finish()
                    }
                    // The feed ends when the store is closed; players can reconnect.
                    throw WebSocketClose(.restarting, "the server is about to restart")
                }
                group.addTask {
                    for await _ in greeting {}
                    try await addScores(from: socket)
                }
                // The task that ends first cancels the other one.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    /// Adds the scores one after another, until the player disconnects.
    private func addScores(from socket: PlayGame.Output.Socket) async throws {
        while let message = try await socket.receive() {
            try await socket.send(await news(of: message))
        }
    }

    /// Adds the score of a message, and returns the reply for the player.
    private func news(of message: WebSocketMessage) async -> GameNews {
        let draft: ScoreDraft
        do throws(CodingError) {
            draft = try JSON().decode(ScoreDraft.self, from: message.bytes)
        } catch {
            let place = error.pointer.isEmpty ? "" : error.pointer + ": "
            return GameNews(refused: place + (error.detail ?? error.message))
        }
        do throws(HandlerError<Never>) {
            return GameNews(added: try await add(ScoreFields(name: draft.name, total: draft.total)))
        } catch {
            return GameNews(refused: "the score cannot be kept now")
        }
    }
}
