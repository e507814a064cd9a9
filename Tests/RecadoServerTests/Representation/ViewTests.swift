// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Views and negotiation` {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private struct ShowTale: Endpoint {
        static let route: Route = "GET /tales/{id}"
        static let formats: [Format] = [.json, .xml]
        typealias Output = Book
        enum Failure: Problem, CaseIterable {
            case noSuchTale
            var status: Status { .notFound }
            var title: String { Language.current == "es" ? "No existe" : "No such tale" }
        }
        @Path var id: Int
    }

    private static func page(_ title: String) -> HTML.Page {
        HTML.Page(title: title, language: Language.current?.tag ?? "en", content: "<p>\(title)</p>")
    }

    private func answer(
        _ target: String,
        accept: String? = nil,
        language: String? = nil,
        method: Method = .get
    ) async throws -> Answer {
        let api = API(name: "tales", title: "T", version: "1", endpoints: [ShowTale.self])
        var service = Service(api)
        service.languages = ["en", "es"]
        service.takesFormatParameter = true
        service.view(ShowTale.self) { Self.page($0.title) }
        service.problemView { Self.page($0.title) }
        service.serve { (call: ShowTale) async throws(ShowTale.Failure) -> Book in
            if call.id == 404 { throw .noSuchTale }
            return Book(title: "<\(Language.current?.tag ?? "none")>")
        }
        var request = Request(method: method, target: target)
        request.fields[.accept] = accept
        request.fields[.acceptLanguage] = language
        return try await Answer(Application([service]).respond(to: request))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let target: String
        var accept: String?
        let expected: String
        var testDescription: String { "\(target) as \(accept ?? "anything")" }
    }

    @Test(arguments: [
        Case(target: "/tales/tales/1", expected: "application/json"),
        Case(target: "/tales/tales/1", accept: "*/*", expected: "application/json"),
        Case(target: "/tales/tales/1", accept: browser, expected: "text/html; charset=utf-8"),
        Case(target: "/tales/tales/1", accept: "application/xml", expected: "application/xml"),
        Case(target: "/tales/tales/1.json", accept: browser, expected: "application/json"),
        Case(target: "/tales/tales/1.html", expected: "text/html; charset=utf-8"),
        Case(
            target: "/tales/tales/1?format=xml",
            accept: browser,
            expected: "application/xml"
        ),
        Case(target: "/tales/tales/1.json?format=xml", expected: "application/json"),
        Case(
            target: "/tales/tales/404",
            accept: browser,
            expected: "text/html; charset=utf-8"
        ),
        Case(target: "/tales/tales/404", expected: "application/problem+json"),
        Case(
            target: "/tales/tales/404?format=xml",
            accept: browser,
            expected: "application/problem+xml"
        ),
        Case(
            target: "/tales/nothing",
            accept: browser,
            expected: "text/html; charset=utf-8"
        ),
        Case(target: "/tales/nothing", expected: "application/problem+json"),
    ])
    func `the path extension precedes the format parameter and Accept`(
        _ example: Case
    ) async throws {
        let answer = try await answer(example.target, accept: example.accept)
        #expect(answer.response.fields[.contentType] == example.expected)
    }

    @Test func `an unknown format is refused with 406`() async throws {
        let answer = try await answer("/tales/tales/1?format=png")
        #expect(answer.status == .notAcceptable)
        #expect(answer.problem?.detail?.contains("application/xml, text/html") == true)
    }

    @Test func `a view has a Content-Security-Policy and a Vary field`() async throws {
        let answer = try await answer("/tales/tales/1", accept: Self.browser)
        #expect(answer.text.contains("<p>&lt;en&gt;</p>"))
        let policy = try #require(answer.response.fields[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(answer.response.fields[.vary]?.hasPrefix("Accept, Accept-Language") == true)
        #expect(answer.response.fields[.eTag] != nil)
        #expect(answer.response.fields[.cacheControl] == "no-cache")
    }

    @Test func `an HTML problem page has the problem's status`() async throws {
        let answer = try await answer("/tales/tales/404", accept: Self.browser, language: "es")
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("<p>No existe</p>"))
        #expect(answer.response.fields[.contentLanguage] == "es")
        #expect(answer.response.fields[.cacheControl] == "no-store")
    }

    @Test func `handlers and failures use the negotiated language`() async throws {
        let answer = try await answer("/tales/tales/1", language: "es-MX, en;q=0.5")
        #expect(answer.text == #"{"title":"<es>"}"#)
        #expect(answer.response.fields[.contentLanguage] == "es")
        #expect(answer.response.fields[.vary]?.contains("Accept-Language") == true)
        let other = try await self.answer("/tales/tales/404", language: "fr")
        #expect(other.problem?.title == "No such tale")
        #expect(other.response.fields[.contentLanguage] == "en")
    }

    struct Words: Sendable, CustomTestStringConvertible {
        let method: Method
        let target: String
        let title: String
        let detail: String
        var testDescription: String { "\(method) \(target)" }
    }

    @Test(arguments: [
        Words(
            method: .get,
            target: "/tales/nothing",
            title: "No encontrado",
            detail: "No hay nada en esta ruta."
        ),
        Words(
            method: .put,
            target: "/tales/tales/1",
            title: "Método no permitido",
            detail: "Esta ruta responde a GET, HEAD, OPTIONS."
        ),
        Words(
            method: .get,
            target: "/tales/tales/x",
            title: "Contenido no procesable",
            detail: "Se rechazó una entrada."
        ),
    ])
    func `the framework's own texts are in the negotiated language`(_ example: Words) async throws {
        let spanish = try await answer(example.target, language: "es", method: example.method)
        #expect(spanish.problem?.title == example.title)
        #expect(spanish.problem?.detail == example.detail)
        #expect(spanish.response.fields[.contentLanguage] == "es")
        let english = try await answer(example.target, language: "en", method: example.method)
        #expect(english.problem?.title == english.status.reasonPhrase)
        #expect(english.problem?.type == spanish.problem?.type)
    }

    @Test func `services without languages send no Content-Language`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books/1")
        #expect(answer.response.fields[.contentLanguage] == nil)
        #expect(answer.response.fields[.vary] == nil)
        let asked = try await Shop.answer(.get, "/shop/books/1?format=xml")
        #expect(asked.status == .ok)
    }
}
