// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import Testing

/// Every change of a post is reported to all who watch the posts.
@Suite(.timeLimit(.minutes(3)))
struct `The event stream of posts` {
    @Test(arguments: Storage.all)
    func `reports each post that is written, changed or removed`(storage: Storage) async throws {
        try await Blog.open(over: storage) { blog in
            try await blog.stand.serve("/api") { client in
                var news: [PostsNews] = []
                var ids: [String] = []
                for try await item in client.events(of: WatchPosts()) {
                    news.append(item)
                    switch news.count {
                    case 1: ids.append(try await blog.write("uno"))
                    case 2: ids.append(try await blog.write("dos"))
                    case 3:
                        // A change without effect is not reported, so the next event is about the
                        // change after it.
                        _ = try await blog.send(.put, "/\(ids[0])", json: #"{"title":"uno"}"#)
                        _ = try await blog.send(.put, "/\(ids[0])", json: #"{"body":"texto"}"#)
                    case 4: _ = try await blog.send(.delete, "/\(ids[1])")
                    default: break
                    }
                    if news.count == 5 { break }
                }
                #expect(
                    news == [
                        PostsNews(total: 0, newest: nil), PostsNews(total: 1, newest: ids[0]),
                        PostsNews(total: 2, newest: ids[1]), PostsNews(total: 2, newest: ids[1]),
                        PostsNews(total: 1, newest: ids[0]),
                    ]
                )
            }
        }
    }

    @Test func `the path of the event stream is not read as the id of a post`() async throws {
        try await Blog.open { blog in
            let other = try await blog.send(.get, "/live0")
            #expect(other.status == 404)
            let feed = await blog.stand.application.respond(
                to: Request(method: .get, authority: "stand.example", target: "/api/posts/live")
            )
            #expect(feed.status == .ok)
            #expect(feed.fields[.contentType]?.hasPrefix("text/event-stream") == true)
        }
    }
}
