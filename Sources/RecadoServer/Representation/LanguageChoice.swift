// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The choice of a language for an answer (RFC 9110 §12.5.4).
struct LanguageChoice: Sendable {
    private let languages: [Language]

    /// Creates a choice among languages; `nil` if there are none.
    init?(_ languages: [Language]) {
        if languages.isEmpty { return nil }
        self.languages = languages
    }

    /// Answers a request in the language that it prefers.
    ///
    /// If a handler has chosen another language, its Content-Language is not changed.
    func answer(_ request: Request, _ make: () -> PendingResponse) -> PendingResponse {
        let language = Language.best(of: languages, for: request.fields)
        switch Language.$current.withValue(language, operation: make) {
        case .now(let response): return .now(marked(response, language))
        case let pending:
            return pending.around { rest in
                let response = await Language.$current.withValue(language) { await rest() }
                return marked(response, language)
            }
        }
    }

    /// Answers a request in the language that it prefers, without waiting.
    func answer(_ request: Request, _ make: () -> Response) -> Response {
        let language = Language.best(of: languages, for: request.fields)
        return marked(Language.$current.withValue(language) { make() }, language)
    }

    private func marked(_ response: Response, _ language: Language?) -> Response {
        var response = response
        if let language, response.content.length != 0, !response.fields.contains(.contentLanguage) {
            response.fields[.contentLanguage] = language.tag
        }
        if languages.count > 1 { response.addVary(.acceptLanguage) }
        return response
    }
}

extension Request {
    /// The value of the query parameter `format`, not unescaped, because file extensions consist of
    /// letters.
    var formatParameter: Substring? {
        let items = (query ?? "").split(separator: "&")
        return items.first { $0.hasPrefix("format=") }?.dropFirst("format=".count)
    }
}

extension Response {
    /// Sets a page as the content, and copies the page's fields, such as its
    /// Content-Security-Policy.
    mutating func show(_ page: HTML.Page) {
        let shown = page.response(status)
        content = shown.content
        for name in [
            FieldName.contentType, .contentLanguage, .contentSecurityPolicy, .referrerPolicy,
        ] {
            fields[name] = shown.fields[name]
        }
    }
}

extension ProblemResponse {
    /// Returns the problem as an HTML page, if the client prefers HTML to the formats of problems;
    /// `nil` otherwise.
    func page(
        _ view: (@Sendable (ProblemDetails) -> HTML.Page)?,
        answering request: Request,
        ending: Substring?
    ) -> Response? {
        guard let view else { return nil }
        if let ending {
            guard ending == "html" else { return nil }
        } else {
            let types: [MediaType] = [.json, .problemJSON, .xml, .textXML, .problemXML, .html]
            guard Accept(request.fields).best(of: types) == .html else { return nil }
        }
        var response = self.response(in: .json)
        response.show(view(details))
        return response
    }
}
