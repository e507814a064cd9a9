// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/scores.md. Needs a running `recado serve`: `swift run
// PlayingForScores`.

import Recado
import RecadoContracts

/// Serves the scores by a raw handler, except for the stream of events, which ends at once.
func served(by rawHandler: some RawHandler) -> Service {
    @Sendable func watch(_ call: WatchTopScores) async -> EventFeed<[Score]> {
        EventFeed(of: AsyncStream { $0.finish() })
    }
    let endpoints = Scores.api.endpoints.filter { $0 != WatchTopScores.self }
    var service = Service(Scores.api)
    service.serve(watch)
    service.serve(rawHandler, for: endpoints)
    return service
}

struct Silence: RawHandler {
    func template(of request: Request) -> String? { nil }
    func respond(to request: Request) async -> Response { Response(status: .noContent) }
}

print(served(by: Silence()).check().isEmpty ? "nothing is missing" : "something is missing")

let client = try Client(base: "http://localhost:3000", transport: SocketTransport())
let pedro = try await client.send(CreateScore(ScoreDraft(name: "Pedro", total: 125)))
let best = try await client.send(TopScores(), with: CallOptions(format: .xml))
print(pedro.id, best.map { $0.name ?? "–" })

for try await scores in client.events(of: WatchTopScores()) {
    print(scores.map { $0.name ?? "–" })
    break
}

let game = try await client.webSocket(PlayGame())
try await game.send(ScoreDraft(name: "Pedro", total: 126))
for try await news in game.messages {
    guard let added = news.added else { continue }
    print("number", added.id)
    break
}
await game.close()
