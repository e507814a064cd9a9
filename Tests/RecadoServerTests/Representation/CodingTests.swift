// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Content codings of answers` {
    private func answer(
        _ target: String,
        _ accepted: String?,
        _ fields: Fields = [:]
    ) async throws -> Response {
        var request = Request(method: .get, target: target, fields: fields)
        if let accepted { request.fields[.acceptEncoding] = accepted }
        return try await Library().application().respond(to: request)
    }

    private static let large = "/library/notes/1?times=1000"

    @Test(
        arguments: [
            ("gzip", "gzip"), ("br", "br"), ("gzip, deflate, br, zstd", "br"),
            ("br;q=0.5, gzip", "gzip"),
            ("*", "br"), ("gzip;q=0", nil), ("deflate", nil), ("identity, gzip;q=0.5", nil),
            ("", nil),
            ("GZIP", "gzip"), (nil, nil),
        ] as [(String?, String?)]
    )
    func `the coding that the client likes best is taken`(
        accepted: String?,
        coding: String?
    ) async throws {
        let response = try await answer(Self.large, accepted)
        #expect(response.fields[.contentEncoding] == coding)
        #expect(response.fields[.vary] == "Accept, Accept-Encoding")
        let content = try await response.content.collect(upTo: 1 << 20)
        let plain = try await answer(Self.large, nil).content.collect(upTo: 1 << 20)
        guard let coding else { return #expect(content == plain) }
        #expect(content.count < plain.count)
        let decoder = try #require(ContentCoding(name: coding)).makeDecoder()
        var input = content[...]
        #expect(try decoder.decode(&input).bytes == plain)
    }

    @Test func `content that would hardly become smaller is sent as it is`() async throws {
        let response = try await answer("/library/notes/1", "gzip")
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.vary] == "Accept")
    }

    @Test func `what one caller alone may read is not compressed`() async throws {
        let credentials = try BasicCredentials(user: "a", password: "b")
        let response = try await answer(
            "/library/secret",
            "gzip",
            [.authorization: credentials.authorization]
        )
        #expect(response.status == .ok)
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func `each coding has a tag of its own, and each is known again`() async throws {
        let plain = try #require(try await answer(Self.large, nil).fields[.eTag])
        let brotli = try #require(try await answer(Self.large, "br").fields[.eTag])
        #expect(brotli == String(plain.dropLast()) + "-br\"")
        let again = try await answer(Self.large, "br", [.ifNoneMatch: brotli])
        #expect(again.status == .notModified)
        #expect(again.fields[.eTag] == brotli)
        let other = try await answer(Self.large, "gzip", [.ifNoneMatch: brotli])
        #expect(other.status == .ok)
    }

    @Test func `a change may name the tag of compressed content`() async throws {
        let library = Library()
        let application = try library.application()
        let long = String(repeating: "x", count: 5_000)
        func put(_ text: String, _ tag: String?) async -> Response {
            var request = Request(
                method: .put,
                target: "/library/notes/1",
                fields: [.contentType: "application/json"],
                content: Content(#"{"text":"\#(text)"}"#)
            )
            if let tag { request.fields[.ifMatch] = tag }
            return await application.respond(to: request)
        }
        #expect(await put(long, nil).status == .ok)
        let reading = Request(
            method: .get,
            target: "/library/notes/1",
            fields: [.acceptEncoding: "gzip"]
        )
        let tag = try #require(await application.respond(to: reading).fields[.eTag])
        #expect(tag.hasSuffix("-gzip\""))
        #expect(await put("short", tag).status == .ok)
        #expect(await put("other", tag).status == .preconditionFailed)
    }

    @Test func `who has what became no smaller by its coding gets it no second time`() async throws
    {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4_096).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let page = Response(
            status: .ok,
            fields: [.contentType: "text/plain"],
            content: Content(bytes)
        )
        let application = try Application([], pages: ["/noise": page])
        var request = Request(method: .get, target: "/noise", fields: [.acceptEncoding: "gzip"])
        let first = await application.respond(to: request)
        #expect(first.fields[.contentEncoding] == nil)
        let tag = try #require(first.fields[.eTag])
        request.fields[.ifNoneMatch] = tag
        let second = await application.respond(to: request)
        #expect(second.status == .notModified)
        #expect(second.fields[.eTag] == tag)
        request.fields = [.acceptEncoding: "gzip", .ifMatch: tag]
        #expect(await application.respond(to: request).status == .ok)
    }

    @Test
    func
        `without the middleware nothing is compressed, and without conditions nothing is compared`()
        async throws
    {
        let page = Response(
            status: .ok,
            fields: [.contentType: "text/plain"],
            content: Content(Array(repeating: 65, count: 4_096))
        )
        var options = Application.Options()
        options.middleware.removeAll { $0 is CompressionMiddleware }
        var request = Request(method: .get, target: "/a", fields: [.acceptEncoding: "gzip"])
        let plain = try await Application([], pages: ["/a": page], options: options)
            .respond(to: request)
        #expect(plain.fields[.contentEncoding] == nil && plain.fields[.vary] == nil)
        let tag = try #require(plain.fields[.eTag])
        request.fields[.ifNoneMatch] = tag
        options.middleware = [.compression]
        let bare = try await Application([], pages: ["/a": page], options: options)
            .respond(to: request)
        #expect(bare.status == .ok)
        #expect(bare.fields[.contentEncoding] == "gzip")
        #expect(bare.fields[.eTag]?.hasSuffix("-gzip\"") == true)
    }

    @Test func `large answers are compressed off the loop, with the same result`() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let page = Response(
            status: .ok,
            fields: [.contentType: "text/plain", .eTag: "\"own\""],
            content: Content(bytes)
        )
        let application = try Application([], pages: ["/a": page])
        var request = Request(method: .get, target: "/a", fields: [.acceptEncoding: "gzip"])
        let response = await application.respond(to: request)
        #expect(response.fields[.contentEncoding] == "gzip")
        // The page's own tag is not changed.
        #expect(response.fields[.eTag] == "\"own\"")
        let content = try await response.content.collect(upTo: 1 << 20)
        var input = content[...]
        let decoder = try #require(ContentCoding(name: "gzip")).makeDecoder()
        var decoded: [UInt8] = []
        while !input.isEmpty { decoded += try decoder.decode(&input).bytes }
        #expect(decoded == bytes)
        request.fields[.ifNoneMatch] = "W/\"x\", \"own\""
        let again = await application.respond(to: request)
        #expect(again.status == .notModified)
        #expect(again.fields[.eTag] == "\"own\"")
        #expect(again.fields[.vary] == "Accept-Encoding")
    }

    @Test func `a page that is known by its date is known with the tag of its coding`()
        async throws
    {
        let page = Response(
            status: .ok,
            fields: [.contentType: "text/plain", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"],
            content: Content(Array(repeating: 65, count: 4_096))
        )
        let application = try Application([], pages: ["/a": page])
        var request = Request(method: .get, target: "/a", fields: [.acceptEncoding: "gzip"])
        let first = await application.respond(to: request)
        let tag = try #require(first.fields[.eTag])
        #expect(tag.hasSuffix("-gzip\""))
        request.fields[.ifModifiedSince] = "Sun, 06 Nov 1994 08:49:37 GMT"
        let second = await application.respond(to: request)
        #expect(second.status == .notModified)
        #expect(second.fields[.eTag] == tag)
        request.fields[.ifNoneMatch] = tag.replacing("-gzip", with: "")
        #expect(await application.respond(to: request).fields[.eTag]?.hasSuffix("-gzip\"") == false)
    }

    @Test(arguments: [[.setCookie: "a=b"], [.cacheControl: "private"]] as [Fields])
    func `a page for one reader is not compressed`(fields: Fields) async throws {
        var page = Response(status: .ok, content: Content(Array(repeating: 65, count: 4_096)))
        page.fields = fields
        page.fields[.contentType] = "text/plain"
        let application = try Application([], pages: ["/a": page])
        let request = Request(method: .get, target: "/a", fields: [.acceptEncoding: "gzip"])
        #expect(await application.respond(to: request).fields[.contentEncoding] == nil)
    }

    @Test func `a change may name the tag of an answer that middleware has altered`() async throws {
        struct Signing: Middleware {
            func handle(
                _ request: Request,
                context: RequestContext,
                next: Next
            ) -> PendingResponse {
                next(request).map { response in
                    response.content = Content((response.content.bytes ?? []) + [0x0A])
                }
            }
        }
        var service = Library().service
        service.use(Signing())
        let application = try Application([service])
        let reading = Request(method: .get, target: "/library/notes/1")
        let tag = try #require(await application.respond(to: reading).fields[.eTag])
        let change = Request(
            method: .put,
            target: "/library/notes/1",
            fields: [.contentType: "application/json", .ifMatch: tag],
            content: Content(#"{"text":"two"}"#)
        )
        #expect(await application.respond(to: change).status == .ok)
        #expect(await application.respond(to: change).status == .preconditionFailed)
    }
}
