// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The posts, alone or beside the one that is read.
struct PostsView: Sendable {
    /// The list, as far as it could be read.
    let state: PostListState
    /// The page that was asked for, from 1.
    let asked: Int
    let visit: Visit

    private var say: AppLanguage { visit.language }
    private var title: String { say(AppIdentity.posts.title) }
    private var page: Int { state.posts.value?.page ?? asked }

    /// Why the list could not be read, if it could not.
    var trouble: Trouble? { state.posts.error.map { Trouble($0) } }

    /// The characters of a text that a list shows.
    private static let excerptLength = 140

    // MARK: - Screens

    /// The list alone.
    var screen: Screen {
        Screen(
            title: title,
            actions: actions(at: path(page: page)),
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
            <article class="post" id="post">
            <h1>\(post.title)</h1>
            \(Self.words(of: post, say))
            </article>
            \(changes(of: post))
            """
        )
    }

    /// The ways to change a post, and the question whether it is to be deleted.
    private func changes(of post: Post) -> HTML {
        let path = PostsApp.path(of: post.id)
        let edit = Button(say("Editar", en: "Edit"), leadingTo: "\(path)/edit", icon: .edit)
        var delete = Button(
            say("Borrar", en: "Delete"),
            leadingTo: "\(path)/delete",
            style: .danger,
            icon: .delete
        )
        delete.dialog = DeletionView.id
        return """
            <p class="buttons">\(edit.html)\(delete.html)</p>
            \(DeletionView(title: post.title, path: path, visit: visit).dialog)
            """
    }

    /// The list with what kept a post from being read.
    func screen(telling trouble: Trouble, of id: String) -> Screen {
        let retry = trouble.isPassing ? PostsApp.path(of: id) : nil
        let note = TroubleNote(trouble: trouble, retry: retry).html(in: visit)
        let heading: HTML = "<h1>\(say("Mensaje", en: "Post"))</h1>\n\(note)"
        return beside(id, titled: say(trouble.kind.title), heading)
    }

    private func beside(_ id: String, titled title: String, _ content: HTML) -> Screen {
        Screen(
            title: title,
            origin: .init(path: path(page: page), title: say("Todos", en: "All posts")),
            actions: actions(at: visit.address),
            layout: .split(list(current: id)),
            content: content
        )
    }

    // MARK: - Parts

    private func actions(at path: String) -> HTML {
        let refresh = say("Actualizar", en: "Refresh")
        return """
            <a class="button bare" href="\(link: path)" title="\(refresh)" data-refresh="posts post">\
            \(Icon.refresh.html)<span class="hidden">\(refresh)</span></a>
            \(Button(
                say("Nuevo mensaje", en: "New post"),
                leadingTo: PostsApp.newPath,
                style: .bare,
                icon: .add
            ).html)
            """
    }

    /// The list; it is made anew with the first event as well, for something may have changed since this page was
    /// made.
    private func list(current id: String?) -> HTML {
        let posts = state.posts.value?.posts ?? []
        let note: HTML? = trouble.map {
            TroubleNote(trouble: $0, retry: visit.address).html(in: visit)
        }
        let rows: HTML =
            posts.isEmpty
            ? nothing : "<ul class=\"rows\">\n\(posts.map { row($0, id) })\n</ul>"
        return """
            <div id="posts" data-live="\(PostsApp.livePath)" data-updates="posts post" \
            data-first="update">
            \(note)
            \(rows)
            \(pages)
            </div>
            """
    }

    private var nothing: HTML {
        guard trouble == nil else { return "" }
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
        let query: HTML = page > 1 ? "?page=\(page)" : ""
        let author: HTML? = post.author.map {
            "<span class=\"detail end number\">\(say("Autor", en: "Author")) \($0)</span>"
        }
        return """
            <li><a href="\(AppIdentity.posts.path)/\(post.id)\(query)"\(mark)><span>\
            <span class="title">\(post.title)</span>\
            <span class="detail">\(Self.excerpt(post.body))</span></span>\(author)</a></li>
            """
    }

    /// The beginning of a text, in one line.
    private static func excerpt(_ text: String) -> String {
        let line = text.prefix(excerptLength + 1).split { $0.isWhitespace }.joined(separator: " ")
        return line.count > excerptLength ? String(line.prefix(excerptLength)) + "…" : line
    }

    /// The author and the text of a post.
    static func words(of post: Post, _ say: AppLanguage) -> HTML {
        let author: HTML? = post.author.map {
            "<p class=\"soft number\">\(say("Autor", en: "Author")) \($0)</p>"
        }
        return """
            \(author)
            <div class="text">\(post.body)</div>
            """
    }

    // MARK: - Pages

    private func path(page: Int) -> String {
        page > 1 ? "\(AppIdentity.posts.path)?page=\(page)" : AppIdentity.posts.path
    }

    private var pages: HTML {
        guard let count = state.posts.value?.pages, count > 1 else { return "" }
        let newer = Button(say("Más nuevos", en: "Newer"), leadingTo: path(page: page - 1))
        let older = Button(say("Más antiguos", en: "Older"), leadingTo: path(page: page + 1))
        return """
            <nav class="buttons" aria-label="\(say("Páginas", en: "Pages"))">
            \(page > 1 ? newer.html : "")
            <span class="soft number">\(min(page, count)) / \(count)</span>
            \(page < count ? older.html : "")
            </nav>
            """
    }
}
