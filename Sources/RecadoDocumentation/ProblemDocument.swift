// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// A kind of problem, with the endpoints that answer with it.
struct ProblemDocument: Sendable {
    /// An endpoint that answers with the problem, and the address of its documentation.
    struct Giver: Sendable {
        let endpoint: EndpointDescription
        let address: String
    }

    /// The `type` member of the problem documents, which identifies the problem.
    let type: String
    let title: String
    let status: Status
    let detail: String?
    /// The remedy from the declaration of the failure; `nil` if it states none.
    let remedy: String?
    private(set) var givers: [Giver] = []

    /// Creates the description of a failure that endpoints of a service declare; `nil` if none
    /// declares this `type`.
    ///
    /// If endpoints declare different titles for the same failure, the first title is used.
    init?(_ type: String, of service: ServiceDescription) {
        var found: EndpointDescription.Failure?
        for endpoint in service.endpoints {
            guard let failure = endpoint.failures.first(where: { $0.problem.type == type }) else {
                continue
            }
            found = found ?? failure
            givers.append(Self.giver(endpoint, of: service))
        }
        guard let found else { return nil }
        self.type = type
        title = found.problem.title
        status = found.problem.status
        detail = found.problem.detail
        remedy = found.remedy
    }

    /// Creates the description of a problem that has only a status; `nil` if the `type` names no
    /// known status.
    init?(common type: String, of services: [ServiceDescription]) {
        let known = ProblemAdvice.all.keys.sorted()
        let endpoints = services.flatMap { service in
            service.endpoints.map { (endpoint: $0, service: service) }
        }
        let given = endpoints.flatMap { $0.endpoint.commonProblems }
        guard let status = (known + given).first(where: { ProblemDetails.type(of: $0) == type })
        else { return nil }
        self.status = status
        self.type = type
        title = status.title
        detail = nil
        remedy = nil
        for (endpoint, service) in endpoints where endpoint.commonProblems.contains(status) {
            givers.append(Self.giver(endpoint, of: service))
        }
    }

    private static func giver(
        _ endpoint: EndpointDescription,
        of service: ServiceDescription
    ) -> Giver {
        Giver(
            endpoint: endpoint,
            address: service.api.documentationPath + "#" + endpoint.name
        )
    }

    // MARK: - Forms

    /// Returns the description of the problem as a value for JSON.
    func value(_ words: DocumentationWords) -> Value {
        var object: Value.Object = [
            "type": .string(type), "title": .string(title), "status": .number(.init(status.code)),
        ]
        if let detail { object["detail"] = .string(detail) }
        object["meaning"] = .string(ProblemAdvice.on(status).meaning(words))
        object["remedy"] = .string(remedy ?? ProblemAdvice.on(status).remedy(words))
        object["endpoints"] = .array(
            givers.map { giver in
                [
                    "name": .string(giver.endpoint.name),
                    "method": .string(giver.endpoint.method.name),
                    "path": .string(giver.endpoint.path),
                    "documentation": .string(giver.address),
                ]
            }
        )
        return .object(object)
    }

    /// Returns the HTML page about the problem.
    func page(_ words: DocumentationWords, home: String?) -> HTML.Page {
        let advice = ProblemAdvice.on(status)
        var page = HTML.Page(
            title: "\(status.code) \(title)",
            language: words.tag.tag,
            content: """
                <header>
                <p class="top"><span>\(DocumentationPage.link(home: home, words)) \(words.problem)</span>
                <span class="languages">\(DocumentationPage.languages(words))</span></p>
                <h1>\(title) <small>\(status.code) \(status.reasonPhrase)</small></h1>
                </header>
                <main class="single"><section>
                <h2>\(words.meaning)</h2>
                <p>\(detail ?? "") \(advice.meaning(words))</p>
                <h2>\(words.toDo)</h2>
                <p>\(remedy ?? advice.remedy(words))</p>
                <h2>\(words.givenBy)</h2>
                \(list(words))
                <p class="hint">\(words.typeOf) <code>\(type)</code>.</p>
                </section></main>
                """
        )
        page.summary = advice.meaning(words)
        page.head = DocumentationStyle.themeColours
        page.style = DocumentationStyle.sheet
        return page
    }

    private func list(_ words: DocumentationWords) -> HTML {
        guard !givers.isEmpty else { return "<p>\(words.givenByNone)</p>" }
        let items: [HTML] = givers.map { giver in
            """
            <li><a href="\(link: giver.address)">\(DocumentationPage.method(giver.endpoint))
            <span><code>\(giver.endpoint.path)</code> \(giver.endpoint.about.summary)</span></a></li>
            """
        }
        return #"<div class="list"><ul>\#(items)</ul></div>"#
    }
}
