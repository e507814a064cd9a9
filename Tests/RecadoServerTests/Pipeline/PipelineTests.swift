// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// Tests the steps of the pipeline by the responses that a client gets.
@Suite(.timeLimit(.minutes(1))) struct `The pipeline` {
    // MARK: - 1 and 2: route and method

    @Test(arguments: [
        "/", "/shop", "/shop/books/7/pages", "/shop/nothing", "//shop/books", "/shop/books/",
        "*", "", "/shop/%62ooks/x/y", "/other/books",
    ])
    func `a path that nobody answers is 404`(target: String) async throws {
        let target = target == "/shop/books/" ? "/shop/boo/" : target
        let answer = try await Shop.answer(.get, target)
        #expect(answer.status == .notFound)
        #expect(answer.problem?.title == "Not Found")
        let isOfTheShop = target == "/shop" || target.hasPrefix("/shop/")
        #expect(answer.problem?.extensions["error"] == (isOfTheShop ? true : nil))
    }

    @Test(arguments: ["/shop/books", "/shop/books/", "/shop/%62ooks", "/shop/books.json"])
    func `spellings of a path that mean the same find the same route`(target: String) async throws {
        #expect(try await Shop.answer(.get, target).status == .ok)
    }

    @Test func `an unknown method on a known path is 405 and says which are known`() async throws {
        let answer = try await Shop.answer(.patch, "/shop/books/7")
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.response.fields[.allow] == "DELETE, GET, HEAD, OPTIONS, PUT")
    }

    @Test func `OPTIONS of a star says which methods the server knows`() async throws {
        let answer = try await Shop.answer(.options, "*")
        #expect(answer.status == .noContent)
        #expect(answer.response.fields[.allow]?.contains("GET, HEAD, OPTIONS") == true)
    }

    @Test func `OPTIONS says which methods a path knows`() async throws {
        let answer = try await Shop.answer(.options, "/shop/books")
        #expect(answer.status == .noContent)
        #expect(answer.response.fields[.allow] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `HEAD is answered by GET`() async throws {
        #expect(try await Shop.answer(.head, "/shop/books").status == .ok)
    }

    @Test func `a literal beats a parameter, and a parameter fills in for its methods`()
        async throws
    {
        #expect(try await Shop.answer(.get, "/shop/books/top").text == #"{"title":"Top"}"#)
        let deleted = try await Shop.answer(.delete, "/shop/books/top", user: "ana")
        #expect(deleted.status == .unprocessableContent)
    }

    // MARK: - 3 and 5: size and caller

    @Test func `content whose length is announced too large is refused before the caller is asked`()
        async throws
    {
        let answer = try await Shop.answer(
            .post,
            "/shop/books",
            String(repeating: "x", count: 2_000)
        )
        #expect(answer.status == .contentTooLarge)
        #expect(answer.response.fields[.connection] == "close")
    }

    @Test func `content that turns out too large is refused`() async throws {
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

    @Test func `a caller is asked for before any content is read`() async throws {
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
    func `credentials that are wrong or none are 401`(authorization: String) async throws {
        var request = Shop.request(.delete, "/shop/books/7")
        request.fields[.authorization] = authorization
        let answer = try await Answer(Shop.application().respond(to: request))
        #expect(answer.status == .unauthorized)
        #expect(answer.response.fields.contains(.wwwAuthenticate))
    }

    @Test func `a verifier that cannot decide says so`() async throws {
        let answer = try await Shop.answer(.delete, "/shop/books/7", user: "busy")
        #expect(answer.status == .serviceUnavailable)
    }

    // MARK: - 6 and 7: formats

    @Test(arguments: ["text/plain", "application/xml", "nonsense", nil])
    func `content in a format that is not read is 415`(type: String?) async throws {
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
    func `content with a coding is 415`(coding: String) async throws {
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
    func `an answer is sent in a format that the client accepts, or is 406`(
        accept: String,
        status: Status
    ) async throws {
        var request = Shop.request(.get, "/shop/books")
        request.fields[.accept] = accept
        #expect(try await Shop.application().respond(to: request).status == status)
    }

    @Test func `the ending of a path counts before Accept`() async throws {
        var request = Shop.request(.get, "/shop/books.json")
        request.fields[.accept] = "text/html"
        #expect(try await Shop.application().respond(to: request).status == .ok)
        #expect(try await Shop.answer(.get, "/shop/books.xml").status == .notAcceptable)
        #expect(try await Shop.answer(.get, "/shop/books/7.json").text == #"{"title":"7"}"#)
    }

    // MARK: - 10 and 11: parsing and validation

    @Test func `content that cannot be parsed is 400 with its place`() async throws {
        let answer = try await Shop.answer(
            .post,
            "/shop/books",
            "{\"title\":\n \"x\",}",
            user: "ana"
        )
        #expect(answer.status == .badRequest)
        #expect(answer.problem?.detail?.contains("line 2") == true)
    }

    @Test func `every input that is wrong is reported at once, with its place`() async throws {
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

    @Test func `a path that is no UTF-8 is 400`() async throws {
        #expect(try await Shop.answer(.get, "/shop/books/%FF").status == .badRequest)
        #expect(try await Shop.answer(.get, "/shop/books/%2").status == .badRequest)
    }

    @Test func `members that nobody declared are ignored`() async throws {
        let content = #"{"title":"x","pages":1,"id":99,"owner":"eva"}"#
        let answer = try await Shop.answer(.put, "/shop/books/7", content, user: "ana")
        #expect(answer.text == #"{"title":"ana x 7"}"#)
    }

    // MARK: - 13 to 16: answer

    @Test func `a declared failure is a problem that the same declaration reads`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books/404")
        #expect(answer.status == .notFound)
        let problem = try #require(answer.problem)
        #expect(ShowBook.Failure(problem) == .noSuchBook)
        #expect(problem.detail == "Try another.")
        #expect(problem.extensions["error"] == true)
        #expect(answer.response.fields[.contentType] == "application/problem+json")
    }

    @Test func `an outage is answered with its own status`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books/503")
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.problem?.detail == "The shelf is locked.")
    }

    @Test func `an answer without content has no type`() async throws {
        let answer = try await Shop.answer(.delete, "/shop/books/7", user: "ana")
        #expect(answer.status == .noContent)
        #expect(answer.response.fields[.contentType] == nil)
        #expect(answer.response.fields[.cacheControl] == "no-store")
    }

    @Test func `a page tells where the others are`() async throws {
        let answer = try await Shop.answer(.get, "/shop/books?page=2&q=a%20b")
        let links = LinkField(answer.response.fields[values: .link])
        #expect(links["next"]?.target == "/shop/books?q=a%20b&page=3")
        #expect(links["prev"]?.target == "/shop/books?q=a%20b&page=1")
        #expect(links["last"]?.target == "/shop/books?q=a%20b&page=5")
    }

    @Test func `an exchange is observed by its template, which holds no input`() async throws {
        let seen = Seen()
        var options = Application.Options()
        options.observers.append(seen)
        let application = try Application([Shop.service()], options: options)
        _ = await application.respond(to: Shop.request(.get, "/shop/books/7?token=secret"))
        _ = await application.respond(to: Shop.request(.get, "/nowhere"))
        #expect(seen.exchanges.map(\.template) == ["/shop/books/{id}", nil])
        #expect(seen.exchanges.map(\.status) == [.ok, .notFound])
    }

    @Test func `services that would fail are refused at the start`() {
        let error = #expect(throws: InvalidServicesError.self) {
            try Application([Service(Shop.api)])
        }
        #expect(error?.findings.count == Shop.api.endpoints.count)
    }
}
