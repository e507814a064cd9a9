// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization

/// The page at `/`, which shows the apps with their latest news, and the services with example
/// calls.
struct HomePage: Sendable {
    /// The base URL that clients use.
    let publicURL: String
    /// The services that are served.
    let services: [ServiceListing]
    /// The apps that use the services; the page has the design of the apps.
    let apps: Apps
    private let sections = Sections()

    /// The descriptions of all services, which take milliseconds to make, by language.
    private final class Sections: Sendable {
        private let made = Mutex<[AppLanguage: HTML]>([:])

        func html(_ language: AppLanguage, _ make: () -> HTML) -> HTML {
            if let html = made.withLock({ $0[language] }) { return html }
            let html = make()
            made.withLock { $0[language] = html }
            return html
        }
    }

    /// Creates the page.
    init(publicURL: String, services: [ServiceListing], apps: Apps) {
        (self.publicURL, self.services, self.apps) = (publicURL, services, apps)
    }

    /// Returns the response with the page.
    func response(to request: Request) async -> Response {
        let say = PagePreferences(request).language
        var response = await apps.page("Recado", to: request, head: head(say)) { tiles in
            """
            <h1>Recado</h1>
            <p class="lead">\(say("Los servicios web de esta máquina, en", en: "The web services of this machine, at"))
            <code>\(publicURL)</code>.</p>
            <h2 class="hidden" id="apps">Apps</h2>
            \(await tiles())
            <h2 id="services">\(say("Servicios", en: "Services"))</h2>
            <div class="services">
            \(sections.html(say) { "\(services.map { section($0, say) })" })
            </div>
            <p class="soft"><code>recado --help</code> \(say(
                "dice más. Los problemas se responden como",
                en: "says more. Problems are answered as"
            )) <a href="https://www.rfc-editor.org/rfc/rfc9457">problem details</a>.</p>
            """
        }
        response.fields[.vary] = "Accept, Accept-Language, Cookie"
        return response
    }

    // MARK: - Parts

    private func head(_ say: AppLanguage) -> HTML {
        let summary = say(
            "Los servicios web de esta máquina.",
            en: "The web services of this machine."
        )
        return """
            <meta name="description" content="\(summary)">
            \(services.map { Self.documentLink(of: $0.api) })
            """
    }

    private static func documentLink(of api: API) -> HTML {
        """
        <link rel="service-desc" type="application/json" href="\(api.documentPath)" \
        title="\(api.title)">
        """
    }

    private func section(_ service: ServiceListing, _ say: AppLanguage) -> HTML {
        let api = service.api
        let words = ServiceWords(api, in: say)
        let documentation = "\(api.documentationPath)?lang=\(say.tag)"
        return """
            <section aria-labelledby="\(api.name)">
            <details>
            <summary><h3 id="\(api.name)">\(words.title)</h3> \(words.about)</summary>
            <div class="inside">
            \(Self.pictures(service.pictures))
            <p><a href="\(documentation)">\(say(
                "Leer y probar cada operación",
                en: "Read and try every endpoint"
            ))</a> · <a href="\(api.documentPath)">\(say("Documento OpenAPI", en: "OpenAPI document"))</a></p>
            \(callers(service.user, say))
            <ol class="endpoints">
            \(api.endpoints.map { item($0, of: service, words, say) })
            \(service.collections.map { item($0, say) })
            </ol>
            </div>
            </details>
            </section>
            """
    }

    /// Returns a sentence about the user of the examples; empty if anyone may call.
    private func callers(_ user: String, _ say: AppLanguage) -> HTML {
        guard !user.isEmpty else { return "" }
        return """
            <p>\(say("Los ejemplos llaman como", en: "Examples call as")) <code>\(user)</code>\(say(
                ", que solo puede cambiar lo suyo.",
                en: ", who may change their own entries alone."
            ))</p>
            """
    }

    /// Returns images that only decorate the text.
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
        _ say: AppLanguage
    ) -> HTML {
        let example = EndpointExample(endpoint, of: service, at: publicURL)
        let path: HTML = "<code>\(service.api.prefix + E.route.path)</code>"
        let target: HTML = example.link.map { #"<a href="\#($0)">\#(path)</a>"# } ?? path
        let lock: HTML =
            E.Caller.self == Anyone.self
            ? ""
            : #" <span class="soft">\#(say("con contraseña", en: "sign in"))</span>"#
        return item(
            heading: """
                <span class="method \(E.route.method.name.lowercased())">\(E.route.method.name)\
                </span> \(target)\(lock)
                """,
            summary: words.summary(of: endpoint),
            lines: example.lines
        )
    }

    private func item(_ collection: ServiceListing.Collection, _ say: AppLanguage) -> HTML {
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
            lines: ["curl -g '\(publicURL)\(collection.path)?page[limit]=2'"]
        )
    }

    private func item(heading: HTML, summary: String, lines: [String]) -> HTML {
        let examples: [HTML] = lines.map { #"<pre tabindex="0"><code>\#($0)</code></pre>"# }
        return """
            <li>
            <h4>\(heading)</h4>
            <p>\(summary)</p>
            \(examples)
            </li>
            """
    }
}
