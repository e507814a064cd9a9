// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import RecadoHTTP

/// The posts, alone or beside the one that is read.
struct PostsView: Sendable {
    let model: PostsModel
    let visit: Visit

    private var say: AppLanguage { visit.language }
    private var title: String { say(AppIdentity.posts.title) }

    /// The characters of a text that a list shows.
    private static let excerptLength = 140

    // MARK: - Screens

    /// The list alone.
    var screen: Screen {
        Screen(
            title: title,
            actions: actions(at: path(page: model.page)),
            content: """
                <h1>\(title)</h1>
                \(list(current: nil))
                """
        )
    }

    /// The list with a post beside it.
    func screen(showing post: Post) -> Screen {
        beside(
            post.id,
            titled: post.title,
            """
            <article class="post">
            <h1>\(post.title)</h1>
            \(Self.byline(post, say))
            <div class="text">\(post.body)</div>
            </article>
            """
        )
    }

    /// The list with what kept a post from being read.
    func screen(telling trouble: Trouble, of id: String) -> Screen {
        let path = "\(AppIdentity.posts.path)/\(PercentEncoding.encode(id, keeping: .pathSegment))"
        let retry = trouble.isPassing ? path : nil
        let note = TroubleNote(trouble: trouble, retry: retry).html(in: visit)
        let heading: HTML = "<h1>\(say("Mensaje", en: "Post"))</h1>\n\(note)"
        return beside(id, titled: say(trouble.kind.title), heading)
    }

    private func beside(_ id: String, titled title: String, _ content: HTML) -> Screen {
        Screen(
            title: title,
            origin: .init(path: path(page: model.page), title: say("Todos", en: "All posts")),
            actions: actions(at: visit.address),
            layout: .split(list(current: id)),
            content: content
        )
    }

    // MARK: - Parts

    private func actions(at path: String) -> HTML {
        let refresh = say("Actualizar", en: "Refresh")
        return """
            <a class="button bare" href="\(link: path)" title="\(refresh)" data-refresh="posts">\
            \(Icon.refresh.html)<span class="hidden">\(refresh)</span></a>
            \(Button(
                say("Nuevo mensaje", en: "New post"),
                leadingTo: PostsApp.newPath,
                style: .bare,
                icon: .add
            ).html)
            """
    }

    private func list(current id: String?) -> HTML {
        let note: HTML? = model.trouble.map {
            TroubleNote(trouble: $0, retry: visit.address).html(in: visit)
        }
        let rows: HTML =
            model.posts.isEmpty
            ? nothing : "<ul class=\"rows\">\n\(model.posts.map { row($0, id) })\n</ul>"
        return """
            <div id="posts" data-live="\(PostsApp.livePath)" data-updates="posts">
            \(note)
            \(rows)
            \(pages)
            </div>
            """
    }

    private var nothing: HTML {
        guard model.trouble == nil else { return "" }
        return """
            <p class="lead">\(say(
                "Todavía no hay ningún mensaje. Escribe el primero.",
                en: "There is no post yet. Write the first one."
            ))</p>
            <p>\(Button(
                say("Nuevo mensaje", en: "New post"),
                leadingTo: PostsApp.newPath,
                style: .primary,
                icon: .add
            ).html)</p>
            """
    }

    private func row(_ post: Post, _ current: String?) -> HTML {
        let mark: HTML = post.id == current ? #" aria-current="page""# : ""
        let page: HTML = model.page > 1 ? "?page=\(model.page)" : ""
        let author: HTML? = post.author.map {
            "<span class=\"detail end number\">\(say("Autor", en: "Author")) \($0)</span>"
        }
        return """
            <li><a href="\(AppIdentity.posts.path)/\(post.id)\(page)"\(mark)><span>\
            <span class="title">\(post.title)</span>\
            <span class="detail">\(Self.excerpt(post.body))</span></span>\(author)</a></li>
            """
    }

    /// The beginning of a text, in one line.
    private static func excerpt(_ text: String) -> String {
        let line = text.prefix(excerptLength + 1).split { $0.isWhitespace }.joined(separator: " ")
        return line.count > excerptLength ? String(line.prefix(excerptLength)) + "…" : line
    }

    static func byline(_ post: Post, _ say: AppLanguage) -> HTML {
        guard let author = post.author else { return "" }
        return "<p class=\"soft number\">\(say("Autor", en: "Author")) \(author)</p>"
    }

    // MARK: - Pages

    private func path(page: Int) -> String {
        page > 1 ? "\(AppIdentity.posts.path)?page=\(page)" : AppIdentity.posts.path
    }

    private var pages: HTML {
        guard model.pages > 1 else { return "" }
        let newer = Button(say("Más nuevos", en: "Newer"), leadingTo: path(page: model.page - 1))
        let older = Button(say("Más antiguos", en: "Older"), leadingTo: path(page: model.page + 1))
        return """
            <nav class="buttons" aria-label="\(say("Páginas", en: "Pages"))">
            \(model.page > 1 ? newer.html : "")
            <span class="soft number">\(min(model.page, model.pages)) / \(model.pages)</span>
            \(model.page < model.pages ? older.html : "")
            </nav>
            """
    }
}
