// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import RecadoHTTP
import RecadoScreens

/// The page on which a post is written or changed.
struct PostEntryView: Sendable {
    /// What becomes of what is filled in.
    enum Purpose: Sendable {
        /// A new post.
        case write
        /// Changes of a post.
        case change(PostEdit)
    }

    let purpose: Purpose
    let entry: PostEntry
    let visit: Visit
    /// What kept it from being published or saved, if anything did.
    var trouble: Trouble?
    /// What somebody else has made of the post meanwhile.
    var theirs: Post?

    private var say: AppLanguage { visit.language }

    init(purpose: Purpose, entry: PostEntry, visit: Visit) {
        self.purpose = purpose
        self.entry = entry
        self.visit = visit
    }

    var screen: Screen {
        let title: String
        let origin: Screen.Origin
        switch purpose {
        case .write:
            title = say("Nuevo mensaje", en: "New post")
            origin = .init(path: AppIdentity.posts.path, title: say("Todos", en: "All posts"))
        case .change:
            title = say("Editar mensaje", en: "Edit post")
            origin = .init(path: leaving, title: say("Cancelar", en: "Cancel"))
        }
        return Screen(
            title: title,
            origin: origin,
            content: """
                <h1>\(title)</h1>
                \(trouble.map { TroubleNote(trouble: $0).html(in: visit) })
                \(theirs.map(comparison))
                \(form)
                """
        )
    }

    // MARK: - Parts

    private static let changed = Phrase("Hay otra versión", en: "There is another version")

    /// What the post has become, before what was typed.
    private func comparison(_ post: Post) -> HTML {
        let note = Trouble(
            .conflict,
            Phrase(
                "Alguien ha cambiado el mensaje mientras escribías. No se ha guardado nada todavía.",
                en: "Somebody changed the post while you were writing. Nothing has been saved yet."
            )
        )
        return """
            \(TroubleNote(trouble: note, title: Self.changed).html(in: visit))
            <section class="theirs" aria-labelledby="theirs">
            <h2 id="theirs">\(say("Así está ahora", en: "As it is now"))</h2>
            <article class="post">
            <h3>\(post.title)</h3>
            \(PostsView.words(of: post, say))
            </article>
            </section>
            <h2>\(say("Lo que has escrito", en: "What you wrote"))</h2>
            """
    }

    private var form: HTML {
        var title = field("title", say("Título", en: "Title"), entry.title)
        title.isRequired = true
        title.limit = PostForm.limits["title"].maximumLength
        title.isFirst = trouble == nil && theirs == nil
        var body = field("body", say("Texto", en: "Text"), entry.body, kind: .lines(8))
        body.limit = PostForm.limits["body"].maximumLength
        var author = field("author", say("Autor", en: "Author"), entry.author, kind: .number)
        author.hint = say("Un número, si tienes; no hace falta.", en: "A number, if you have one.")
        return FormSheet(
            action: action,
            content: """
                \(hidden)
                \(title.html)
                \(body.html)
                \(author.html)
                <div class="buttons">\(buttons)</div>
                """
        ).html(in: visit)
    }

    private var action: String {
        switch purpose {
        case .write: PostsApp.newPath
        case .change(let edit): "\(PostsApp.path(of: edit.id))/edit"
        }
    }

    /// Where whoever cancels is led.
    private var leaving: String {
        guard case .change(let edit) = purpose, !isGone else { return AppIdentity.posts.path }
        return PostsApp.path(of: edit.id)
    }

    /// Whether the post that was to be changed is no longer there.
    private var isGone: Bool {
        if case .change = purpose { trouble?.kind == .missing } else { false }
    }

    private var hidden: HTML {
        let attempt = Attempt.input(in: visit)
        guard case .change(let edit) = purpose else { return attempt }
        return """
            \(attempt)
            <input type="hidden" name="version" value="\(edit.version)">
            <input type="hidden" name="names-author" value="\(edit.namesAuthor ? "yes" : "no")">
            """
    }

    private var buttons: HTML {
        let save: Button
        if isGone {
            let title = say("Publicarlo como nuevo", en: "Publish it as new")
            var publish = Button(title, style: .primary)
            publish.formAction = PostsApp.newPath
            save = publish
        } else if theirs != nil {
            save = Button(say("Guardar lo mío", en: "Save mine"), style: .primary)
        } else if case .write = purpose {
            save = Button(say("Publicar", en: "Publish"), style: .primary)
        } else {
            save = Button(say("Guardar", en: "Save"), style: .primary)
        }
        let cancel = Button(
            theirs == nil
                ? say("Cancelar", en: "Cancel") : say("Dejar lo suyo", en: "Leave theirs"),
            leadingTo: leaving
        )
        return "\(save.html)\(cancel.html)"
    }

    private func field(
        _ name: String,
        _ label: String,
        _ value: String,
        kind: Field.Kind = .text
    ) -> Field {
        var field = Field(name, label, value: value, kind: kind)
        field.error = trouble?.complaints.first { $0.field == name }.map { say($0.words) }
        return field
    }
}

extension PostEntry {
    /// What was filled in.
    init(_ visit: Visit) {
        self.init(
            title: visit.entry("title"),
            body: visit.entry("body"),
            author: visit.entry("author")
        )
    }
}

extension PostEdit {
    /// The copy that was filled in.
    init(_ visit: Visit) {
        self.init(
            id: visit.parameters["id"] ?? "",
            // Without one that was copied, nothing that is there is overwritten.
            version: Int(visit.entry("version")) ?? -1,
            namesAuthor: visit.holds("names-author", "yes"),
            entry: PostEntry(visit)
        )
    }
}
