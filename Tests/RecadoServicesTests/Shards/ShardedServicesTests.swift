// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoPostgreSQL
import RecadoServerStore
import RecadoStore
import TemporaryPostgreSQL
import Testing

@testable import RecadoServices

/// Scores and posts whose rows are divided among several databases.
@Suite(.timeLimit(.minutes(1))) struct `Services sharded over several databases` {
    private struct Place {
        let stores: [PostgreSQLStore]
        let scores: Stand
        let posts: Stand
        let postsService: PostsService

        func count(_ table: String, in place: Int) async throws -> Int? {
            try await stores[place].read {
                try $0.value("SELECT count(*) FROM \(unsafeSQL: table)", as: Int.self)
            }
        }
    }

    private func open(_ count: Int, _ body: (Place) async throws -> Void) async throws {
        let server = try #require(TemporaryPostgreSQL.shared)
        var stores: [PostgreSQLStore] = []
        for _ in 0..<count {
            let options = PostgreSQLStore.Options { $0.maximumConnections = 4 }
            stores.append(try await PostgreSQLStore.open(server.makeDatabase(), options: options))
        }
        do {
            let others = Array(stores.dropFirst())
            let scores = try await ScoresService(store: stores[0], dividedWith: others)
            let posts = try await PostsService(store: stores[0], dividedWith: others)
            try await body(
                Place(
                    stores: stores,
                    scores: try Stand([scores.service]),
                    posts: try Stand([posts.service]),
                    postsService: posts
                )
            )
        } catch {
            for store in stores { await store.close() }
            throw error
        }
        for store in stores { await store.close() }
    }

    @Test(arguments: [2, 3]) func `scores of all databases are found and listed by number`(
        _ count: Int
    ) async throws {
        try await open(count) { place in
            var totals: [Int: Int] = [:]
            for number in 1...90 {
                let json = "{\"name\": \"Player \(number % 23)\", \"total\": \(number * 37 % 101)}"
                let reply = try await place.scores.send(.post, "/scores.json", json: json)
                #expect(reply.status == 201)
                let id = try #require(reply.value["id"]?.intValue)
                #expect(ShardKey(number: id) == ShardKey("Player \(number % 23)"))
                totals[id] = number * 37 % 101
            }
            #expect(totals.count == 90)
            for (id, total) in totals {
                let reply = try await place.scores.send(.get, "/scores/\(id).json")
                #expect(reply.value["total"]?.intValue == total)
            }
            let list = try await place.scores.send(.get, "/scores.json").value.arrayValue ?? []
            #expect(list.compactMap { $0["id"]?.intValue } == totals.keys.sorted())
            for shard in 0..<count { #expect(try await place.count("score", in: shard) ?? 0 > 9) }
            let best = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(
                \.key
            )
            let top = try await place.scores.send(.get, "/scores/top3.json").value.arrayValue ?? []
            #expect(top.compactMap { $0["id"]?.intValue } == best)
            let first = try #require(best.first)
            let change = try await place.scores.send(
                .put,
                "/scores/\(first).json",
                json: "{\"total\": 1}"
            )
            #expect(change.status == 200)
            #expect(try await place.scores.send(.delete, "/scores/\(best[1]).json").status == 204)
            let next = try await place.scores.send(.get, "/scores/top3.json").value.arrayValue ?? []
            #expect(next.first?["id"]?.intValue == best[2])
        }
    }

    @Test(arguments: [2, 3]) func `posts are listed in pages, the newest first`(
        _ count: Int
    ) async throws {
        try await open(count) { place in
            var ids: [String] = []
            for number in 0..<120 {
                let json = "{\"title\": \"Post \(number)\"}"
                let reply = try await place.posts.send(.post, "/api/posts", json: json)
                ids.insert(try #require(reply.value["_id"]?.stringValue), at: 0)
            }
            var listed: [String] = []
            for page in 1...9 {
                let reply = try await place.posts.send(.get, "/api/posts?page=\(page)&count=14")
                listed += (reply.value.arrayValue ?? []).compactMap { $0["_id"]?.stringValue }
            }
            #expect(listed == ids)
            let beyond = try await place.posts.send(.get, "/api/posts?page=10&count=14")
            #expect(beyond.value.arrayValue?.isEmpty == true)
            let found = try await place.posts.send(.get, "/api/posts?q=post+11")
            #expect(found.value.arrayValue?.count == 11)
            for shard in 0..<count { #expect(try await place.count("post", in: shard) ?? 0 > 9) }
            let path = "/api/posts/\(ids[7])"
            #expect(try await place.posts.send(.get, path).value["title"] == "Post 112")
            let change = try await place.posts.send(.put, path, json: "{\"title\": \"other\"}")
            #expect(change.status == 200)
            #expect(try await place.posts.send(.get, path.uppercased()).status == 404)
            #expect(try await place.posts.send(.delete, path).status == 204)
            #expect(try await place.posts.send(.get, path).status == 404)
        }
    }

    @Test func `a long list that is read in pieces is complete`() async throws {
        try await open(2) { place in
            for shard in 0..<2 {
                try await place.stores[shard].execute(
                    """
                    INSERT INTO score (id, name, total, created_at, updated_at)
                    SELECT n * 64 + \(shard * 40), 'A', n, 0, 0 FROM generate_series(1, 7000) n
                    """
                )
            }
            let page = try await place.scores.send(.get, "/scores.json")
            let numbers = (page.value.arrayValue ?? []).compactMap { $0["id"]?.intValue }
            let all = (1...7_000).flatMap { [$0 * 64, $0 * 64 + 40] }
            #expect(numbers == Array(all.prefix(10_000)))
            let second = try await place.scores.send(.get, "/scores.json?page=2")
            let rest = (second.value.arrayValue ?? []).compactMap { $0["id"]?.intValue }
            #expect(rest == Array(all.dropFirst(10_000)))
        }
    }

    @Test func `subscribers get the changes in every database`() async throws {
        try await open(3) { place in
            var iterator = place.postsService.live.values().makeAsyncIterator()
            let none = try await iterator.next()
            #expect(none?.total == 0)
            for number in 1...6 {
                _ = try await place.posts.send(.post, "/api/posts", json: "{\"title\": \"x\"}")
                while let news = try await iterator.next(), news.total < number {}
            }
        }
    }

    @Test func `databases in another order or number are refused`() async throws {
        try await open(2) { place in
            let (one, other) = (place.stores[0], place.stores[1])
            try await ShardPlace.claim([one, other], isInPlace: BundledTables.areInPlace)
            try await ShardPlace.claim([one, other], isInPlace: BundledTables.areInPlace)
            await #expect(throws: ShardError.moved(place: 0, from: 1, count: 2)) {
                try await ShardPlace.claim([other, one])
            }
            await #expect(throws: ShardError.moved(place: 0, from: 0, count: 2)) {
                try await ShardPlace.claim([one])
            }
            await #expect(throws: ShardError.moved(place: 1, from: 0, count: 2)) {
                try await ShardPlace.claim([one, one])
            }
            #expect(try await ShardPlace.of(other).map { $0 == (1, 2) } == true)
        }
    }

    @Test func `a database with rows of another shard is refused`() async throws {
        try await open(1) { place in
            let reply = try await place.scores.send(.post, "/scores.json", json: "{\"total\": 1}")
            #expect(reply.value["id"] == 1)
            try await place.stores[0].execute("UPDATE score SET id = 40")
            let server = try #require(TemporaryPostgreSQL.shared)
            let other = try await PostgreSQLStore.open(server.makeDatabase())
            await #expect(throws: ShardError.misplacedRows(place: 0)) {
                try await ShardPlace.claim(
                    [place.stores[0], other],
                    isInPlace: BundledTables.areInPlace
                )
            }
            // The failed call has not assigned a place to any database.
            #expect(try await ShardPlace.of(place.stores[0]) == nil)
            await #expect(throws: ShardError.misplacedRows(place: 2)) {
                try await ShardPlace.claim(
                    [other, place.stores[0], place.stores[0]],
                    isInPlace: BundledTables.areInPlace
                )
            }
            #expect(try await ShardPlace.of(other) == nil)
            try await place.stores[0].execute("UPDATE score SET id = 31")
            try await ShardPlace.claim(
                [place.stores[0], other],
                isInPlace: BundledTables.areInPlace
            )
            await other.close()
        }
    }
}
