// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoApps
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

    /// The page as it is answered.
    var response: Response {
        var page = HTMLPage(title: "Recado", content: content)
        page.summary = "The web services of this machine."
        page.head = "\(services.map { Self.documentLink(of: $0.api) })"
        page.style = Self.style
        return page.response()
    }

    // MARK: - Parts

    private var content: HTML {
        """
        <header>
        <h1>Recado</h1>
        <p class="lead">The web services of this machine, at <code>\(publicURL)</code>.</p>
        </header>
        <main>
        \(appList)
        \(services.map(section))
        </main>
        <footer>
        <p><code>recado --help</code> says more. Problems are answered as
        <a href="https://www.rfc-editor.org/rfc/rfc9457">problem details</a>.</p>
        </footer>
        """
    }

    /// The apps, before the services that they call.
    private var appList: HTML {
        guard !apps.isEmpty else { return "" }
        let items: [HTML] = apps.map { app in
            """
            <li><a href="\(app.path)">\(app.title.english)</a>
            <span>\(app.summary.english)</span></li>
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
        return """
            <section aria-labelledby="\(api.name)">
            <h2 id="\(api.name)">\(api.title) <small>\(api.version)</small></h2>
            <p>\(api.about)</p>
            \(Self.pictures(service.pictures))
            <p><a href="\(api.documentationPath)">Read and try every endpoint</a> ·
            <a href="\(api.documentPath)">OpenAPI document</a></p>
            \(Self.callers(service.user))
            <ol class="endpoints">
            \(api.endpoints.enumerated().map { item($1, of: service, isOpen: $0 == 0) })
            </ol>
            </section>
            """
    }

    /// Whom the examples call as, where that matters.
    private static func callers(_ user: String) -> HTML {
        guard !user.isEmpty else { return "" }
        return """
            <p>Examples call as <code>\(user)</code>, who may change their own entries
            alone.</p>
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

    private func item<E: Endpoint>(
        _ endpoint: E.Type,
        of service: ServiceListing,
        isOpen: Bool
    ) -> HTML {
        let example = EndpointExample(endpoint, of: service, at: publicURL)
        let path: HTML = "<code>\(service.api.prefix + E.route.path)</code>"
        let target: HTML = example.link.map { #"<a href="\#($0)">\#(path)</a>"# } ?? path
        let lock: HTML =
            E.Caller.self == Anyone.self ? "" : #" <span class="lock">sign in</span>"#
        return """
            <li>
            <h3><span class="method \(E.route.method.name.lowercased())">\(E.route.method.name)\
            </span> \(target)\(lock)</h3>
            <p>\(E.about.summary)</p>
            <details\(isOpen ? " open" : "" as HTML)>
            <summary>Call \(E.name)</summary>
            <pre tabindex="0"><code>\(example.curl)</code></pre>
            <pre tabindex="0"><code>\(example.recado)</code></pre>
            </details>
            </li>
            """
    }
}
