// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoClient
import RecadoContracts
import RecadoHTTP

/// Notes that everyone reads and writes, over the posts service.
struct PostsApp: HostedApp {
    let identity = AppIdentity.posts
    /// A client whose base is what comes before `/posts`.
    private let client: Client

    init(_ settings: Apps.Settings) {
        client = settings.posts
    }

    /// Where a post is written.
    static let newPath = AppIdentity.posts.path + "/new"
    /// Where changes are told live.
    static let livePath = AppIdentity.posts.path + "/live"

    /// Where a post is read.
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

    private func list(_ visit: Visit) async -> Answer {
        let model = await model(visit)
        let view = PostsView(model: model, visit: visit)
        return .show(view.screen, model.trouble?.kind.status ?? .ok)
    }

    private func show(_ visit: Visit) async -> Answer {
        let id = visit.parameters["id"] ?? ""
        async let list = model(visit)
        do throws(Trouble) {
            let post = try await PostsModel.post(id, with: client)
            let view = PostsView(model: await list, visit: visit)
            return .show(view.screen(showing: post))
        } catch {
            let view = PostsView(model: await list, visit: visit)
            return .show(view.screen(telling: error, of: id), error.kind.status)
        }
    }

    private func model(_ visit: Visit) async -> PostsModel {
        var model = PostsModel(client)
        await model.refresh(page: visit.query["page"].flatMap { Int($0) } ?? 1)
        return model
    }

    /// Says each time that a post has changed; the page then makes itself anew.
    private func live(_ visit: Visit) -> Answer {
        let news = client.events(of: WatchPosts())
        return .send(.events(news.map { $0.total }))
    }

    // MARK: - Writing

    private func compose(_ visit: Visit) -> Answer {
        .show(PostEntryView(purpose: .write, entry: PostEntry(), visit: visit).screen)
    }

    private func write(_ visit: Visit) async -> Answer {
        let entry = PostEntry(visit)
        do throws(Trouble) {
            let attempt = Attempt.key(of: visit, ["title", "body", "author"])
            let post = try await entry.write(with: client, attempt: attempt)
            let words = visit.language("Publicado: \(post.title)", en: "Published: \(post.title)")
            return .lead(to: identity.path, saying: Notice(words))
        } catch {
            var view = PostEntryView(purpose: .write, entry: entry, visit: visit)
            view.trouble = error
            return .show(view.screen, error.kind.status)
        }
    }

    // MARK: - Changing

    private func edit(_ visit: Visit) async -> Answer {
        await showing(visit) { post in
            let edit = PostEdit(post)
            return PostEntryView(purpose: .change(edit), entry: edit.entry, visit: visit).screen
        }
    }

    private func save(_ visit: Visit) async -> Answer {
        var edit = PostEdit(visit)
        var view = PostEntryView(purpose: .change(edit), entry: edit.entry, visit: visit)
        do throws(Trouble) {
            switch try await edit.save(with: client) {
            case .saved(let post):
                let words = visit.language(
                    "Los cambios se han guardado.",
                    en: "The changes are saved."
                )
                return .lead(to: Self.path(of: post.id), saying: Notice(words))
            case .overtaken(let post):
                // Whoever saves it once more has seen what they overwrite.
                edit.version = post.version
                view = PostEntryView(purpose: .change(edit), entry: edit.entry, visit: visit)
                view.theirs = post
                return .show(view.screen, .conflict)
            }
        } catch {
            view.trouble = error
            return .show(view.screen, error.kind.status)
        }
    }

    private func askToDelete(_ visit: Visit) async -> Answer {
        await showing(visit) { post in
            DeletionView(title: post.title, path: Self.path(of: post.id), visit: visit).screen
        }
    }

    private func delete(_ visit: Visit) async -> Answer {
        let title = visit.entry(DeletionView.titleName)
        let say = visit.language
        do throws(Trouble) {
            try await PostsModel.delete(visit.parameters["id"] ?? "", with: client)
            let words = say("“\(title)” se ha borrado.", en: "“\(title)” was deleted.")
            return .lead(to: identity.path, saying: Notice(words))
        } catch {
            guard error.kind == .missing else {
                return .show(RepeatView(trouble: error, visit: visit).screen, error.kind.status)
            }
            // An answer may have been lost, or somebody else was quicker.
            let words = say("“\(title)” ya no estaba.", en: "“\(title)” was gone already.")
            return .lead(to: identity.path, saying: Notice(words))
        }
    }

    /// A screen about a post, or the page that says why there is none.
    private func showing(_ visit: Visit, _ screen: (Post) -> Screen) async -> Answer {
        let id = visit.parameters["id"] ?? ""
        do throws(Trouble) {
            return .show(screen(try await PostsModel.post(id, with: client)))
        } catch {
            let view = PostsView(model: await model(visit), visit: visit)
            return .show(view.screen(telling: error, of: id), error.kind.status)
        }
    }
}
