// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoStore
import Testing

/// A database with a limit of a megabyte, which behaves as on a full disk.
@Suite(.timeLimit(.minutes(3)))
struct `A videoclub on a full disk` {
    private static let options = SQLiteStore.Options { $0.sizeLimit = 1 << 20 }

    /// Returns a film whose data take several pages of the database file.
    private static func film() throws -> String {
        let film: Value = [
            "title": "Arrebato", "year": "1979", "director": "Zulueta",
            "synopsis": .string(String(repeating: "x", count: 9_000)),
        ]
        return try JSON().encodeToString(film)
    }

    /// Opens a videoclub and adds films until one is refused.
    private func fill(
        _ body: (_ club: Club, _ kept: [Int]) async throws -> Void
    ) async throws {
        try await Club.open(options: Self.options) { club in
            let film = try Self.film()
            var kept: [Int] = []
            while true {
                let reply = try await club.send(.post, "", as: .guest, json: film)
                guard reply.status == 201, kept.count < 200 else { break }
                kept.append(try #require(reply.value["id"]?.intValue))
            }
            try #require((2..<200).contains(kept.count))
            #expect(club.reports.codes == [.full])
            try await body(club, kept)
        }
    }

    @Test func `refuses a write with 507, stores nothing and still serves reads`() async throws {
        try await fill { club, kept in
            let before = try await club.snapshot()
            let refused = try await club.send(.post, "", as: .guest, json: Self.film())
            refused.expectProblem(507)
            #expect(refused.value["title"] == "Espacio insuficiente")
            #expect(!refused.text.contains("INSERT") && !refused.text.contains("sqlite"))
            #expect(try await club.snapshot() == before)
            #expect(try await club.list().total == "\(20 + kept.count)")
            #expect(try await club.send(.get, "\(kept[0])").status == 200)
        }
    }

    @Test func `sends the response 507 over a socket and continues to serve`() async throws {
        try await fill { club, kept in
            try await club.application.listen { address in
                let visitor = Visitor(base: "http://\(address)")
                let fields = [
                    "Content-Type": "application/json",
                    "Authorization": try User.guest.authorization,
                ]
                let refused = try await visitor.send(
                    Club.catalog,
                    method: "POST",
                    json: Self.film(),
                    fields: fields
                )
                #expect(refused.status == 507)
                #expect(refused.fields["content-type"] == "application/problem+json")
                let list = try await visitor.send(Club.catalog)
                #expect(list.status == 200)
                #expect(list.fields["x-total-count"] == "\(20 + kept.count)")
            }
        }
    }

    @Test func `accepts a new film after other films were removed`() async throws {
        try await fill { club, kept in
            for id in kept.prefix(2) {
                #expect(try await club.send(.delete, "\(id)", as: .guest).status == 200)
            }
            let taken = try await club.send(.post, "", as: .guest, json: Self.film())
            #expect(taken.status == 201)
            #expect(try await club.list().total == "\(20 + kept.count - 1)")
        }
    }

    @Test func `loses no film and accepts a new one once the file may grow`() async throws {
        try await fill { club, _ in
            let before = try await club.snapshot()
            await club.store.close()
            try await Club.reopen(club.path) { again in
                #expect(try await again.snapshot() == before)
                let taken = try await again.send(.post, "", as: .guest, json: Self.film())
                #expect(taken.status == 201)
            }
        }
    }
}
