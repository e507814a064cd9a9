// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The app for posts from a document of the course, written with Recado. Needs a running `recado
// serve`: `swift run CoursePosts`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"

// The document's Post is read from a dictionary and written to one, with NSNull for missing values;
// both methods contain the names of the JSON members. Here those names are in one place.

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

// The document puts its calls into a singleton with a session. Each call makes a URL from host,
// path and parameters, a request with JSON's fields, and a task that reads JSON. Here only a value
// remains, which every screen can have.

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

// The document's callbacks run on a background thread, and it sends their results to the main queue
// by hand. A call that is awaited continues where it was made: in a view, on the main actor.

guard let blog = Blog.shared else { throw CancellationError() }
let before = try await blog.posts(count: 1000).count
let saved = try await blog.add(Post(title: "Hola", body: "¿Qué tal?", author: 1))
print(saved.title, saved.id?.count ?? 0)

// The document leaves it to the reader to show the new post in the list.
// Here the list is read again.

let posts = try await blog.posts(count: 1000)
print(posts.count - before, posts.map(\.title).first ?? "no post")
