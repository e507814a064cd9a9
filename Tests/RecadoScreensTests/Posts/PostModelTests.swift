// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The screens of posts` {
    private let stage: Stage
    private let calls: PostCalls
    private let list: PostListModel

    init() async throws {
        stage = try await Stage()
        calls = PostCalls(stage.clients.posts)
        list = PostListModel(calls)
    }

    private var titles: [String] { list.state.posts.value?.posts.map(\.title) ?? [] }

    private func write(_ title: String, author: String = "") async throws -> Post {
        try await calls.write(PostForm(title: title, author: author), key: title)
    }

    // MARK: - The list

    @Test func `the list shows the newest posts first, page by page`() async throws {
        await list.load()
        #expect(titles.isEmpty && !list.state.hasMore)
        for number in 1...PostCalls.pageLimit + 2 { _ = try await write("P\(number)") }
        await list.load()
        #expect(titles.first == "P\(PostCalls.pageLimit + 2)")
        #expect(titles.count == PostCalls.pageLimit && list.state.hasMore)
        await list.loadMore()
        #expect(titles.suffix(2) == ["P2", "P1"] && !list.state.hasMore)
        let calls = stage.network.calls.count
        await list.loadMore()
        #expect(stage.network.calls.count == calls)
    }

    @Test func `a post that moves to the next page is listed once`() async throws {
        for number in 1...PostCalls.pageLimit + 1 { _ = try await write("P\(number)") }
        await list.load()
        _ = try await write("new")
        await list.loadMore()
        #expect(titles.count == PostCalls.pageLimit + 1)
        #expect(Set(titles).count == titles.count)
    }

    @Test func `deleting posts does not skip posts of the next page`() async throws {
        for number in 1...PostCalls.pageLimit + 1 { _ = try await write("P\(number)") }
        await list.load()
        let shown = try #require(list.state.posts.value?.posts)
        for post in shown.prefix(2) { await list.post(post).delete() }
        await list.loadMore()
        #expect(titles == (1...PostCalls.pageLimit - 1).reversed().map { "P\($0)" })
        #expect(!list.state.hasMore)
    }

    @Test func `the list keeps its posts when the service is unavailable`() async throws {
        _ = try await write("Hola")
        await list.load()
        stage.network.mode = .refusing(.serviceUnavailable)
        await list.load()
        #expect(list.state.posts.error?.kind == .busy && titles == ["Hola"])
    }

    @Test func `changes by any client appear in the live list`() async throws {
        let watch = Task { await list.watch() }
        await until { list.state.posts.value != nil }
        #expect(list.state.isLive)
        let post = try await write("Hola")
        await until { titles == ["Hola"] }
        _ = try await calls.save(PostRevision(post), PostForm(title: "Adiós"))
        await until { titles == ["Adiós"] }
        try await calls.delete(post.id)
        await until { titles == [] }
        watch.cancel()
        await watch.value
        #expect(!list.state.isLive)
    }

    @Test func `a pull to refresh can be cancelled`() async throws {
        stage.network.mode = .held
        let load = Task { await list.load() }
        await until { stage.network.heldCount == 1 }
        list.cancel()
        await load.value
        #expect(!list.state.posts.isLoading && list.state.posts.error == nil)
    }

    // MARK: - Writing

    @Test func `a new post appears in the list without reloading`() async throws {
        await list.load()
        let form = list.writing()
        form.form = PostForm(title: "¿Qué <tal>?", body: "uno\n\ndos & «tres»", author: "7")
        await form.save()
        #expect(form.state.isDone)
        #expect(titles == ["¿Qué <tal>?"])
        #expect(list.state.posts.value?.posts.first?.author == 7)
        #expect(list.state.posts.value?.total == 1)
    }

    @Test func `invalid fields are named and nothing is sent`() async {
        let form = list.writing()
        form.form = PostForm(
            title: String(repeating: "é", count: 201),
            body: String(repeating: "x", count: 20_001),
            author: "Ana"
        )
        await form.save()
        #expect(
            form.state.submission.error?.fieldErrors == [
                FieldError("title", .tooLong(count: 201, limit: 200)),
                FieldError("body", .tooLong(count: 20_001, limit: 20_000)),
                FieldError("author", .notANumber),
            ]
        )
        form.form = PostForm()
        await form.save()
        #expect(form.state.fieldError(of: "title")?.kind == .missing)
        #expect(stage.network.calls.isEmpty)
    }

    @Test func `a retry after a lost response writes the post once`() async {
        let form = list.writing()
        form.form.title = "Una vez"
        stage.network.mode = .losing
        await form.save()
        #expect(form.state.submission.error?.kind == .slow && !form.state.isDone)
        stage.network.mode = .up
        await form.save()
        #expect(form.state.isDone)
        await list.load()
        #expect(titles == ["Una vez"])
    }

    @Test func `a cancelled form can be sent again`() async {
        let form = list.writing()
        form.form.title = "x"
        stage.network.mode = .held
        let save = Task { await form.save() }
        await until { stage.network.heldCount == 1 }
        await form.save()
        #expect(stage.network.calls.count == 1)
        form.cancel()
        await save.value
        #expect(!form.state.isDone && form.state.submission.error == nil)
        stage.network.mode = .up
        await form.save()
        #expect(form.state.isDone)
    }

    // MARK: - Changing

    @Test func `an edit updates the post and the list`() async throws {
        let post = list.post(try await write("Hola"))
        await list.load()
        let form = try #require(post.editing())
        form.form.body = "Nuevo"
        await form.save()
        #expect(post.state.post.value?.body == "Nuevo")
        #expect(list.state.posts.value?.posts.first?.body == "Nuevo")
    }

    @Test func `a conflicting edit shows the other version beside the form`() async throws {
        let written = try await write("Hola")
        await list.load()
        let post = list.post(written)
        let form = try #require(post.editing())
        form.form.title = "Mío"
        _ = try await calls.save(PostRevision(written), PostForm(title: "Suyo"))
        await form.save()
        #expect(form.state.submission.error?.kind == .conflict)
        #expect(form.state.theirs?.title == "Suyo" && form.form.title == "Mío")
        #expect(post.state.post.value?.title == "Suyo" && titles == ["Suyo"])
        await form.save()
        #expect(form.state.isDone && form.state.theirs == nil)
        #expect(titles == ["Mío"])
    }

    @Test func `retrying an edit after a lost response is no conflict`() async throws {
        let form = try #require(list.post(try await write("Hola")).editing())
        form.form.title = "Adiós"
        stage.network.mode = .losing
        await form.save()
        stage.network.mode = .up
        await form.save()
        #expect(form.state.isDone)
    }

    @Test func `the edit of a deleted post can be saved as a new post`() async throws {
        let written = try await write("Hola")
        await list.load()
        let form = try #require(list.post(written).editing())
        form.form.body = "Mucho trabajo"
        try await calls.delete(written.id)
        await form.save()
        #expect(form.state.isGone && form.state.submission.error?.reason == .noSuchPost)
        #expect(titles.isEmpty)
        await form.save()
        #expect(form.state.isDone)
        #expect(titles == ["Hola"] && form.state.submission.value?.id != written.id)
    }

    @Test func `an author can be changed but not removed`() async throws {
        let post = list.post(try await write("Hola", author: "7"))
        let form = try #require(post.editing())
        form.form.author = ""
        await form.save()
        #expect(form.state.fieldError(of: "author")?.kind == .notRemovable)
        form.form.author = "8"
        await form.save()
        #expect(post.state.post.value?.author == 8)
    }

    // MARK: - Reading and removing

    @Test func `a post leaves the list only after the service has deleted it`() async throws {
        let post = list.post(try await write("Hola"))
        await list.load()
        stage.network.mode = .down
        await post.delete()
        #expect(post.state.removal.error?.kind == .unreachable && titles == ["Hola"])
        stage.network.mode = .up
        await post.delete()
        #expect(post.state.isGone && titles.isEmpty)
        let calls = stage.network.calls.count
        await post.delete()
        #expect(stage.network.calls.count == calls)
    }

    @Test func `a failed reload of a post keeps the newer version in the list`() async throws {
        let written = try await write("Hola")
        let post = list.post(written)
        _ = try await calls.save(PostRevision(written), PostForm(title: "Adiós"))
        await list.load()
        stage.network.mode = .down
        await post.load()
        #expect(post.state.post.error?.kind == .unreachable && titles == ["Adiós"])
    }

    @Test func `deleting a post that is already gone succeeds`() async throws {
        let written = try await write("Hola")
        await list.load()
        try await calls.delete(written.id)
        let post = list.post(written)
        await post.delete()
        #expect(post.state.isGone && post.state.removal.error == nil)
        let other = list.post(written)
        await other.load()
        #expect(other.state.isGone && titles.isEmpty)
    }
}
