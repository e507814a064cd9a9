// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// The page that describes a service and has forms to try its endpoints.
struct DocumentationPage: Sendable {
    let document: ServiceDescription
    let words: DocumentationWords
    let schemas: SchemaMarkup
    let samples: SampleMarkup
    /// The translated texts about the service; `nil` to use the texts of the declaration.
    var spoken: DocumentedWords?

    init(
        _ document: ServiceDescription,
        words: DocumentationWords,
        settings: SampleSettings = SampleSettings()
    ) {
        self.document = document
        self.words = words
        schemas = SchemaMarkup(library: document.library, words: words)
        samples = SampleMarkup(settings: settings, words: words)
    }

    private var api: API { document.api }
    private var title: String { spoken?.title ?? api.title }
    private var about: String { spoken?.about ?? api.about }

    /// The complete page.
    var page: HTML.Page {
        var page = HTML.Page(
            title: "\(title) – \(words.documentation)",
            language: words.tag.tag,
            content: content
        )
        page.summary = about
        page.head = """
            <link rel="service-desc" type="application/json" href="\(link: api.documentPath)">
            \(Self.alternates)
            \(DocumentationStyle.themeColours)
            """
        page.style = DocumentationStyle.sheet
        page.script = DocumentationScript.text
        return page
    }

    /// Returns a text as HTML, in which names between backquotes are code elements.
    private static func prose(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard parts.count % 2 == 1 else { return HTML(escaping: text) }
        let pieces = parts.enumerated().map { index, part -> HTML in
            index % 2 == 1 ? "<code>\(part)</code>" : "\(part)"
        }
        return pieces.reduce("") { "\($0)\($1)" }
    }

    private static var alternates: [HTML] {
        DocumentationWords.all.map {
            #"<link rel="alternate" hreflang="\#($0.tag.tag)" href="?lang=\#($0.tag.tag)">"#
        }
    }

    private var content: HTML {
        """
        <a class="skip" href="#endpoints">\(words.skip)</a>
        <header>
        <p class="top"><span>\(Self.link(home: samples.settings.home, words)) \(words.documentation)</span>
        <span class="languages">\(Self.languages(words))</span></p>
        <h1>\(title) <small>\(api.version)</small></h1>
        <p class="lead">\(Self.prose(about))</p>
        <p><a href="\(link: api.documentPath)">\(words.openAPI)</a></p>
        </header>
        <nav aria-label="\(words.endpoints)">
        \(document.endpoints.isEmpty ? nil : samples.choice)
        <p class="search" hidden><label for="search">\(words.search)</label>
        <input id="search" type="search" autocomplete="off" spellcheck="false">
        <span class="found" role="status"></span></p>
        \(document.groups.map { contents($0.tag, $0.endpoints) })
        </nav>
        <main id="endpoints" \(TryForm.wordsOfScript(words))>
        \(document.endpoints.isEmpty ? "<p>\(words.onlyCollections)</p>" as HTML? : nil)
        <noscript><p class="note">\(words.needsScript)</p></noscript>
        \(CredentialsForm(document, words: words).html)
        \(document.groups.map { group($0.tag, $0.endpoints) })
        </main>
        """
    }

    /// Returns a link to the application's first page; `nil` if `home` is `nil`.
    static func link(home: String?, _ words: DocumentationWords) -> HTML? {
        home.map { #"<a href="\#(link: $0)">\#(words.home)</a> ·"# }
    }

    /// Returns links to the page in the other languages.
    static func languages(_ words: DocumentationWords) -> [HTML] {
        DocumentationWords.all.map { other in
            let tag = other.tag.tag
            guard other.tag != words.tag else {
                return #"<b lang="\#(tag)">\#(other.language)</b>"#
            }
            return
                #"<a lang="\#(tag)" hreflang="\#(tag)" href="?lang=\#(tag)">\#(other.language)</a>"#
        }
    }

    private func contents(_ tag: String, _ endpoints: [EndpointDescription]) -> HTML {
        let items: [HTML] = endpoints.map { endpoint in
            let summary = summary(of: endpoint)
            return """
                <li><a href="#\(endpoint.name)">\(Self.method(endpoint))
                <span>\(summary.isEmpty ? endpoint.name : summary)</span></a></li>
                """
        }
        return """
            <h2>\(heading(tag))</h2>
            <ul>
            \(items)
            </ul>
            """
    }

    private func summary(of endpoint: EndpointDescription) -> String {
        spoken?.endpoints[endpoint.name]?.summary ?? endpoint.about.summary
    }

    private func detail(of endpoint: EndpointDescription) -> HTML? {
        let detail = spoken?.endpoints[endpoint.name]?.detail ?? endpoint.about.detail
        return detail.isEmpty ? nil : "<p>\(Self.prose(detail))</p>"
    }

    private func heading(_ tag: String) -> String {
        tag.isEmpty ? document.groups.count > 1 ? words.others : words.endpoints : tag
    }

    private func group(_ tag: String, _ endpoints: [EndpointDescription]) -> HTML {
        """
        <h2 class="tag">\(heading(tag))</h2>
        \(endpoints.map(section))
        """
    }

    static func method(_ endpoint: EndpointDescription) -> HTML {
        let name = endpoint.method.name
        return #"<span class="method \#(name.lowercased())">\#(name)</span>"#
    }

    // MARK: - Endpoints

    private func section(_ endpoint: EndpointDescription) -> HTML {
        let mark: HTML =
            endpoint.about.isDeprecated ? #" <em class="mark">\#(words.deprecated)</em>"# : ""
        let name = endpoint.name
        return """
            <section id="\(name)" aria-labelledby="\(name)-title">
            <h3 id="\(name)-title">\(Self.method(endpoint)) <code>\(endpoint.path)</code>\(mark)
            <a class="anchor" href="#\(name)" aria-label="\(words.linkTo) \(name)">#</a></h3>
            <div class="told">
            <p class="summary">\(summary(of: endpoint))</p>
            \(detail(of: endpoint))
            <h4>\(words.caller)</h4>
            <p>\(caller(of: endpoint))</p>
            \(inputs(of: endpoint))
            \(content(of: endpoint))
            \(answer(of: endpoint))
            \(failures(of: endpoint))
            \(terms(of: endpoint))
            </div>
            <div class="samples">
            \(samples.samples(of: endpoint, in: document))
            \(answerSamples(of: endpoint))
            </div>
            \(TryForm(endpoint, of: document, words: words).html)
            </section>
            """
    }

    /// Returns samples of the content of an answer: the first format is visible, and the reader can
    /// expand the others.
    private func answerSamples(of endpoint: EndpointDescription) -> HTML? {
        guard let first = endpoint.examples.answers.first else { return nil }
        return """
            <h4>\(words.answer), \(endpoint.success.code) <small>\(first.mediaType.description)</small></h4>
            <pre tabindex="0"><code>\(first.text)</code></pre>
            \(examples(Array(endpoint.examples.answers.dropFirst())))
            """
    }

    private func caller(of endpoint: EndpointDescription) -> HTML {
        guard let caller = endpoint.caller else { return "\(words.anyone)" }
        let schemes = caller.schemes.map(\.words).joined(separator: " \(words.or) ")
        let realm: HTML = caller.realm.isEmpty ? "" : " · \(caller.realm)"
        return "<b>\(caller.name)</b> – \(schemes)\(realm)"
    }

    private func inputs(of endpoint: EndpointDescription) -> HTML? {
        let inputs = endpoint.inputs.filter { $0.location != .content }
        guard !inputs.isEmpty else { return nil }
        let rows: [HTML] = inputs.map { input in
            """
            <tr><th scope="row"><code>\(input.name)</code></th>
            <td>\(words.name(of: input.location))</td>
            <td>\(schemas.line(input.schema.withoutNull))
            <small>\(input.isRequired ? words.required : words.optional)</small></td></tr>
            """
        }
        return """
            <h4>\(words.inputs)</h4>
            <table><thead><tr><th scope="col">\(words.name)</th><th scope="col">\(words.place)</th>
            <th scope="col">\(words.shape)</th></tr></thead><tbody>
            \(rows)
            </tbody></table>
            """
    }

    private func content(of endpoint: EndpointDescription) -> HTML? {
        guard let content = endpoint.content else { return nil }
        let types = endpoint.formats.map { $0.mediaType.description }.joined(separator: ", ")
        let optional: HTML? = content.isRequired ? nil : " \(words.optionalContent)"
        return """
            <h4>\(words.content)</h4>
            <p>\(words.sentAs) <code>\(types)</code>: \(schemas.line(content.schema)).\(optional)</p>
            \(schemas.members(of: content.schema))
            \(examples(endpoint.examples.requests))
            """
    }

    private func answer(of endpoint: EndpointDescription) -> HTML {
        let status = "\(endpoint.success.code) \(endpoint.success.reasonPhrase)"
        if let dialogue = endpoint.dialogue { return answer(dialogue, of: endpoint) }
        guard let output = endpoint.output else {
            return "<h4>\(words.answer)</h4><p><b>\(status)</b>, \(words.noContent)</p>"
        }
        let types = endpoint.responseFormats.map { $0.mediaType.description }
        let stream: HTML? = endpoint.isStream ? "\(words.streamOf) " : nil
        return """
            <h4>\(words.answer)</h4>
            <p><b>\(status)</b>, <code>\(types.joined(separator: ", "))</code>:
            \(stream)\(schemas.line(output))</p>
            \(schemas.members(of: output))
            """
    }

    func examples(_ examples: [EndpointExamples.Content]) -> [HTML] {
        examples.map { example in
            """
            <details><summary>\(words.example): \(example.mediaType.description)</summary>
            <pre tabindex="0"><code>\(example.text)</code></pre></details>
            """
        }
    }
}

extension DocumentationWords {
    /// Returns the word for the location of an input.
    func name(of location: InputLocation) -> String {
        switch location {
        case .path: path
        case .query: query
        case .header: header
        case .content: content
        }
    }
}

extension SecurityScheme {
    /// The name of the scheme for display, which is the same in every language.
    var words: String {
        switch self {
        case .http(let scheme): "HTTP \(scheme)"
        case .field(let name): name.rawName
        case .query(let name): "?\(name)="
        case .cookie(let name): "Cookie \(name)"
        case .mutualTLS: "TLS"
        case .oauth2: "OAuth 2"
        case .openIDConnect: "OpenID Connect"
        @unknown default: "\(self)"
        }
    }
}

extension ServiceDescription {
    /// The endpoints grouped by their first tag, in the order of the declaration.
    fileprivate var groups: [(tag: String, endpoints: [EndpointDescription])] {
        var groups: [(tag: String, endpoints: [EndpointDescription])] = []
        for endpoint in endpoints {
            let tag = endpoint.about.tags.first ?? ""
            if let index = groups.firstIndex(where: { $0.tag == tag }) {
                groups[index].endpoints.append(endpoint)
            } else {
                groups.append((tag, [endpoint]))
            }
        }
        return groups
    }
}
