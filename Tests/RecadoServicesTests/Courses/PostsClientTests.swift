// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The document's app for posts, which reloads a list and has an editor for new posts.
@Suite(.timeLimit(.minutes(3)))
struct `The posts app of the iOS course` {
    /// Reads the posts that the table shows.
    private static func reload(
        _ client: PostsClient,
        _ params: [String: String] = [:]
    ) async throws -> [BlogPost] {
        let answer = await withCheckedContinuation { done in
            client.getPosts(params) { done.resume(returning: $0) }
        }
        #expect(answer.error == nil && answer.status == 200)
        let dictionaries = try #require(answer.object as? [[String: Any]])
        return dictionaries.map { BlogPost($0) }
    }

    private static func save(
        _ post: BlogPost,
        _ keys: [String],
        _ client: PostsClient
    ) async -> (post: BlogPost?, answer: PostsClient.Answer) {
        let answer = await withCheckedContinuation { done in
            let members = post.dictionaryRepresentation.filter { keys.contains($0.key) }
            client.postPost(members) { done.resume(returning: $0) }
        }
        return ((answer.object as? [String: Any]).map { BlogPost($0) }, answer)
    }

    @Test func `lists the posts, adds one and then lists it too`() async throws {
        try await CourseServer.serve { server in
            let client = PostsClient(host: server.base)
            #expect(try await Self.reload(client).isEmpty)
            let keys = ["title", "body", "author"]
            let draft = BlogPost(title: "Ñu <&> \"x\" 🎬", body: "Its text", author: 1)
            let (saved, answer) = await Self.save(draft, keys, client)
            #expect(answer.status == 201 && answer.error == nil)
            let post = try #require(saved)
            #expect(post.id?.count == 24 && post.title == draft.title && post.author == 1)
            #expect(try await Self.reload(client) == [post])
            // If a post lacks a value, the app gets `NSNull` but never shows it.
            let (bare, _) = await Self.save(
                BlogPost(title: "Bare", body: nil, author: nil),
                keys,
                client
            )
            let second = try #require(bare)
            let listed = try await Self.reload(client, ["page": "1", "count": "100"])
            #expect(listed == [second, post])
            #expect(listed.allSatisfy { $0.title != nil && $0.body != nil })
            #expect(try await Self.reload(client, ["page": "2", "count": "1"]) == [post])
        }
    }

    @Test func `gets an error if a post is refused or the server is unreachable`() async throws {
        try await CourseServer.serve { server in
            let client = PostsClient(host: server.base)
            let draft = BlogPost(title: nil, body: "B", author: 1)
            let (_, answer) = await Self.save(draft, ["title", "body", "author"], client)
            #expect(answer.status == 422)
            #expect((answer.object as? [String: Any])?["title"] as? String != nil)
            let posts = try await Self.reload(client)
            #expect(posts.isEmpty)
        }
        let nobody = PostsClient(host: "http://127.0.0.1:9")
        let answer = await withCheckedContinuation { done in
            nobody.getPosts { done.resume(returning: $0) }
        }
        #expect(answer.error?.isEmpty == false && answer.data == nil)
    }
}
