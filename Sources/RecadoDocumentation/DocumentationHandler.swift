// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// Answers requests for the pages of one subject.
struct DocumentationHandler: Handler {
    /// The subject of a page.
    enum Subject: Sendable {
        case openAPI(Service)
        case service(String)
        case failure(String)
        case status
    }

    let subject: Subject
    let cache: DocumentationCache

    /// Answers in a task, because writing a page for the first time may take milliseconds.
    func handle(_ request: Request) -> PendingResponse {
        .later { response(to: request) ?? Self.nothing }
    }

    /// Returns the last segment of a path, without its extension.
    private static func code(in path: Substring) -> String {
        let last = path.split(separator: "/").last?.prefix { $0 != "." }
        return last.flatMap { PercentEncoding.decode($0) } ?? ""
    }

    private static var nothing: Response {
        Response(ProblemDetails(status: .notFound, detail: "There is nothing at this path."))
    }

    private func response(to request: Request) -> Response? {
        // The OpenAPI document is the same for readers of every language.
        if case .openAPI(let service) = subject {
            return cache.response(named: service.api.documentPath) { Self.document(of: service) }
        }
        let words = Self.words(for: request)
        return Language.$current.withValue(words.tag) { response(to: request, words) }
    }

    private func response(
        to request: Request,
        _ words: DocumentationWords
    ) -> Response? {
        let code =
            Self.code(in: request.path)
        // Names of problems contain only ASCII.
        guard code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        switch subject {
        case .openAPI: return nil
        case .service(let name):
            return cache.response(named: "\(name) \(words.tag)") {
                cache.service(named: name, words).map { page(of: $0, words) }
            }
        case .failure(let name):
            return problem(request, words, code, of: name) {
                cache.service(named: name, words)
                    .flatMap { ProblemDocument($0.api.problemPath + "/" + code, of: $0) }
            }
        case .status:
            return problem(request, words, code, of: "") {
                let type = ProblemDetails.commonPath + "/" + code
                return ProblemDocument(common: type, of: cache.everything(words))
            }
        }
    }

    /// Returns the words in the language that the query names, or else in the reader's preferred
    /// language.
    private static func words(for request: Request) -> DocumentationWords {
        let items = (request.query ?? "").split(separator: "&")
        let named = items.first { $0.hasPrefix("lang=") }.map { Language(String($0.dropFirst(5))) }
        let all = DocumentationWords.all.map(\.tag)
        if let named, all.contains(named) { return .words(in: named) }
        return .words(in: Language.best(of: all, for: request.fields))
    }

    private static func document(of service: Service) -> Response? {
        guard let text = try? OpenAPI(service).json() else { return nil }
        return json(text)
    }

    private static func json(_ text: String) -> Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "application/json",
                .cacheControl: "no-cache",
                .contentTypeOptions: "nosniff",
            ],
            content: Content(text)
        )
    }

    private func page(
        of document: ServiceDescription,
        _ words: DocumentationWords
    ) -> Response {
        var page = DocumentationPage(document, words: words, settings: cache.settings)
        page.spoken = cache.spoken(document.api.name, in: words.tag)
        var response = page.page.response()
        response.addVary(.acceptLanguage)
        return response
    }

    /// Returns the problem as HTML for browsers, or as JSON.
    private func problem(
        _ request: Request,
        _ words: DocumentationWords,
        _ code: String,
        of service: String,
        _ make: () -> ProblemDocument?
    ) -> Response? {
        let isPage = Accept(request.fields).best(of: [.json, .problemJSON, .html]) == .html
        let name = "\(service)/problems/\(code) \(words.tag) \(isPage)"
        return cache.response(named: name) {
            make().map { problem in
                var response =
                    isPage
                    ? problem.page(words, home: cache.settings.home).response()
                    : Self.json(Self.text(problem.value(words)))
                response.fields[.contentLanguage] = words.tag.tag
                response.addVary(.accept)
                response.addVary(.acceptLanguage)
                return response
            }
        }
    }

    private static func text(_ value: Value) -> String {
        var json = JSON()
        json.isPretty = true
        return String(decoding: (try? json.encode(value)) ?? [], as: UTF8.self) + "\n"
    }
}
