// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The frame around the content of every page: the HTML head, the bar, and the notice about the
/// last action.
struct Shell: Sendable {
    let screen: Screen
    let visit: Visit

    private var say: AppLanguage { visit.language }

    // MARK: - Response

    /// Returns the response with the page.
    ///
    /// The script sends the entity tag of the current page, and receives 304 if the page has not
    /// changed (RFC 9110 §13.1.2). The tag is in the page, not in an ETag field. The tag does not
    /// cover the notice, so the browser itself must not reuse a page that showed a notice.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - isWhole: False if a part of the content is sent later, so that the tag would not cover
    ///     it.
    /// - Returns: The page, or 304 without content.
    func response(_ status: Status, isWhole: Bool = true) -> Response {
        let (bar, content) = (bar, content)
        let tag = isWhole ? "W/" + EntityTag.fieldValue(of: bar.bytes + content.bytes) : nil
        if status == .ok, let tag, visit.request.fields[.ifNoneMatch] == tag {
            return Response(
                status: .notModified,
                fields: [.cacheControl: caching, .vary: Self.varying]
            )
        }
        return Response(
            status: status,
            fields: [
                .contentType: "text/html; charset=utf-8",
                .contentLanguage: say.tag,
                .cacheControl: caching,
                .vary: Self.varying,
                .contentTypeOptions: "nosniff",
                .referrerPolicy: "same-origin",
                .contentSecurityPolicy: visit.context.policy,
            ],
            content: Content(html(bar, content, tag: tag).bytes)
        )
    }

    private static let varying = "Accept-Language, Cookie"

    /// The value of Cache-Control.
    ///
    /// Pages depend on the user, and any form may change them. If the user goes back, a wide or
    /// split page is loaded again, but a page with one column keeps the text typed into its form.
    private var caching: String {
        if case .column = screen.layout { "private, no-cache" } else { "private, no-store" }
    }

    /// Returns the Content-Security-Policy, which allows images from this server, from servers with
    /// TLS, and from some other origins.
    static func policy(pictureOrigins: [String]) -> String {
        let pictures = ["'self'", "data:", "https:"] + pictureOrigins
        return [
            "default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'",
            "img-src \(pictures.joined(separator: " "))", "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    // MARK: - Document

    private func html(_ bar: HTML, _ content: HTML, tag: String?) -> HTML {
        let tag: HTML = tag.map { #" data-tag="\#($0)""# } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="\(say.tag)" class="\(visit.app?.name ?? "shelf")" data-theme="\(visit.theme.rawValue)"\
            \(tag)\(visit.takesKeys ? " data-keys" : "" as HTML)>
            \(head)
            <body>
            <a class="skip" href="#main">\(say("Ir al contenido", en: "Skip to content"))</a>
            \(bar)
            \(toast)
            \(content)
            </body>
            </html>

            """
    }

    private var head: HTML {
        let name = visit.app.map { say($0.title) } ?? "Recado"
        let title = screen.title == name ? name : "\(screen.title) · \(name)"
        return """
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="\(colorScheme)">
            \(visit.theme.colours)
            <title>\(title)</title>
            <link rel="stylesheet" href="\(Asset.style.path)">
            <link rel="icon" type="image/svg+xml" href="\(Asset.icon.path)">
            <link rel="apple-touch-icon" href="\(Asset.smallIcon.path)">
            <link rel="manifest" href="\(Asset.manifest.path)">
            <script src="\(Asset.script.path)" defer></script>
            \(screen.head)
            </head>
            """
    }

    private var colorScheme: String {
        switch visit.theme {
        case .automatic: "light dark"
        case .light: "light"
        case .dark: "dark"
        }
    }

    private var content: HTML {
        switch screen.layout {
        case .column: "<main id=\"main\" class=\"column\">\n\(screen.content)\n</main>"
        case .wide: "<main id=\"main\" class=\"wide\">\n\(screen.content)\n</main>"
        case .split(let list):
            """
            <div class="split">
            <main id="main">
            \(screen.content)
            </main>
            <aside aria-label="\(say("Lista", en: "List"))">
            \(list)
            </aside>
            </div>
            """
        }
    }

    private var toast: HTML {
        guard let notice = visit.notice else { return "" }
        let role = notice.tone == .failed ? "alert" : "status"
        let tone = notice.tone.rawValue
        let ended: HTML = notice.endedDraft.map { #" data-ends-draft="\#($0)""# } ?? ""
        return #"<p class="toast \#(tone)" role="\#(role)"\#(ended)>\#(notice.text)</p>"#
    }

    // MARK: - Bar

    private var bar: HTML {
        let title: HTML =
            visit.app.map { #"<a class="name" href="\#($0.path)">\#(say($0.title))</a>"# } ?? ""
        let origin: HTML? = screen.origin.map {
            #"<a class="back" href="\#($0.path)">\#(Icon.back.html)<span>\#($0.title)</span></a>"#
        }
        return """
            <header class="bar">
            <nav aria-label="\(say("Principal", en: "Main"))">
            <a class="home" href="\(AppIdentity.root)" aria-label="\(say("Todas las apps", en: "All apps"))">\
            \(Icon.recado.html)</a>
            \(title)
            \(origin)
            </nav>
            <div class="actions">\(screen.actions)\(preferences)</div>
            </header>
            """
    }

    /// The menu for language and colors; empty on the answer to a form, because such a page cannot
    /// be requested again with GET.
    private var preferences: HTML {
        guard visit.request.method != .post else { return "" }
        let choosing = PagePreferences.Choices(backTo: visit.address)
        let languages = AppLanguage.allCases.map {
            choice($0.name, choosing($0), isChosen: $0 == say, language: $0)
        }
        let keys = [true, false].map { isOn in
            let title = isOn ? say("Sí: / y n", en: "On: / and n") : say("No", en: "Off")
            return choice(title, choosing(keys: isOn), isChosen: isOn == visit.takesKeys)
        }
        let themes = Theme.allCases.map {
            choice(say($0.title), choosing($0), isChosen: $0 == visit.theme)
        }
        return Popover(
            id: "preferences",
            label: say("Idioma y colores", en: "Language and colours"),
            icon: .preferences,
            content: """
                <p class="label" id="languages">\(say("Idioma", en: "Language"))</p>
                <ul aria-labelledby="languages">\(languages)</ul>
                <p class="label" id="themes">\(say("Colores", en: "Colours"))</p>
                <ul aria-labelledby="themes">\(themes)</ul>
                <p class="label" id="keys">\(say("Atajos de teclado", en: "Keyboard shortcuts"))</p>
                <ul aria-labelledby="keys">\(keys)</ul>
                """
        ).html
    }

    private func choice(
        _ title: String,
        _ address: String,
        isChosen: Bool,
        language: AppLanguage? = nil
    ) -> HTML {
        let current: HTML = isChosen ? #" aria-current="true""# : ""
        let tag: HTML? = language.map { #" lang="\#($0.tag)""# }
        return """
            <li><a href="\(address)"\(current)\(tag)>\(title)</a></li>
            """
    }
}
