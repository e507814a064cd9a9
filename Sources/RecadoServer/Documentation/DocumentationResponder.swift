// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP
import Synchronization

/// Makes the pages about services, each when it is first asked for.
final class DocumentationShelf: Sendable {
    private let services: [Service]
    private let samples: [String: String]
    private let documents = Mutex<[Language: [ServiceDocument]]>([:])
    private let made = Mutex<[String: Response]>([:])

    init(_ services: [Service], _ documentation: Documentation) {
        // Of pages for people alone there is nothing to say to programs.
        self.services = services.filter {
            !$0.api.endpoints.isEmpty || !$0.collections.isEmpty
        }
        samples = documentation.samples
    }

    /// What answers the paths of the pages.
    var pages: [any EndpointResponder] {
        var pages: [any EndpointResponder] = []
        for service in services {
            let api = service.api
            pages.append(page(api.documentPath, .openAPI(service)))
            pages.append(page(api.documentationPath, .service(api.name)))
            pages.append(page(api.problemPath + "/{code}", .failure(api.name)))
        }
        pages.append(page(ProblemDetails.commonPath + "/{code}", .status))
        return pages
    }

    private func page(
        _ template: String,
        _ subject: DocumentationResponder.Subject
    ) -> DocumentationResponder {
        DocumentationResponder(template: template, subject: subject, shelf: self)
    }

    /// The answer under a name, made unless it has been already.
    func response(named name: String, _ make: () -> Response?) -> Response? {
        if let response = made.withLock({ $0[name] }) { return response }
        guard let response = make() else { return nil }
        made.withLock { $0[name] = response }
        return response
    }

    /// Every service, as its declaration tells of itself in a language.
    ///
    /// `Service.check()` has found that each can be described.
    func everything(_ words: DocumentationWords) -> [ServiceDocument] {
        documents.withLock { documents in
            if let known = documents[words.tag] { return known }
            let all = services.compactMap { try? ServiceDocument($0, samples: samples) }
            documents[words.tag] = all
            return all
        }
    }

    func service(named name: String, _ words: DocumentationWords) -> ServiceDocument? {
        everything(words).first { $0.api.name == name }
    }
}

/// Answers requests for one of the pages.
struct DocumentationResponder: WaitingResponder {
    /// What the page is about.
    enum Subject: Sendable {
        case openAPI(Service)
        case service(String)
        case failure(String)
        case status
    }

    let template: String
    let subject: Subject
    let shelf: DocumentationShelf

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        guard let response = response(to: request, match) else {
            let detail = "There is nothing at this path."
            let problem = ProblemDetails(status: .notFound, detail: detail)
            return ProblemResponse(problem, members: nil).response(in: .json)
        }
        return await response.representation(answering: request)
    }

    private func response(to request: Request, _ match: RouteMatch) -> Response? {
        // The document is one for everybody, whatever their language.
        if case .openAPI(let service) = subject {
            return shelf.response(named: template) { Self.document(of: service) }
        }
        let words = Self.words(for: request)
        return Language.$current.withValue(words.tag) { response(to: request, match, words) }
    }

    private func response(
        to request: Request,
        _ match: RouteMatch,
        _ words: DocumentationWords
    ) -> Response? {
        let code = match.parameters.first.flatMap { PercentEncoding.decode($0) } ?? ""
        // Names of problems are kebab case.
        guard code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        switch subject {
        case .openAPI: return nil
        case .service(let name):
            return shelf.response(named: "\(template) \(words.tag)") {
                shelf.service(named: name, words).map { Self.page(of: $0, words) }
            }
        case .failure(let name):
            return problem(request, words, code) {
                shelf.service(named: name, words)
                    .flatMap { ProblemDocument($0.api.problemPath + "/" + code, of: $0) }
            }
        case .status:
            return problem(request, words, code) {
                ProblemDocument(code, of: shelf.everything(words))
            }
        }
    }

    /// The language that the query names, or else the one that the reader likes best.
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

    private static func page(
        of document: ServiceDocument,
        _ words: DocumentationWords
    ) -> Response {
        var response = DocumentationPage(document, words: words).page.response()
        response.addVary(.acceptLanguage)
        return response
    }

    /// HTML for whoever asks for it as browsers do, JSON for others.
    private func problem(
        _ request: Request,
        _ words: DocumentationWords,
        _ code: String,
        _ make: () -> ProblemDocument?
    ) -> Response? {
        let isPage = Accept(request.fields).best(of: [.json, .problemJSON, .html]) == .html
        let name = "\(template) \(code) \(words.tag) \(isPage)"
        return shelf.response(named: name) {
            make().map { problem in
                var response =
                    isPage
                    ? problem.page(words).response() : Self.json(Self.text(problem.value(words)))
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
