// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoStore
import Testing

/// Pages of posts that are too large for memory, and so are read while they are sent.
@Suite(.timeLimit(.minutes(3)))
struct `Long lists of posts` {
    /// Inserts a number of posts of 20 000 characters each.
    private static func fill(_ blog: Blog, _ count: Int) async throws {
        let body = String(repeating: "b", count: 20_000)
        try await blog.store.write { transaction in
            for number in 1...count {
                let digits = String(number, radix: 16)
                let id = String(repeating: "0", count: 24 - digits.utf8.count) + digits
                try transaction.execute(
                    "INSERT INTO post (id, title, body) VALUES (\(id), \("T\(number)"), \(body))"
                )
            }
        }
    }

    private static func response(_ blog: Blog, _ query: String) async -> Response {
        let request = Request(
            method: .get,
            authority: "posts.example",
            target: Blog.path + query
        )
        return await blog.stand.application.respond(to: request)
    }

    @Test(arguments: Storage.all)
    func `are streamed in batches, complete and in order`(storage: Storage) async throws {
        try await Blog.open(over: storage) { blog in
            try await Self.fill(blog, 330)
            let response = await Self.response(blog, "?count=300")
            #expect(response.status == .ok && response.content.length == nil)
            #expect(response.fields[.contentType] == "application/json")
            #expect(!response.fields.contains(.eTag))
            #expect(response.fields["X-Total-Count"] == "330")
            #expect(response.fields[.link]?.contains("page=2>; rel=\"next\"") == true)
            var (bytes, largest) = ([UInt8](), 0)
            for try await piece in response.content.pieces {
                largest = max(largest, piece.count)
                bytes += piece
            }
            #expect(largest < 1 << 18)
            let posts = try JSON().decode([Post].self, from: bytes)
            #expect(posts.map(\.title) == (31...330).reversed().map { "T\($0)" })
            #expect(posts.allSatisfy { $0.body.utf8.count == 20_000 })
            #expect(
                try await blog.titles("?count=300&page=2")
                    == (1...30).reversed().map { "T\($0)" }
            )
            #expect(try await blog.titles("?count=300&page=3") == [])
        }
    }

    @Test func `have a total and next links like short lists`() async throws {
        try await Blog.open { blog in
            try await Self.fill(blog, 25)
            try await blog.stand.serve("/api") { client in
                var titles: [String] = []
                let long = try await client.send(ListPosts(count: 20))
                #expect(long.total == 25 && long.links["next"]?.contains("page=2") == true)
                titles += long.elements.map(\.title)
                let short = try await client.send(ListPosts(page: 5, count: 5))
                #expect(short.total == 25 && short.links["next"] == nil)
                titles += short.elements.map(\.title)
                #expect(titles == (1...25).reversed().map { "T\($0)" })
            }
        }
    }

    @Test func `continue while posts are added and removed`() async throws {
        try await Blog.open { blog in
            try await Self.fill(blog, 100)
            let source = await Self.response(blog, "").content.makeSource()
            var bytes = try await source.next() ?? []
            _ = try await blog.write("new")
            try await blog.store.write { transaction in
                try transaction.execute("DELETE FROM post WHERE place <= 50")
            }
            while let piece = try await source.next() { bytes += piece }
            let titles = try JSON().decode([Post].self, from: bytes).map(\.title)
            #expect(titles == (51...100).reversed().map { "T\($0)" })
        }
    }

    @Test func `fail if the store is closed`() async throws {
        try await Blog.open { blog in
            try await Self.fill(blog, 100)
            let source = await Self.response(blog, "").content.makeSource()
            #expect(try await source.next() == Array("[".utf8))
            #expect(try await source.next() != nil)
            await blog.store.close()
            await #expect(throws: (any Error).self) { try await source.next() }
        }
    }
}
