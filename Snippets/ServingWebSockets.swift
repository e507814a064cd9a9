// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A WebSocket that both sides declare: `swift run ServingWebSockets`, which talks with itself.

import Recado
import RecadoServer

struct Subscription: Codable, Sendable {
    var film: Int
}

struct Score: Codable, Sendable {
    var film: Int
    var points: Double
}

struct FollowScores: WebSocketEndpoint {
    static let route: Route = "GET /scores/live"
    typealias Incoming = Subscription
    typealias Outgoing = Score
    enum Failure: Problem, CaseIterable {
        case closed
        var status: Status { .conflict }
        var title: String { "The club is closed" }
    }

    static let subprotocols = ["scores.v1"]
    static let webSocketOptions: WebSocketOptions = {
        var options = WebSocketOptions()
        options.limits.message = 4_096
        options.idleLimit = .seconds(600)
        return options
    }()
}

@Sendable func follow(
    _ call: FollowScores
) async throws(FollowScores.Failure) -> FollowScores.Output {
    WebSocketHandler { socket in
        for try await subscription in socket.messages {
            if subscription.film == 0 { throw WebSocketClose(.policyViolation, "no such film") }
            try await socket.send(Score(film: subscription.film, points: 7.5))
        }
    }
}

var service = Service(
    API(name: "club", title: "Videoclub", version: "1", endpoints: [FollowScores.self])
)
service.serve(follow)
var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
let server = Server(configuration, handler: try Application([service]))
let address = try await server.start()[0]

let client = try Client(base: "http://\(address)/club")
do {
    let socket = try await client.webSocket(FollowScores())
    try await socket.send(Subscription(film: 7))
    for try await score in socket.messages {
        print(score.film, score.points)
        break
    }
    await socket.close()
} catch {
    let isClosed = error.failure(of: FollowScores.self) == .closed
    print(isClosed ? "Come back tomorrow." : "\(error)")
}
await server.shutdown(grace: .seconds(1))
