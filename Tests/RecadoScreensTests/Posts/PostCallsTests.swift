// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import Testing

/// Tests the calls and states of posts as web pages use them, without a model that outlives a page.
@Suite(.timeLimit(.minutes(1)))
struct `Calls and page states of posts` {
    @Test(arguments: ScreenError.Kind.allCases)
    func `the list keeps its posts after any error`(kind: ScreenError.Kind) {
        var state = PostListState()
        let post = Post(id: "0123456789abcdef01234567", title: "Hola", body: "", author: nil)
        let first = state.begin()
        state.finish(first, with: .success(.init(posts: [post], page: 1, total: 1)))
        let second = state.begin(page: 2)
        #expect(second.page == 2)
        state.finish(second, with: .failure(ScreenError(kind, report: "GET /posts")))
        #expect(state.posts.value?.posts == [post] && state.posts.value?.page == 1)
        #expect(state.posts.error?.kind == (kind == .cancelled ? nil : kind))
    }

    @Test
    func `a search keeps its words for the next page and omits new posts`() {
        func post(_ title: String) -> Post {
            Post(id: "0123456789abcdef0123456\(title.count)", title: title, body: "", author: nil)
        }
        var state = PostListState(words: "  uno ")
        let request = state.begin()
        #expect(request.words == "uno")
        state.finish(request, with: .success(.init(posts: [post("uno")], page: 1, total: 30)))
        state.apply(.written(post("dos mil")))
        #expect(state.posts.value?.posts.map(\.title) == ["uno"])
        #expect(state.beginMore()?.words == "uno")
        state.cancel()
        // New words that were typed but not searched for yet have no further pages.
        state.words = "dos"
        #expect(state.beginMore() == nil)
    }

    @Test func `search words of any length are accepted`() async throws {
        let calls = PostCalls(try await Stage().clients.posts)
        try await calls.write(PostForm(title: "Ñandú"), key: "a")
        #expect(try await calls.list(matching: "nandu").posts.map(\.title) == ["Ñandú"])
        let long = String(repeating: "ñ", count: 300)
        #expect(try await calls.list(matching: long).posts.isEmpty)
    }

    @Test func `the service accepts a post with fields of maximum length`() async throws {
        let calls = PostCalls(try await Stage().clients.posts)
        let form = PostForm(
            title: String(repeating: "é", count: 200),
            body: String(repeating: "ñ", count: 20_000)
        )
        #expect(PostForm(try await calls.write(form, key: "a")) == form)
    }

    @Test func `an edit needs only the id and version of the post`() async throws {
        let calls = PostCalls(try await Stage().clients.posts)
        let post = try await calls.write(PostForm(title: "Antes", author: "7"), key: "a")
        let revision = PostRevision(id: post.id, version: post.version, namesAuthor: true)
        #expect(revision == PostRevision(post))
        let form = PostForm(title: "Después", author: "7")
        var state = PostFormState(editing: revision, as: form)
        let begun = state.begin()
        let request = try #require(begun)
        let outcome = try await calls.save(revision, request.form)
        #expect(state.finish(request, with: .success(outcome)) != nil)
        #expect(state.submission.value?.title == "Después" && state.isDone)
        var late = PostFormState(editing: revision, as: PostForm(title: "x", author: "7"))
        let second = late.begin()
        let overtaken = try #require(second)
        let other = try await calls.save(revision, overtaken.form)
        _ = late.finish(overtaken, with: .success(other))
        #expect(late.theirs?.title == "Después" && late.revision?.version == post.version + 1)
    }

    @Test func `reading, deleting or saving a missing post reports it as missing`() async throws {
        let calls = PostCalls(try await Stage().clients.posts)
        let read = await #expect(throws: ScreenError.self) { try await calls.post("0123") }
        #expect(read?.reason == .noSuchPost && read?.kind == .missing)
        let removed = await #expect(throws: ScreenError.self) { try await calls.delete("0123") }
        #expect(removed?.reason == .noSuchPost)
        let revision = PostRevision(id: "0123", version: 0, namesAuthor: false)
        let saved = await #expect(throws: ScreenError.self) {
            try await calls.save(revision, PostForm(title: "x"))
        }
        #expect(saved?.reason == .noSuchPost && saved?.kind == .missing && saved?.isLocal == false)
        #expect(saved?.report.contains("0123") == true)
    }
}
