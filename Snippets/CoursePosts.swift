// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The course's app for posts, beside `recado serve`: `swift run CoursePosts`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"

// The document's Post is made of a dictionary and made into one, with NSNull where there is
// nothing, and the names on the wire stand in both methods. Here they stand in one place.

struct Post: Codable {
    var id: String?
    var title: String
    var body: String?
    var author: Int?

    enum CodingKeys: String, CodingKey {
        case id = "_id"
        case title, body, author
    }
}

// The document hangs its calls on a singleton with a session; each makes a URL of host, path and
// parameters, a request with the fields of JSON, and a task that reads JSON. What is left of it is
// a value that every screen may have.

struct Blog: Sendable {
    static let shared = try? Blog(server: server)
    private let client: Client

    init(server: String) throws {
        client = try Client(base: server)
    }

    func posts(page: Int = 1, count: Int = 100) async throws -> [Post] {
        try await client.get("api/posts", query: ["page": "\(page)", "count": "\(count)"])
    }

    func add(_ post: Post) async throws -> Post {
        try await client.post("api/posts", post)
    }
}

// The document's callbacks come on a background thread and are sent to the main queue by hand. A
// call that is awaited goes on where it was made: on the main actor in a view.

guard let blog = Blog.shared else { throw CancellationError() }
let before = try await blog.posts(count: 1000).count
let saved = try await blog.add(Post(title: "Hola", body: "¿Qué tal?", author: 1))
print(saved.title, saved.id?.count ?? 0)

// The document leaves it to the reader to show the new post in the list.
// Here the list is read again.

let posts = try await blog.posts(count: 1000)
print(posts.count - before, posts.map(\.title).first ?? "no post")
