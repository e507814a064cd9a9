// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/streams-and-files.md: `swift run StreamsAndFiles`, which serves
// scores and the present directory, and reads the scores back.

import Recado
import RecadoHTTP
import RecadoServer

struct Score: Codable, Sendable {
    var number: Int
    var points: Double
}

struct WatchScores: Endpoint {
    static let route: Route = "GET /scores/changes"
    typealias Output = EventFeed<Score>
    @Header<LastEventID, String?> var lastEventID: String? = nil
}

struct ExportScores: Endpoint {
    static let route: Route = "GET /scores/export"
    typealias Output = ElementFeed<Score>
}

@Sendable func scores(from first: Int) -> AsyncStream<Score> {
    AsyncStream { continuation in
        for number in first..<first + 3 {
            continuation.yield(Score(number: number, points: 7.5))
        }
        continuation.finish()
    }
}

@Sendable func watch(_ call: WatchScores) async -> EventFeed<Score> {
    let first = (Int(call.lastEventID ?? "") ?? 0) + 1
    let events = scores(from: first).map { FeedEvent($0, id: "\($0.number)") }
    return EventFeed(events, retryingAfter: .seconds(2))
}

@Sendable func export(_ call: ExportScores) async -> ElementFeed<Score> {
    ElementFeed(scores(from: 1))
}

var service = Service(
    API(
        name: "club",
        title: "Videoclub",
        version: "1",
        endpoints: [WatchScores.self, ExportScores.self]
    )
)
service.serve(watch)
service.serve(export)

var assets = try StaticFiles(root: ".", at: "/assets")
assets.recognizesHashes = true
let application = try Application([service], files: [assets])

for target in ["/club/scores/changes", "/club/scores/export", "/assets/README.md"] {
    let response = await application.respond(to: Request(method: .get, target: target))
    let content = try await response.content.collect(upTo: 1 << 20)
    print(response.status, response.fields[.contentType] ?? "", content.count)
}
