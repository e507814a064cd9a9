// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The page at `/`: what is served here, and how to call it.
struct HomePage: Sendable {
    /// The address that clients use.
    let publicURL: String
    /// What is served.
    let services: [ServiceListing]
    /// The apps over the services.
    var apps: [AppIdentity] = []
    /// The language and the colours.
    var manner = PageManner(language: .english, theme: .automatic)

    private var say: AppLanguage { manner.language }

    /// The page as it is answered.
    var response: Response {
        var page = HTMLPage(title: "Recado", language: say.tag, content: content)
        page.summary = say(
            "Los servicios web de esta máquina.",
            en: "The web services of this machine."
        )
        page.head = "\(services.map { Self.documentLink(of: $0.api) })"
        page.style = Self.style(manner.theme)
        var response = page.response()
        response.fields[.vary] = "Accept, Accept-Language, Cookie"
        return response
    }

    // MARK: - Parts

    private var content: HTML {
        """
        <header>
        <h1>Recado</h1>
        <p class="lead">\(say("Los servicios web de esta máquina, en", en: "The web services of this machine, at"))
        <code>\(publicURL)</code>.</p>
        </header>
        <main>
        \(appList)
        \(services.map(section))
        </main>
        <footer>
        <p><code>recado --help</code> \(say(
            "dice más. Los problemas se responden como",
            en: "says more. Problems are answered as"
        )) <a href="https://www.rfc-editor.org/rfc/rfc9457">problem details</a>.</p>
        \(choices)
        </footer>
        """
    }

    /// The language and the colours, which hold for the apps as well; the apps keep what is chosen.
    private var choices: HTML {
        guard !apps.isEmpty else { return "" }
        let choosing = PageManner.Choices(backTo: "/")
        let languages: [HTML] = AppLanguage.allCases.map { language in
            let current: HTML = language == say ? #" aria-current="true""# : ""
            return
                #"<a href="\#(choosing(language))" lang="\#(language.tag)"\#(current)>\#(language.name)</a>"#
        }
        let themes: [HTML] = Theme.allCases.map { theme in
            let current: HTML = theme == manner.theme ? #" aria-current="true""# : ""
            return #"<a href="\#(choosing(theme))"\#(current)>\#(say(theme.title))</a>"#
        }
        return """
            <nav class="choices" aria-label="\(say("Idioma y colores", en: "Language and colours"))">
            <p>\(languages)</p>
            <p>\(themes)</p>
            </nav>
            """
    }

    /// The apps, before the services that they call.
    private var appList: HTML {
        guard !apps.isEmpty else { return "" }
        let items: [HTML] = apps.map { app in
            """
            <li><a href="\(app.path)">\(say(app.title))</a>
            <span>\(say(app.summary))</span></li>
            """
        }
        return """
            <nav aria-labelledby="apps">
            <h2 id="apps"><a href="/apps">Apps</a></h2>
            <ul class="apps">
            \(items)
            </ul>
            </nav>
            """
    }

    private static func documentLink(of api: API) -> HTML {
        """
        <link rel="service-desc" type="application/json" href="\(api.documentPath)" \
        title="\(api.title)">
        """
    }

    private func section(_ service: ServiceListing) -> HTML {
        let api = service.api
        let words = ServiceWords(api, in: say)
        let documentation = "\(api.documentationPath)?lang=\(say.tag)"
        return """
            <section aria-labelledby="\(api.name)">
            <h2 id="\(api.name)">\(words.title) <small>\(api.version)</small></h2>
            <p>\(words.about)</p>
            \(Self.pictures(service.pictures))
            <p><a href="\(documentation)">\(say(
                "Leer y probar cada operación",
                en: "Read and try every endpoint"
            ))</a> · <a href="\(api.documentPath)">\(say("Documento OpenAPI", en: "OpenAPI document"))</a></p>
            \(callers(service.user))
            <ol class="endpoints">
            \(api.endpoints.enumerated().map { item($1, of: service, words, isOpen: $0 == 0) })
            \(service.collections.enumerated().map { item($1, isOpen: $0 == 0) })
            </ol>
            </section>
            """
    }

    /// Whom the examples call as, where that matters.
    private func callers(_ user: String) -> HTML {
        guard !user.isEmpty else { return "" }
        return """
            <p>\(say("Los ejemplos llaman como", en: "Examples call as")) <code>\(user)</code>\(say(
                ", que solo puede cambiar lo suyo.",
                en: ", who may change their own entries alone."
            ))</p>
            """
    }

    /// Pictures for the eye alone, which say nothing that the text does not.
    private static func pictures(_ paths: [String]) -> HTML {
        guard !paths.isEmpty else { return "" }
        let images: [HTML] = paths.map {
            #"<img src="\#($0)" alt="" width="120" height="180" loading="lazy">"#
        }
        return """
            <div class="pictures" aria-hidden="true">
            \(images)
            </div>
            """
    }

    // MARK: - Items

    private func item<E: Endpoint>(
        _ endpoint: E.Type,
        of service: ServiceListing,
        _ words: ServiceWords,
        isOpen: Bool
    ) -> HTML {
        let example = EndpointExample(endpoint, of: service, at: publicURL)
        let path: HTML = "<code>\(service.api.prefix + E.route.path)</code>"
        let target: HTML = example.link.map { #"<a href="\#($0)">\#(path)</a>"# } ?? path
        let lock: HTML =
            E.Caller.self == Anyone.self
            ? ""
            : #" <span class="lock">\#(say("con contraseña", en: "sign in"))</span>"#
        return item(
            heading: """
                <span class="method \(E.route.method.name.lowercased())">\(E.route.method.name)\
                </span> \(target)\(lock)
                """,
            summary: words.summary(of: endpoint),
            call: E.name,
            lines: example.lines,
            isOpen: isOpen
        )
    }

    private func item(_ collection: ServiceListing.Collection, isOpen: Bool) -> HTML {
        item(
            heading: """
                <span class="method get">GET</span> \
                <a href="\(collection.path)"><code>\(collection.path)</code></a>
                """,
            summary: say(
                "Lista los recursos «\(collection.type)» por páginas, con filtros, orden e incluidos.",
                en:
                    "Lists resources “\(collection.type)” by pages, filtered, sorted and with others included."
            ),
            call: collection.type,
            lines: ["curl -g '\(publicURL)\(collection.path)?page[limit]=2'"],
            isOpen: isOpen
        )
    }

    private func item(
        heading: HTML,
        summary: String,
        call: String,
        lines: [String],
        isOpen: Bool
    ) -> HTML {
        let examples: [HTML] = lines.map { #"<pre tabindex="0"><code>\#($0)</code></pre>"# }
        return """
            <li>
            <h3>\(heading)</h3>
            <p>\(summary)</p>
            <details\(isOpen ? " open" : "" as HTML)>
            <summary>\(say("Llamar a", en: "Call")) \(call)</summary>
            \(examples)
            </details>
            </li>
            """
    }
}
