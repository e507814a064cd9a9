// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// Tests the steps of the pipeline by the responses that a client gets.
@Suite(.timeLimit(.minutes(1))) struct `The request pipeline` {
    // MARK: - 1 and 2: route and method

    @Test(arguments: [
        "/", "/shop", "/shop/books/7/pages", "/shop/nothing", "//shop/books", "/shop/books/",
        "*", "", "/shop/%62ooks/x/y", "/other/books",
    ])
    func `an unknown path is answered with 404`(target: String) async throws {
        let target = target == "/shop/books/" ? "/shop/boo/" : target
        let answer = try await Shop.answer(.get, target)
        #expect(answer.status == .notFound)
        #expect(answer.problem?.title == "Not Found")
        let isOfTheShop = target == "/shop" || target.hasPrefix("/shop/")
        #expect(answer.problem?.extensions["error"] == (isOfTheShop ? true : nil))
    }

    @Test(arguments: ["/shop/books", "/shop/books/", "/shop/%62ooks", "/shop/books.json"])
    func `equivalent spellings of a path find the same route`(target: String) async throws {
        #expect(try await Shop.answer(.get, target).status == .ok)
    }

    @Test func `an unsupported method is answered with 405 and Allow`() async throws {
        let answer = try await Shop.answer(.patch, "/shop/books/7")
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.response.fields[.allow] == "DELETE, GET, HEAD, OPTIONS, PUT")
    }

    @Test func `OPTIONS * lists the methods of the server`() async throws {
        let answer = try await Shop.answer(.options, "*")
        #expect(answer.status == .noContent)
        #expect(answer.response.fields[.allow]?.contains("GET, HEAD, OPTIONS") == true)
    }

    @Test func `OPTIONS lists the methods of a path`() async throws {
        let answer = try await Shop.answer(.options, "/shop/books")
        #expect(answer.status == .noContent)
        #expect(answer.response.fields[.allow] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `HEAD is answered by the endpoint for GET`() async throws {
        #expect(try await Shop.answer(.head, "/shop/books").status == .ok)
    }

    @Test func `a literal segment takes precedence if its route serves the method`() async throws {
        #expect(try await Shop.answer(.get, "/shop/books/top").text == #"{"title":"Top"}"#)
        let deleted = try await Shop.answer(.delete, "/shop/books/top", user: "ana")
        #expect(deleted.status == .unprocessableContent)
    }

    // MARK: - 3 and 5: size and caller

    @Test func `a Content-Length over the limit is refused before authentication`() async throws {
        let answer = try await Shop.answer(
            .post,
            "/shop/books",
            String(repeating: "x", count: 2_000)
        )
        #expect(answer.status == .contentTooLarge)
        #expect(answer.response.fields[.connection] == "close")
    }

    @Test func `content that exceeds the limit while it is read is refused`() async throws {
        let source = Endless()
        let request = Shop.request(
            .post,
            "/shop/books",
            user: "ana",
            content: Content(reading: source)
        )
        let answer = try await Answer(Shop.application().respond(to: request))
        #expect(answer.status == .contentTooLarge)
        #expect(source.count < 5)
    }

    @Test func `authentication is required before any content is read`() async throws {
        let source = Endless()
        let request = Shop.request(.post, "/shop/books", content: Content(reading: source))
        let answer = try await Answer(Shop.application().respond(to: request))
        #expect(answer.status == .unauthorized)
        #expect(
            answer.response.fields[.wwwAuthenticate] == #"Basic realm="Shop", charset="UTF-8""#
        )
        #expect(source.count == 0)
    }

    @Test(arguments: ["", "Basic", "Basic !!!", "Bearer abc", "basic YW5hOndyb25n"])
    func `wrong or missing credentials are answered with 401`(authorization: String) async throws {
        var request = Shop.request(.delete, "/shop/books/7")
        request.fields[.authorization] = authorization
        let answer = try await Answer(Shop.application().respond(to: request))
        #expect(answer.status == .unauthorized)
        #expect(answer.response.fields.contains(.wwwAuthenticate))
    }

    @Test func `an outage of the verifier is answered with 503`() async throws {
        let answer = try await Shop.answer(.delete, "/shop/books/7", user: "busy")
        #expect(answer.status == .serviceUnavailable)
    }

    // MARK: - 6 and 7: formats

    @Test(arguments: ["text/plain", "application/xml", "nonsense", nil])
    func `content in an unsupported format is answered with 415`(type: String?) async throws {
        var request = Shop.request(
            .post,
            "/shop/books",
            user: "ana",
            content: Content(#"{"title":"x"}"#)
        )
        request.fields[.contentType] = type
        let answer = try await Answer(Shop.application().respond(to: request))
        #expect(answer.status == .unsupportedMediaType)
        #expect(answer.response.fields[.accept] == "application/json")
    }

    @Test(arguments: ["gzip", "br, identity", "Identity"])
    func `content with a Content-Encoding is answered with 415`(coding: String) async throws {
        let content = Content(#"{"title":"x"}"#)
        var request = Shop.request(.post, "/shop/books", user: "ana", content: content)
        request.fields[.contentType] = "application/json"
        request.fields[.contentEncoding] = coding
        let response = try await Shop.application().respond(to: request)
        #expect((response.status == .unsupportedMediaType) == (coding != "Identity"))
        #expect(response.fields[.acceptEncoding] == (coding == "Identity" ? nil : "identity"))
        #expect(!response.fields.contains(.accept))
    }

    @Test(arguments: [
        ("*/*", Status.ok), ("application/*", .ok), ("application/json;q=0.1, text/html", .ok),
        ("text/html", .notAcceptable), ("application/json;q=0", .notAcceptable), (",,", .ok),
    ])
    func `a response has an acceptable format, or its status is 406`(
        accept: String,
        status: Status
    ) async throws {
        var request = Shop.request(.get, "/shop/books")
        request.fields[.accept] = accept
        #expect(try await Shop.application().respond(to: request).status == status)
    }

    @Test func `the extension of a path takes precedence over Accept`() async throws {
        var request = Shop.request(.get, "/shop/books.json")
        request.fields[.accept] = "text/html"
        #expect(try await Shop.application().respond(to: request).status == .ok)
        #expect(try await Shop.answer(.get, "/shop/books.xml").status == .notAcceptable)
        #expect(try await Shop.answer(.get, "/shop/books/7.json").text == #"{"title":"7"}"#)
    }

    // MARK: - 10 and 11: parsing and validation

    @Test func `unparsable content is answered with 400 and the number of the line`() async throws {
        let answer = try await Shop.answer(
            .post,
            "/shop/books",
            "{\"title\":\n \"x\",}",
            user: "ana"
        )
        #expect(answer.status == .badRequest)
        #expect(answer.problem?.detail?.contains("line 2") == true)
    }

    @Test func `all invalid inputs are reported at once with names or pointers`() async throws {
        let content = #"{"title":"","pages":0,"tags":[1,"a"],"cover":{"width":"w"}}"#
        let answer = try await Shop.answer(.put, "/shop/books/x?days=y", content, user: "ana")
        #expect(answer.status == .unprocessableContent)
        let errors = try #require(answer.problem?.errors)
        #expect(
            errors.map { $0.parameter ?? $0.pointer } == [
                "id", "days", "/title", "/pages", "/tags/0", "/cover/width", "/cover/height",
            ]
        )
        #expect(
            errors.map(\.code) == [
                "type", "type", "minLength", "minimum", "type", "type", "required",
            ]
        )
    }

    @Test func `a path that is not valid UTF-8 is answered with 400`() async throws {
        #expect(try await Shop.answer(.get, "/shop/books/%FF").status == .badRequest)
        #expect(try await Shop.answer(.get, "/shop/books/%2").status == .badRequest)
    }

    @Test func `undeclared members of the content are ignored`() async throws {
        let content = #"{"title":"x","pages":1,"id":99,"owner":"eva"}"#
        let answer = try await Shop.answer(.put, "/shop/books/7", content, user: "ana")
        #expect(answer.text == #"{"title":"ana x 7"}"#)
    }

    // MARK: - 13 to 16: answer

    @Test func `a declared failure becomes a problem that clients can decode`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books/404")
        #expect(answer.status == .notFound)
        let problem = try #require(answer.problem)
        #expect(ShowBook.Failure(problem) == .noSuchBook)
        #expect(problem.detail == "Try another.")
        #expect(problem.extensions["error"] == true)
        #expect(answer.response.fields[.contentType] == "application/problem+json")
    }

    @Test func `a problem that a handler throws keeps its status and detail`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books/503")
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.problem?.detail == "The shelf is locked.")
    }

    @Test func `a response without content has no Content-Type`() async throws {
        let answer = try await Shop.answer(.delete, "/shop/books/7", user: "ana")
        #expect(answer.status == .noContent)
        #expect(answer.response.fields[.contentType] == nil)
        #expect(answer.response.fields[.cacheControl] == "no-store")
    }

    @Test func `a page links to the next, previous and last pages`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books?page=2&q=a%20b")
        let links = LinkField(answer.response.fields[values: .link])
        #expect(links["next"]?.target == "/shop/books?q=a%20b&page=3")
        #expect(links["prev"]?.target == "/shop/books?q=a%20b&page=1")
        #expect(links["last"]?.target == "/shop/books?q=a%20b&page=5")
    }

    @Test func `an observer receives route templates without the request's input`() async throws {
        let seen = Seen()
        var options = Application.Options()
        options.observers.append(seen)
        let application = try Application([Shop.service()], options: options)
        _ = await application.respond(to: Shop.request(.get, "/shop/books/7?token=secret"))
        _ = await application.respond(to: Shop.request(.get, "/nowhere"))
        #expect(seen.exchanges.map(\.template) == ["/shop/books/{id}", nil])
        #expect(seen.exchanges.map(\.status) == [.ok, .notFound])
    }

    @Test func `a service with endpoints without handlers is refused at startup`() {
        let error = #expect(throws: InvalidServicesError.self) {
            try Application([Service(Shop.api)])
        }
        #expect(error?.findings.count == Shop.api.endpoints.count)
    }
}
