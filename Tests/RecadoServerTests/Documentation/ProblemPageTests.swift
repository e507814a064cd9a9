// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Problem pages` {
    private func page(_ target: String, accept: String? = nil) async throws -> Answer {
        var request = Request(method: .get, target: target)
        request.fields[.accept] = accept
        return try await Answer(Application.documented().respond(to: request))
    }

    private struct Trouble: Sendable, CustomTestStringConvertible {
        let method: Method
        let target: String
        var content = ""
        var fields: Fields = [:]
        let status: Status
        var testDescription: String { "\(status)" }
    }

    private static let troubles = [
        Trouble(method: .get, target: "/nothing", status: .notFound),
        Trouble(method: .post, target: "/shop/books/1", status: .methodNotAllowed),
        Trouble(method: .get, target: "/shop/books/404", status: .notFound),
        Trouble(method: .get, target: "/shop/books/503", status: .serviceUnavailable),
        Trouble(method: .get, target: "/shop/books/x", status: .unprocessableContent),
        Trouble(method: .delete, target: "/shop/books/1", status: .unauthorized),
        Trouble(
            method: .get,
            target: "/shop/books",
            fields: [.accept: "image/png"],
            status: .notAcceptable
        ),
        Trouble(
            method: .get,
            target: "/shop/books",
            fields: [.ifMatch: "\"x\""],
            status: .preconditionFailed
        ),
    ]

    /// The statuses that the framework itself may answer with, for any service.
    private static let statuses: [Status] = [
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
        .requestTimeout, .conflict, .preconditionFailed, .contentTooLarge, .uriTooLong,
        .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed, .misdirectedRequest,
        .unprocessableContent,
        .upgradeRequired, .preconditionRequired, .tooManyRequests, .requestHeaderFieldsTooLarge,
        .internalServerError, .notImplemented, .serviceUnavailable, .httpVersionNotSupported,
        .insufficientStorage,
    ]

    @Test(arguments: statuses)
    func `each status of the framework has a page in both languages`(
        status: Status
    ) async throws {
        let path = ProblemDetails.type(of: status)
        let english = try await page(path, accept: "text/html")
        #expect(english.status == .ok)
        var request = Request(method: .get, target: path, fields: [.accept: "text/html"])
        request.fields[.acceptLanguage] = "es"
        let spanish = try await Answer(Application.documented().respond(to: request))
        #expect(spanish.status == .ok)
        #expect(spanish.text != english.text)
        #expect(english.text.contains("<title>\(status.code) \(status.reasonPhrase)</title>"))
        #expect(!spanish.text.contains("<title>\(status.code) \(status.reasonPhrase)</title>"))
    }

    @Test(arguments: troubles)
    private func `the type of each problem is the address of a page`(
        _ trouble: Trouble
    ) async throws {
        let request = Request(
            method: trouble.method,
            target: trouble.target,
            fields: trouble.fields
        )
        let problem = try await Answer(Application.documented().respond(to: request)).problem
        let type = try #require(problem?.type)
        #expect(problem?.status == trouble.status)
        let page = try await page(type, accept: "text/html,application/xml;q=0.9,*/*;q=0.8")
        #expect(page.status == .ok)
        #expect(page.response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains("\(trouble.status.code) \(trouble.status.reasonPhrase)"))
        let facts = try await self.page(type)
        #expect(facts.response.fields[.contentType] == "application/json")
        let value = try JSON().value(from: Array(facts.text.utf8))
        #expect(value["type"]?.stringValue == type)
        #expect(value["status"]?.intValue == trouble.status.code)
        #expect(value["remedy"]?.stringValue?.isEmpty == false)
    }

    @Test func `a page lists the endpoints that return the problem`() async throws {
        let facts = try await page("/shop/problems/no-such-book")
        let value = try JSON().value(from: Array(facts.text.utf8))
        #expect(value["title"] == "No such book")
        #expect(value["endpoints"]?.arrayValue?.count == 1)
        #expect(value["endpoints"]?[0]?["name"] == "show-book")
        #expect(value["endpoints"]?[0]?["documentation"] == "/shop/docs#show-book")
        let common = try await page("/problems/unauthorized")
        let names = try JSON().value(from: Array(common.text.utf8))["endpoints"]?.arrayValue?
            .compactMap { $0["name"]?.stringValue }
        #expect(names == ["add-book", "edit-book", "delete-book"])
    }

    @Test(arguments: ["/shop/problems/nothing", "/problems/nothing", "/problems/%FF", "/problems"])
    func `an undeclared problem has no page`(_ target: String) async throws {
        #expect(try await page(target).status == .notFound)
    }

    private struct Speaking: Endpoint {
        static let route: Route = "GET /speaking"
        typealias Output = Book
        static var about: About { Language.current == "es" ? "Habla." : "Speaks." }
        enum Failure: Problem, CaseIterable {
            case silent
            var status: Status { .conflict }
            var title: String { Language.current == "es" ? "Callado" : "Silent" }
        }
    }

    @Test func `texts of declarations can depend on the page's language`() async throws {
        let api = API(name: "s", title: "S", version: "1", endpoints: [Speaking.self])
        var service = Service(api)
        service.serve { (_: Speaking) async throws(Speaking.Failure) in Book(title: "") }
        let application = try Application.documented(service)
        for (language, texts) in [
            "en": ["Speaks.", "Silent", "Not Acceptable"],
            "es": ["Habla.", "Callado", "No aceptable"],
        ] {
            let request = Request(method: .get, target: "/s/docs?lang=\(language)")
            let page = try await Answer(application.respond(to: request)).text
            for text in texts { #expect(page.contains(text)) }
        }
    }

    @Test(arguments: ["/problems/nonsense", "/shop/problems/nonsense", "/shop/problems/%ff"])
    func `a request for an unknown problem gets a 404 with a detail`(_ path: String) async throws {
        let answer = try await page(path, accept: "text/html")
        #expect(answer.status == .notFound)
        #expect(answer.problem?.detail == "There is nothing at this path.")
    }

    @Test func `a path with an extension such as .json still finds its page`() async throws {
        #expect(try await page("/problems/not-found.json").status == .ok)
        #expect(try await page("/shop/problems/no-such-book.html").status == .ok)
    }

    @Test func `the pages vary by Accept and Accept-Language`() async throws {
        let vary = try await page("/problems/not-found").response.fields[.vary]
        #expect(vary == "Accept, Accept-Language")
    }
}
