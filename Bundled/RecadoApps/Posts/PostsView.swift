// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The list of posts, alone or beside an open post.
struct PostsView: Sendable {
    /// The list, or the error that prevented reading it.
    let state: PostListState
    /// The number of the requested page, from 1.
    let asked: Int
    let visit: Visit

    private var say: AppLanguage { visit.language }
    private var title: String { say(AppIdentity.posts.title) }
    private var page: Int { state.posts.value?.page ?? asked }
    private var words: String { state.words.trimmed }

    /// The error that prevented reading the list; `nil` if there was none.
    var trouble: UserFacingError? { state.posts.error.map { UserFacingError($0) } }

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

    /// Returns the list with a post beside it.
    func screen(showing post: Post) -> Screen {
        beside(
            post.id,
            titled: post.title,
            """
            <article class="post" id="post">
            <h1 dir="auto">\(post.title)</h1>
            \(PostText(post: post, visit: visit).html)
            </article>
            \(changes(of: post))
            """
        )
    }

    /// Returns the buttons for changing a post, and the dialog that confirms its deletion.
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

    /// Returns the list, with the error that prevented reading a post.
    func screen(telling trouble: UserFacingError, of id: String) -> Screen {
        let retry = trouble.isTemporary ? PostsApp.path(of: id) : nil
        let note = ErrorNote(trouble: trouble, retry: retry).html(in: visit)
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

    private var updates: LiveUpdates {
        LiveUpdates(path: PostsApp.livePath, parts: ["posts", "post"])
    }

    private func list(current id: String?) -> HTML {
        let posts = state.posts.value?.posts ?? []
        let note: HTML? = trouble.map {
            ErrorNote(trouble: $0, retry: visit.address).html(in: visit)
        }
        let rows: HTML =
            posts.isEmpty
            ? nothing : "<ul class=\"rows\">\n\(posts.map { row($0, id) })\n</ul>"
        return """
            \(SearchField(
                action: AppIdentity.posts.path,
                label: say("Buscar mensajes", en: "Search posts"),
                value: words,
                updates: ["posts"]
            ).html(in: visit))
            <div id="posts"\(updates.attributes(in: visit))>
            \(note)
            \(found)
            \(rows)
            \(pages)
            </div>
            """
    }

    /// The number of found posts, which screen readers announce when it changes.
    private var found: HTML {
        guard !words.isEmpty, let total = state.posts.value?.total else { return "" }
        let count =
            total == 1
            ? say("1 mensaje con «\(words)»", en: "1 post with “\(words)”")
            : say("\(total) mensajes con «\(words)»", en: "\(total) posts with “\(words)”")
        return """
            <p class="found soft" role="status">\(count) \
            <a href="\(AppIdentity.posts.path)">\(say("Ver todos", en: "Show all"))</a></p>
            """
    }

    private var nothing: HTML {
        guard trouble == nil, words.isEmpty else { return "" }
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
        let text = PostText(post: post, visit: visit)
        let origin: HTML? = text.origin.map { "<span class=\"origin\">\($0)</span>" }
        return """
            <li><a href="\(link: PostsApp.path(of: post.id) + query(page: page))"\(mark)><span>\
            <span class="title">\(post.title)</span>\
            <span class="detail">\(text.excerpt)</span>\(origin)</span></a></li>
            """
    }

    // MARK: - Pages

    private func path(page: Int) -> String { AppIdentity.posts.path + query(page: page) }

    /// Returns the query of the list's address; empty for the first page of all posts.
    private func query(page: Int) -> String {
        var items = QueryItems()
        items.append(words.isEmpty ? nil : words, to: SearchField.name)
        items.append(page > 1 ? "\(page)" : nil, to: "page")
        return items.isEmpty ? "" : "?\(items.encoded)"
    }

    private var pages: HTML {
        guard let shown = state.posts.value, shown.pages > 1 else { return "" }
        let newer = Button(say("Más nuevos", en: "Newer"), leadingTo: path(page: page - 1))
        let older = Button(say("Más antiguos", en: "Older"), leadingTo: path(page: page + 1))
        return """
            <nav class="buttons" aria-label="\(say("Páginas", en: "Pages"))">
            \(page > 1 ? newer.html : "")
            <span class="soft number">\(min(page, shown.pages)) / \(shown.pages)</span>
            \(page < shown.pages ? older.html : "")
            </nav>
            """
    }
}
