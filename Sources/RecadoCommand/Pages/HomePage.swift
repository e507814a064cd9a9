// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// The page at `/`: what is served here, and how to call it.
struct HomePage: Sendable {
    /// The address that clients use.
    let publicURL: String
    /// What is served.
    let services: [ServiceListing]

    /// The page as it is answered.
    var response: Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "text/html; charset=utf-8",
                .contentLanguage: "en",
                // It names the address and the endpoints, which the next start may change.
                .cacheControl: "no-cache",
                .contentTypeOptions: "nosniff",
                .referrerPolicy: "no-referrer",
                // The page has a style sheet of its own and pictures of the services; no script.
                .contentSecurityPolicy: """
                default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; \
                base-uri 'none'; form-action 'none'; frame-ancestors 'none'
                """,
            ],
            content: Content(html.description)
        )
    }

    // MARK: - Parts

    private var html: Markup {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="description" content="The web services of this machine.">
        <title>Recado</title>
        <link rel="icon" href="data:,">
        \(services.map { Self.documentLink(of: $0.api) })
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <header>
        <h1>Recado</h1>
        <p class="lead">The web services of this machine, at <code>\(publicURL)</code>.</p>
        </header>
        <main>
        \(services.map(section))
        </main>
        <footer>
        <p><code>recado --help</code> says more. Problems are answered as
        <a href="https://www.rfc-editor.org/rfc/rfc9457">problem details</a>.</p>
        </footer>
        </body>
        </html>

        """
    }

    private static func documentLink(of api: API) -> Markup {
        """
        <link rel="service-desc" type="application/json" href="\(api.documentPath)" \
        title="\(api.title)">
        """
    }

    private func section(_ service: ServiceListing) -> Markup {
        let api = service.api
        return """
            <section aria-labelledby="\(api.name)">
            <h2 id="\(api.name)">\(api.title) <small>\(api.version)</small></h2>
            <p>\(api.about)</p>
            \(Self.pictures(service.pictures))
            <p><a href="\(api.documentPath)">OpenAPI document</a></p>
            <p>Examples call as <code>\(service.user)</code>, who may change their own entries
            alone.</p>
            <ol class="endpoints">
            \(api.endpoints.enumerated().map { item($1, of: service, isOpen: $0 == 0) })
            </ol>
            </section>
            """
    }

    /// Pictures for the eye alone, which say nothing that the text does not.
    private static func pictures(_ paths: [String]) -> Markup {
        guard !paths.isEmpty else { return "" }
        let images: [Markup] = paths.map {
            #"<img src="\#($0)" alt="" width="120" height="180" loading="lazy">"#
        }
        return """
            <div class="pictures" aria-hidden="true">
            \(images)
            </div>
            """
    }

    private func item<E: Endpoint>(
        _ endpoint: E.Type,
        of service: ServiceListing,
        isOpen: Bool
    ) -> Markup {
        let example = EndpointExample(endpoint, of: service, at: publicURL)
        let path: Markup = "<code>\(service.api.prefix + E.route.path)</code>"
        let target: Markup = example.link.map { #"<a href="\#($0)">\#(path)</a>"# } ?? path
        let lock: Markup =
            E.Caller.self == Anyone.self ? "" : #" <span class="lock">sign in</span>"#
        return """
            <li>
            <h3><span class="method \(E.route.method.name.lowercased())">\(E.route.method.name)\
            </span> \(target)\(lock)</h3>
            <p>\(E.about.summary)</p>
            <details\(isOpen ? " open" : "" as Markup)>
            <summary>Call \(E.name)</summary>
            <pre tabindex="0"><code>\(example.curl)</code></pre>
            <pre tabindex="0"><code>\(example.recado)</code></pre>
            </details>
            </li>
            """
    }
}
