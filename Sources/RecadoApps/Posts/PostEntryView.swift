// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// The page on which a post is written.
struct PostEntryView: Sendable {
    let entry: PostEntry
    /// What kept it from being published, if anything did.
    let trouble: Trouble?
    let visit: Visit

    private var say: AppLanguage { visit.language }

    var screen: Screen {
        let title = say("Nuevo mensaje", en: "New post")
        return Screen(
            title: title,
            origin: .init(path: AppIdentity.posts.path, title: say("Todos", en: "All posts")),
            content: """
                <h1>\(title)</h1>
                \(trouble.map { TroubleNote(trouble: $0).html(in: visit) })
                \(form)
                """
        )
    }

    private var form: HTML {
        var title = field("title", say("Título", en: "Title"), entry.title)
        title.isRequired = true
        title.limit = 200
        title.isFirst = trouble == nil
        var body = field("body", say("Texto", en: "Text"), entry.body, kind: .lines(8))
        body.limit = 20_000
        var author = field("author", say("Autor", en: "Author"), entry.author, kind: .number)
        author.hint = say("Un número, si tienes; no hace falta.", en: "A number, if you have one.")
        let cancel = Button(
            say("Cancelar", en: "Cancel"),
            leadingTo: AppIdentity.posts.path
        )
        return FormSheet(
            action: PostsApp.newPath,
            content: """
                \(Attempt.input(in: visit))
                \(title.html)
                \(body.html)
                \(author.html)
                <div class="buttons">
                \(Button(say("Publicar", en: "Publish"), style: .primary).html)
                \(cancel.html)
                </div>
                """
        ).html(in: visit)
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
