// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The app of the posts: everyone can read and write short notes.
struct PostsApp: HostedApp {
    let identity = AppIdentity.posts
    private let calls: PostCalls

    init(_ settings: Apps.Settings) {
        calls = PostCalls(settings.posts)
    }

    /// The path of the page for writing a post.
    static let newPath = AppIdentity.posts.path + "/new"
    /// The path of the stream with an event for each change.
    static let livePath = AppIdentity.posts.path + "/live"

    /// Returns the path of the page that shows a post.
    static func path(of id: String) -> String {
        "\(AppIdentity.posts.path)/\(PercentEncoding.encode(id, keeping: .pathSegment))"
    }

    var routes: [AppRoute] {
        [
            .get(identity, "", list),
            .get(identity, "/live", live),
            .get(identity, "/new", compose),
            .post(identity, "/new", write),
            .get(identity, "/{id}", show),
            .get(identity, "/{id}/edit", edit),
            .post(identity, "/{id}/edit", save),
            .get(identity, "/{id}/delete", askToDelete),
            .post(identity, "/{id}/delete", delete),
        ]
    }

    // MARK: - Reading

    private func list(_ visit: Visit) async -> PageResponse {
        let view = await view(visit)
        return .show(view.screen, view.trouble?.kind.status ?? .ok)
    }

    private func show(_ visit: Visit) async -> PageResponse {
        let id = visit.parameters["id"] ?? ""
        async let list = view(visit)
        do throws(ScreenError) {
            let post = try await calls.post(id)
            return .show(await list.screen(showing: post))
        } catch {
            return Self.show(UserFacingError(error), of: id, beside: await list)
        }
    }

    /// Returns the list, or the error that prevented reading it.
    private func view(_ visit: Visit) async -> PostsView {
        var state = PostListState(words: (visit.query[SearchField.name] ?? "").trimmed)
        let request = state.begin(page: visit.query["page"].flatMap { Int($0) } ?? 1)
        let result = await Result(awaiting: { () async throws(ScreenError) in
            try await calls.list(matching: request.words, page: request.page)
        })
        state.finish(request, with: result)
        return PostsView(state: state, asked: request.page, visit: visit)
    }

    private static func show(
        _ trouble: UserFacingError,
        of id: String,
        beside list: PostsView
    ) -> PageResponse {
        .show(list.screen(telling: trouble, of: id), trouble.kind.status)
    }

    /// Streams an event each time a post changes; the page then refreshes itself.
    private func live(_ visit: Visit) -> PageResponse {
        .send(.events(calls.news(keeping: .onePage).map { $0.total }))
    }

    // MARK: - Writing

    private func compose(_ visit: Visit) -> PageResponse {
        let author = Cookie.value(of: Self.authorCookie, in: visit.request) ?? ""
        let form = PostForm(author: Int(author) == nil ? "" : author)
        return .show(PostEntryView(state: PostFormState(writing: form), visit: visit).screen)
    }

    private func write(_ visit: Visit) async -> PageResponse {
        let key = Attempt.key(of: visit, ["title", "body", "author"])
        let view = await send(PostFormState(writing: PostForm(visit)), visit) {
            request throws(ScreenError) in
            .saved(try await calls.write(request.form, key: key))
        }
        guard let post = view.state.submission.value else {
            return .show(view.screen, view.status)
        }
        let words = visit.language("Publicado: \(post.title)", en: "Published: \(post.title)")
        let notice = Notice(words, ending: PostEntryView.draftName(of: nil))
        return PageResponse.lead(to: identity.path, saying: notice).with(
            Self.remembered(post.author)
        )
    }

    /// The name of the cookie that stores the number of the author of the browser's latest post.
    private static let authorCookie = "author"

    private static func remembered(_ author: Int?) -> Cookie {
        Cookie(authorCookie, author.map { "\($0)" } ?? "", for: Cookie.year)
    }

    /// Sends the form if its fields are valid, and returns its page, with the stored post or the
    /// errors.
    private func send(
        _ state: PostFormState,
        _ visit: Visit,
        _ call: (PostFormState.Request) async throws(ScreenError) -> PostCalls.SaveOutcome
    ) async -> PostEntryView {
        var state = state
        if let request = state.begin() {
            let result = await Result(awaiting: { () async throws(ScreenError) in
                try await call(request)
            })
            _ = state.finish(request, with: result)
        }
        return PostEntryView(state: state, visit: visit)
    }

    // MARK: - Changing

    private func edit(_ visit: Visit) async -> PageResponse {
        await showing(visit) { post in
            PostEntryView(state: PostFormState(editing: post), visit: visit).screen
        }
    }

    private func save(_ visit: Visit) async -> PageResponse {
        let revision = PostRevision(visit)
        let view = await send(PostFormState(editing: revision, as: PostForm(visit)), visit) {
            request throws(ScreenError) in
            try await calls.save(revision, request.form)
        }
        guard let post = view.state.submission.value else {
            return .show(view.screen, view.status)
        }
        let words = visit.language("Los cambios se han guardado.", en: "The changes are saved.")
        let notice = Notice(words, ending: PostEntryView.draftName(of: post.id))
        return .lead(to: Self.path(of: post.id), saying: notice)
    }

    private func askToDelete(_ visit: Visit) async -> PageResponse {
        await showing(visit) { post in
            DeletionView(title: post.title, path: Self.path(of: post.id), visit: visit).screen
        }
    }

    private func delete(_ visit: Visit) async -> PageResponse {
        let title = visit.entry(DeletionView.titleName)
        let draft = PostEntryView.draftName(of: visit.parameters["id"])
        let say = visit.language
        do throws(ScreenError) {
            try await calls.delete(visit.parameters["id"] ?? "")
            let words = say("“\(title)” se ha borrado.", en: "“\(title)” was deleted.")
            return .lead(to: identity.path, saying: Notice(words, ending: draft))
        } catch {
            guard error.kind == .missing else {
                let trouble = UserFacingError(error)
                return .show(RepeatView(trouble: trouble, visit: visit).screen, trouble.kind.status)
            }
            // Perhaps somebody else has deleted the post, or an earlier attempt has deleted it and
            // its answer was lost.
            let words = say("“\(title)” ya no estaba.", en: "“\(title)” was gone already.")
            return .lead(to: identity.path, saying: Notice(words))
        }
    }

    /// Returns a screen about a post, or a page with the error that prevented reading the post.
    private func showing(_ visit: Visit, _ screen: (Post) -> Screen) async -> PageResponse {
        let id = visit.parameters["id"] ?? ""
        do throws(ScreenError) {
            return .show(screen(try await calls.post(id)))
        } catch {
            return Self.show(UserFacingError(error), of: id, beside: await view(visit))
        }
    }
}
