// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Content codings of responses` {
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
    func `the client's preferred coding is used`(
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

    @Test func `short content is sent uncompressed`() async throws {
        let response = try await answer("/library/notes/1", "gzip")
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.vary] == "Accept")
    }

    @Test func `content for an authenticated caller is not compressed`() async throws {
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

    @Test func `each coding has its own entity tag, which If-None-Match accepts`() async throws {
        let plain = try #require(try await answer(Self.large, nil).fields[.eTag])
        let brotli = try #require(try await answer(Self.large, "br").fields[.eTag])
        #expect(brotli == String(plain.dropLast()) + "-br\"")
        let again = try await answer(Self.large, "br", [.ifNoneMatch: brotli])
        #expect(again.status == .notModified)
        #expect(again.fields[.eTag] == brotli)
        let other = try await answer(Self.large, "gzip", [.ifNoneMatch: brotli])
        #expect(other.status == .ok)
    }

    @Test func `If-Match accepts the entity tag of compressed content`() async throws {
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

    @Test func `incompressible content keeps its entity tag and gets 304`() async throws {
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

    @Test func `compression and conditions each need their middleware`() async throws {
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

    @Test func `large responses are compressed losslessly and keep their own tag`() async throws {
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

    @Test func `a 304 for If-Modified-Since has the compressed content's tag`() async throws {
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
    func `a private page or one with a cookie is not compressed`(fields: Fields) async throws {
        var page = Response(status: .ok, content: Content(Array(repeating: 65, count: 4_096)))
        page.fields = fields
        page.fields[.contentType] = "text/plain"
        let application = try Application([], pages: ["/a": page])
        let request = Request(method: .get, target: "/a", fields: [.acceptEncoding: "gzip"])
        #expect(await application.respond(to: request).fields[.contentEncoding] == nil)
    }

    @Test func `If-Match accepts the tag of a response changed by middleware`() async throws {
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
