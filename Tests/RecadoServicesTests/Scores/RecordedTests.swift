// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import RecadoSockets
import Testing

/// Compares the scores service with recorded responses of a Rails application.
@Suite(.timeLimit(.minutes(2)))
struct `The scores service compared with Rails` {
    @Test(arguments: Storage.all)
    func `recorded requests get the recorded Rails responses byte for byte`(
        storage: Storage
    ) async throws {
        let exchanges = try RecordedExchange.all()
        #expect(exchanges.count == 242)
        try await Board.open(over: storage) { board in
            try await board.serve { authority, transport in
                var tags: [String: String] = [:]
                var differences: [String] = []
                for exchange in exchanges {
                    let request = try exchange.request(to: authority, tags: tags)
                    let reply = try await Reply(transport.send(request))
                    tags[exchange.name] = reply.fields[.eTag]
                    differences += exchange.differences(reply, from: authority)
                }
                #expect(differences == [])
            }
        }
    }
}
