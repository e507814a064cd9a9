// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The page for writing or changing a post.
struct PostEntryView: Sendable {
    /// The form, and the error if the post could not be published or saved.
    let state: PostFormState
    let visit: Visit

    private var say: AppLanguage { visit.language }

    private var trouble: UserFacingError? { state.trouble }

    var status: Status { state.theirs == nil ? trouble?.kind.status ?? .ok : .conflict }

    var screen: Screen {
        let title: String
        let origin: Screen.Origin
        if state.revision == nil {
            title = say("Nuevo mensaje", en: "New post")
            origin = .init(path: AppIdentity.posts.path, title: say("Todos", en: "All posts"))
        } else {
            title = say("Editar mensaje", en: "Edit post")
            origin = .init(path: leaving, title: say("Cancelar", en: "Cancel"))
        }
        return Screen(
            title: title,
            origin: origin,
            content: """
                <h1>\(title)</h1>
                \(trouble.map { ErrorNote(trouble: $0).html(in: visit) })
                \(state.theirs.map(comparison))
                \(form)
                """
        )
    }

    // MARK: - Parts

    private static let changed = Phrase("Hay otra versión", en: "There is another version")

    /// Returns a note that somebody else has changed the post, and the changed post; the page shows
    /// both above the typed text.
    private func comparison(_ post: Post) -> HTML {
        let note = UserFacingError(
            .conflict,
            Phrase(
                "Alguien ha cambiado el mensaje mientras escribías. No se ha guardado nada todavía.",
                en: "Somebody changed the post while you were writing. Nothing has been saved yet."
            )
        )
        return """
            \(ErrorNote(trouble: note, title: Self.changed).html(in: visit))
            <section class="theirs" aria-labelledby="theirs">
            <h2 id="theirs">\(say("Así está ahora", en: "As it is now"))</h2>
            <article class="post">
            <h3 dir="auto">\(post.title)</h3>
            \(PostText(post: post, visit: visit).html)
            </article>
            </section>
            <h2>\(say("Lo que has escrito", en: "What you wrote"))</h2>
            """
    }

    private var form: HTML {
        var title = field("title", say("Título", en: "Title"), state.form.title)
        title.isRequired = true
        title.autocomplete = filling
        title.limit = PostForm.limits["title"].maximumLength
        var body = field("body", say("Texto", en: "Text"), state.form.body, kind: .lines(8))
        body.autocomplete = filling
        body.hint = say(
            "Las direcciones que empiezan por https:// serán enlaces.",
            en: "Addresses that begin with https:// become links."
        )
        body.limit = PostForm.limits["body"].maximumLength
        var author = field("author", say("Autor", en: "Author"), state.form.author, kind: .number)
        author.hint = say("Un número, si tienes; no hace falta.", en: "A number, if you have one.")
        var fields = [title, body, author]
        fields.setFocus(startsAtFirst: trouble == nil && state.theirs == nil)
        let draft = DraftNote(
            name: Self.draftName(of: state.revision?.id),
            version: state.revision.map { "\($0.version)" } ?? "",
            say: say
        )
        return FormSheet(
            action: action,
            draft: draft,
            content: """
                \(hidden)
                \(fields.map(\.html))
                \(draft.html)
                <div class="buttons">\(buttons)</div>
                """
        ).html(in: visit)
    }

    /// The `autocomplete` value of the form: “off” if it contains the version of a post,
    /// because browsers must not restore an old version after a reload.
    private var filling: String { state.revision == nil ? "on" : "off" }

    /// Returns the name under which the browser stores the draft of a post; `nil` means a new post.
    static func draftName(of id: String?) -> String { "posts/\(id ?? "new")" }

    private var action: String {
        state.revision.map { "\(PostsApp.path(of: $0.id))/edit" } ?? PostsApp.newPath
    }

    /// The path of the page to which the cancel button leads.
    private var leaving: String {
        guard let revision = state.revision, !state.isGone else { return AppIdentity.posts.path }
        return PostsApp.path(of: revision.id)
    }

    private var hidden: HTML {
        let attempt = Attempt.input(in: visit)
        guard let revision = state.revision else { return attempt }
        return """
            \(attempt)
            <input type="hidden" name="version" value="\(revision.version)">
            <input type="hidden" name="names-author" value="\(revision.namesAuthor ? "yes" : "no")">
            """
    }

    private var buttons: HTML {
        let save: Button
        if state.isGone {
            let title = say("Publicarlo como nuevo", en: "Publish it as new")
            var publish = Button(title, style: .primary)
            publish.formAction = PostsApp.newPath
            save = publish
        } else if state.theirs != nil {
            save = Button(say("Guardar lo mío", en: "Save mine"), style: .primary)
        } else if state.revision == nil {
            save = Button(say("Publicar", en: "Publish"), style: .primary)
        } else {
            save = Button(say("Guardar", en: "Save"), style: .primary)
        }
        let cancel = Button(
            state.theirs == nil
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
        field.error = trouble?.fieldMessages.first { $0.field == name }.map { say($0.words) }
        return field
    }
}

extension PostForm {
    /// Reads the entries of the form.
    init(_ visit: Visit) {
        self.init(
            title: visit.entry("title"),
            body: visit.entry("body"),
            author: visit.entry("author")
        )
    }
}

extension PostRevision {
    /// Reads the revision of the post that the user has edited.
    init(_ visit: Visit) {
        self.init(
            id: visit.parameters["id"] ?? "",
            // No post has version -1, so a form without a valid version overwrites none.
            version: Int(visit.entry("version")) ?? -1,
            namesAuthor: visit.holds("names-author", "yes")
        )
    }
}
