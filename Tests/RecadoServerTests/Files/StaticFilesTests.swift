// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Static files` {
    private let directory: TestDirectory
    private var files: StaticFiles

    init() throws {
        directory = try TestDirectory()
        try directory.write("page.html", "<p>Hello</p>")
        try directory.write("año nuevo.txt", "2027")
        try directory.write("data.unknown", "?")
        try directory.write("picture.svg", "<svg/>")
        try directory.write("app.3f9a1b2c.js", "1")
        try directory.write("index.html", "home")
        directory.makeDirectory("deep")
        try directory.write("deep/index.html", "deep home")
        directory.makeDirectory("bare")
        try directory.write("bare/a.css", "p{}")
        directory.makeDirectory(".well-known")
        try directory.write(".well-known/security.txt", "Contact:")
        files = try StaticFiles(root: directory.path)
    }

    // MARK: - What is found

    @Test(arguments: [
        "/page.html": "<p>Hello</p>",
        "/a%C3%B1o%20nuevo.txt": "2027",
        "/%70age.html?x=../y": "<p>Hello</p>",
        "/": "home",
        "/deep/": "deep home",
        "/bare/a.css": "p{}",
        "/.well-known/security.txt": "Contact:",
    ])
    func `a path is mapped to a file`(target: String, text: String) async throws {
        let answer = try await files.answer(target)
        #expect(answer.status == .ok)
        #expect(answer.text == text)
    }

    @Test(arguments: [
        "/page.html": "text/html; charset=utf-8",
        "/data.unknown": "application/octet-stream",
        "/picture.svg": "image/svg+xml",
        "/bare/a.css": "text/css; charset=utf-8",
    ])
    func `the extension decides the content type, sent with nosniff`(
        target: String,
        type: String
    ) async throws {
        let fields = try await files.answer(target).response.fields
        #expect(fields[.contentType] == type)
        #expect(fields[.contentTypeOptions] == "nosniff")
    }

    @Test func `files that can run scripts have a Content-Security-Policy`() async throws {
        for target in ["/page.html", "/picture.svg"] {
            let fields = try await files.answer(target).response.fields
            #expect(fields[.contentSecurityPolicy] == StaticFiles.ownOriginPolicy)
        }
        let fields = try await files.answer("/bare/a.css").response.fields
        #expect(fields[.contentSecurityPolicy] == nil)
    }

    @Test func `a directory path without a slash is redirected with its query`() async throws {
        let answer = try await files.answer("/deep?a=1")
        #expect(answer.status == .permanentRedirect)
        #expect(answer.response.fields[.location] == "/deep/?a=1")
    }

    @Test(arguments: ["/bare", "/bare/", "/page.html/", "/page.html/x", "/none", "/deep/none/"])
    func `directory listings and missing files are answered with 404`(
        target: String
    ) async throws {
        #expect(try await files.answer(target).status == .notFound)
    }

    @Test func `HEAD has a Content-Length and no content`() async throws {
        let response = await files.respond(to: Request(method: .head, target: "/page.html"))
        #expect(response.content.length == 12)
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
    }

    @Test func `methods other than GET, HEAD and OPTIONS are refused`() async throws {
        let answer = try await files.answer("/page.html", method: .put)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.response.fields[.allow] == "GET, HEAD, OPTIONS")
        #expect(try await files.answer("/page.html", method: .options).status == .noContent)
    }

    @Test func `files with hashed names are sent as immutable if that is enabled`() async throws {
        let cacheControl = { (files: StaticFiles, target: String) in
            try await files.answer(target).response.fields[.cacheControl]
        }
        #expect(try await cacheControl(files, "/app.3f9a1b2c.js") == "no-cache")
        var hashed = files
        hashed.recognizesHashes = true
        #expect(
            try await cacheControl(hashed, "/app.3f9a1b2c.js")
                == "public, max-age=31536000, immutable"
        )
        #expect(try await cacheControl(hashed, "/page.html") == "no-cache")
    }

    @Test func `a missing root directory is named in the error`() {
        let error = #expect(throws: StaticFilesError.self) {
            try StaticFiles(root: "/nowhere/at/all")
        }
        #expect(error?.description.contains("/nowhere/at/all") == true)
    }

    // MARK: - Conditions

    @Test func `conditional requests are answered with 304 or 412`() async throws {
        let fields = try await files.answer("/page.html").response.fields
        let tag = try #require(fields[.eTag])
        let modified = try #require(fields[.lastModified])
        #expect(EntityTag(tag)?.isWeak == false)
        for condition: Fields in [[.ifNoneMatch: tag], [.ifModifiedSince: modified]] {
            let answer = try await files.answer("/page.html", condition)
            #expect(answer.status == .notModified)
            #expect(answer.text.isEmpty)
            #expect(answer.response.fields[.eTag] == tag)
        }
        #expect(
            try await files.answer("/page.html", [.ifMatch: "\"x\""]).status == .preconditionFailed
        )
        try directory.write("page.html", "<p>Other</p>", age: 1800)
        #expect(try await files.answer("/page.html", [.ifNoneMatch: tag]).status == .ok)
    }

    @Test func `a recently changed file has a weak entity tag`() async throws {
        try directory.write("young.txt", "1", age: 0)
        let tag = try await files.answer("/young.txt").response.fields[.eTag]
        #expect(tag.flatMap { EntityTag($0) }?.isWeak == true)
    }

    // MARK: - Codings

    @Test(arguments: ["br, gzip": "br", "gzip": "gzip", "gzip;q=1, br;q=0.5": "gzip"])
    func `a precompressed file is sent in the preferred coding`(
        accepted: String,
        coding: String
    ) async throws {
        try directory.write("page.html.br", "brotli", age: 3600)
        try directory.write("page.html.gz", "zipped", age: 60)
        let answer = try await files.answer("/page.html", [.acceptEncoding: accepted])
        #expect(answer.response.fields[.contentEncoding] == coding)
        #expect(answer.response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(answer.response.fields[.vary] == "Accept-Encoding")
        #expect(answer.text == (coding == "br" ? "brotli" : "zipped"))
        let plain = try await files.answer("/page.html")
        #expect(plain.text == "<p>Hello</p>")
        #expect(plain.response.fields[.vary] == "Accept-Encoding")
        #expect(plain.response.fields[.eTag] != answer.response.fields[.eTag])
    }

    @Test func `an outdated precompressed file is not sent`() async throws {
        try directory.write("page.html.gz", "stale", age: 7200)
        let answer = try await files.answer("/page.html", [.acceptEncoding: "gzip"])
        #expect(answer.response.fields[.contentEncoding] == nil)
        #expect(answer.text == "<p>Hello</p>")
    }

    // MARK: - Applications

    @Test func `files do not hide the 405 and preflight responses of routes`() async throws {
        var service = Shop.service()
        service.crossOrigin = .any
        let seen = Seen()
        var options = Application.Options()
        options.observers.append(seen)
        options.middleware.append(.files(files))
        let application = try Application([service], options: options)
        let refused = await application.respond(to: Shop.request(.post, "/shop/books/1"))
        #expect(refused.status == .methodNotAllowed)
        #expect(refused.fields[.allow]?.contains("DELETE") == true)
        var preflight = Request(method: .options, target: "/shop/books/1")
        preflight.fields["Origin"] = "https://a.example"
        preflight.fields["Access-Control-Request-Method"] = "DELETE"
        let allowed = await application.respond(to: preflight)
        #expect(allowed.fields["Access-Control-Allow-Methods"]?.contains("DELETE") == true)
        #expect(
            await application.respond(to: Request(method: .get, target: "/page.html")).status == .ok
        )
        #expect(seen.exchanges.last?.template == "/*")
        let lost = await application.respond(to: Request(method: .get, target: "/lost.html"))
        #expect(lost.status == .notFound)
        #expect(seen.exchanges.last?.template == nil)
    }

    @Test func `pages precede files, and files are served only under their prefix`() async throws {
        let page = Response(status: .ok, content: Content("page"))
        let assets = try StaticFiles(root: "\(directory.path)/bare", at: "/assets/")
        var options = Application.Options()
        options.middleware += [.files(assets), .files(files)]
        let application = try Application([], pages: ["/page.html": page], options: options)
        let texts = [
            "/page.html": "page", "/assets/a.css": "p{}", "/deep/": "deep home", "/": "home",
        ]
        for (target, text) in texts {
            let answer = try await Answer(
                application.respond(to: Request(method: .get, target: target))
            )
            #expect(answer.text == text)
            #expect(answer.response.fields[.requestID] != nil)
        }
        for target in ["/assets/page.html", "/assetsa.css", "/assets"] {
            let response = await application.respond(to: Request(method: .get, target: target))
            #expect(response.status != .ok)
        }
    }
}
