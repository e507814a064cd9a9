// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoOpenTelemetry
import RecadoServer
import RecadoSockets
import Testing

/// Tests that exported data can be read as the Protobuf messages that OpenTelemetry publishes.
@Suite(.timeLimit(.minutes(1))) struct `OpenTelemetry export` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private struct ShowFilm: Endpoint {
        static let route: Route = "GET /films/{id}"
        typealias Output = String
        @Path var id: Int
    }

    @Test func `spans and metrics are read by OpenTelemetry's own parser`() async throws {
        let peer = try await Peer(
            Self.root.appending(path: ".build/venv/bin/python").path(),
            [Self.root.appending(path: "Tests/Telemetry/collector.py").path()],
            in: Peer.makeFolder(),
            greets: true
        )
        let collector = try Client(base: peer.greeting)
        let telemetry = OpenTelemetry(service: "films", client: collector)
        var service = Service(
            API(name: "films", title: "Films", version: "1", endpoints: [ShowFilm.self])
        )
        service.serve { (call: ShowFilm) in "film \(call.id)" }
        var options = Application.Options()
        options.observers += telemetry.observers
        let application = try Application([service], options: options)
        for target in ["/films/films/7", "/films/films/x", "/nowhere"] {
            _ = await application.respond(to: Request(method: .get, target: target))
        }
        await telemetry.shutdown()
        let seen: [String] = try await collector.get("seen")
        #expect(telemetry.droppedSpans == 0)
        #expect(seen.contains("span GET /films/films/{id} 2 16 8 0 True"), "\(seen)")
        #expect(seen.contains("span GET 2 16 8 0 True"), "\(seen)")
        #expect(!seen.contains { $0.hasPrefix("refused") || $0.contains("False") }, "\(seen)")
        let metrics = seen.filter { $0.hasPrefix("metric http.server.request.duration s 1 True 1") }
        #expect(metrics.count == 3, "\(seen)")
        withExtendedLifetime(peer) {}
    }
}
