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

    var routes: [AppRoute] {
        [
            .get(identity, "", list),
            .get(identity, "/live", live),
            .get(identity, "/new", compose),
            .post(identity, "/new", write),
            .get(identity, "/{id}", show),
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
        .show(PostEntryView(entry: PostEntry(), trouble: nil, visit: visit).screen)
    }

    private func write(_ visit: Visit) async -> Answer {
        let entry = PostEntry(
            title: visit.entry("title"),
            body: visit.entry("body"),
            author: visit.entry("author")
        )
        do throws(Trouble) {
            let attempt = Attempt.key(of: visit, ["title", "body", "author"])
            let post = try await entry.write(with: client, attempt: attempt)
            let words = visit.language("Publicado: \(post.title)", en: "Published: \(post.title)")
            return .lead(to: identity.path, saying: Notice(words))
        } catch {
            let view = PostEntryView(entry: entry, trouble: error, visit: visit)
            return .show(view.screen, error.kind.status)
        }
    }
}
