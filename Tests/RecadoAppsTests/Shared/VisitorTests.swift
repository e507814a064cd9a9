// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// The services see the addresses of the apps' visitors, not the address of the apps' server.
@Suite(.timeLimit(.minutes(1)))
struct `IP addresses of the apps' visitors` {
    @Test(
        arguments: [
            ("/apps/game", "</html>"), ("/apps/posts", "</html>"),
            ("/apps/game?manner=async", "</html>"), ("/apps/game/live", "data:"),
            ("/apps/posts/live", "data:"),
        ]
    )
    func `are passed to the services for the whole page or stream`(
        target: String,
        end: String
    ) async throws {
        try await Services.open { services in
            let apps = try services.apps()
            var request = Request(method: .get, authority: "apps.example", target: target)
            request.peer = Peer(address: "192.0.2.7", isLocal: false, isSecure: false)
            let source = await apps.respond(to: request).content.makeSource()
            var text = ""
            while !text.contains(end), let piece = try await source.next() {
                text += String(decoding: piece, as: UTF8.self)
            }
            #expect(text.contains(end))
            #expect(services.callers.addresses == ["192.0.2.7"])
        }
    }
}
