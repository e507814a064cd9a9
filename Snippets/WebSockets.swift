// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Messages both ways: `swift run WebSockets http://127.0.0.1:3000`

import Recado

struct Score: Codable, Sendable {
    var film: Int
    var points: Double
}

let client = try Client(base: CommandLine.arguments.last ?? "")
do {
    let socket = try await client.webSocket("live", protocols: ["scores.v1"]) {
        $0.limits.message = 65_536
    }
    try await socket.send(Score(film: 7, points: 9.5))
    for try await score in socket.messages(of: Score.self) {
        print(score.film, score.points)
        if score.points == 10 { break }
    }
    await socket.close(reason: "that will do")
} catch {
    print(error.response?.status == .unauthorized ? "Who are you?" : "\(error)")
}
