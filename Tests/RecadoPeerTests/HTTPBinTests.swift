// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoMultipart
import RecadoSockets
import Synchronization
import Testing

/// Tests the client with all its middleware against a server by other authors.
@Suite(.timeLimit(.minutes(2)))
struct `Client against httpbin` {
    // MARK: - Requests

    @Test(arguments: [Method.get, .post, .put, .patch, .delete])
    func `parameters arrive in the query or as JSON depending on the method`(
        method: RecadoHTTP.Method
    ) async throws {
        let client = try await HTTPBin.client()
        let parameters = ["título": "El Camión & más", "plus": "a+b c"]
        let answer = try await client.call(
            method,
            "anything/films",
            parameters: parameters,
            in: .byMethod
        )
        let place = method == .get || method == .delete ? "args" : "json"
        #expect(answer["method"]?.stringValue == method.name)
        #expect(answer[place]?["título"]?.stringValue == "El Camión & más")
        #expect(answer[place]?["plus"]?.stringValue == "a+b c")
    }

    @Test
    func `a multipart form with a file arrives complete`() async throws {
        let client = try await HTTPBin.client()
        var form = Multipart.Writer()
        form.append("El Camión", named: "title")
        form.append(Content("¡hola!"), named: "poster", filename: "á\"b.txt")
        let reply = try await client.upload(.form(form), to: "post")
        #expect(reply.output["form"]?["title"]?.stringValue == "El Camión")
        #expect(reply.output["files"]?["poster"]?.stringValue == "¡hola!")
    }

    @Test(arguments: ["gzip", "deflate", "brotli"])
    func `compressed responses are decoded`(coding: String) async throws {
        let answer = try await HTTPBin.client().get(coding)
        let flags = ["gzip": "gzipped", "deflate": "deflated", "brotli": "brotli"]
        #expect(answer[flags[coding] ?? ""] == .bool(true))
    }

    @Test
    func `text outside ASCII arrives unchanged`() async throws {
        let bytes = try await HTTPBin.client().bytes("encoding/utf8")
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("∮ E⋅da = Q"))
        #expect(text.contains("გთხოვთ"))
    }

    // MARK: - ClientMiddleware

    @Test(arguments: ["redirect/5", "relative-redirect/5", "absolute-redirect/5"])
    func `redirects are followed`(path: String) async throws {
        let client = try await HTTPBin.client()
        let stream = try await client.stream(path)
        #expect(stream.redirects.count == 5)
        #expect(stream.status == .ok)
    }

    @Test
    func `too many redirects are an error`() async throws {
        let client = try await HTTPBin.client()
        await #expect {
            try await client.get("redirect/11")
        } throws: { error in
            (error as? CallError<Never>)?.transportError?.kind == .redirectRefused
        }
    }

    @Test
    func `cookies are stored and sent`() async throws {
        let client = try await HTTPBin.client()
        _ = try await client.get("cookies/set", query: ["session": "s1", "theme": "dark"])
        let cookies = try await client.get("cookies")
        #expect(cookies["cookies"]?["session"]?.stringValue == "s1")
        _ = try await client.get("cookies/delete", query: ["session": ""])
        let rest = try await client.get("cookies")
        #expect(rest["cookies"] == ["theme": "dark"])
    }

    @Test
    func `fresh responses are reused, and stale responses are revalidated`() async throws {
        let client = try await HTTPBin.client { $0.cache = CachePolicy() }
        _ = try await client.get("cache/60")
        #expect(try await client.stream("cache/60").source != .network)
        _ = try await client.get("etag/one")
        let second = try await client.stream("etag/one")
        #expect(second.source == .revalidated)
        #expect(second.status == .ok)
    }

    @Test(arguments: ["MD5", "SHA-256", "SHA-512"], ["auth", "auth-int"])
    func `Digest challenges are answered`(algorithm: String, quality: String) async throws {
        let client = try await Self.member()
        let path = "digest-auth/\(quality)/ana/hunter2/\(algorithm)"
        let isKnown = algorithm != "SHA-512" && quality == "auth"
        do {
            let answer = try await client.get(path)
            #expect(answer["authenticated"] == .bool(true))
        } catch {
            #expect(!isKnown, "\(error)")
            #expect(error.status == .unauthorized)
        }
    }

    @Test(arguments: ["basic-auth", "hidden-basic-auth"])
    func `Basic credentials are sent only after a challenge`(path: String) async throws {
        let client = try await Self.member()
        let isChallenge = path == "basic-auth"
        do {
            let answer = try await client.get("\(path)/ana/hunter2")
            #expect(answer["authenticated"] == .bool(true))
            #expect(isChallenge)
        } catch {
            // Without credentials `hidden-basic-auth` answers 404 instead of sending a challenge.
            #expect(!isChallenge)
            #expect(error.status == .notFound)
        }
        await #expect(throws: CallError<Never>.self) { try await client.get("\(path)/ana/other") }
    }

    @Test
    func `concurrent calls fetch one token`() async throws {
        let refreshes = Mutex(0)
        let base = try await HTTPBin.client().base
        let client = try await HTTPBin.client {
            $0.authentication = .bearer(origin: base) { _, _ in
                refreshes.withLock { $0 += 1 }
                return AccessToken("token")
            }
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { try await client.get("bearer")["token"]?.stringValue }
            }
            for try await token in group { #expect(token == "token") }
        }
        #expect(refreshes.withLock { $0 } == 1)
    }

    // MARK: - Refusals

    @Test(arguments: [400, 401, 404, 409, 418, 422, 500])
    func `an error response is thrown with its status`(code: Int) async throws {
        let client = try await HTTPBin.client()
        await #expect {
            try await client.get("status/\(code)")
        } throws: { error in
            (error as? CallError<Never>)?.status?.code == code
        }
    }

    @Test
    func `a 503 response is retried as often as the policy allows`() async throws {
        let client = try await HTTPBin.client { $0.retry?.firstDelay = .milliseconds(1) }
        await #expect {
            try await client.get("status/503")
        } throws: { error in
            (error as? CallError<Never>)?.attempts.count == 3
        }
    }

    @Test
    func `an HTML page instead of JSON is an error`() async throws {
        let client = try await HTTPBin.client()
        await #expect {
            try await client.get("html")
        } throws: { error in
            (error as? CallError<Never>)?.kind == .unreadable
        }
    }

    @Test
    func `a slow response times out`() async throws {
        let client = try await HTTPBin.client().with { $0.timeouts.total = .milliseconds(200) }
        await #expect {
            try await client.withMiddleware { $0.retry = nil }.get("delay/5")
        } throws: { error in
            (error as? CallError<Never>)?.kind == .timedOut
        }
    }

    // MARK: - Streams

    @Test
    func `streamed JSON lines are decoded`() async throws {
        struct Line: Decodable, Sendable { var id: Int }
        let stream = try await HTTPBin.client().stream("stream/20")
        var numbers: [Int] = []
        for try await line in stream.jsonLines(of: Line.self) { numbers.append(line.id) }
        #expect(numbers == Array(0..<20))
    }

    @Test
    func `content sent slowly arrives complete`() async throws {
        let query: QueryItems = ["numbytes": "50", "duration": "0.5", "delay": "0"]
        let bytes = try await HTTPBin.client().bytes("drip", query: query)
        #expect(bytes == Array(repeating: UInt8(ascii: "*"), count: 50))
    }

    @Test
    func `request header fields arrive unchanged`() async throws {
        let fields: Fields = ["X-Film": "7", .acceptLanguage: "es-ES, es;q=0.9"]
        let answer = try await HTTPBin.client().get(
            "headers",
            with: CallOptions(fields: fields)
        )
        #expect(answer["headers"]?["X-Film"]?.stringValue == "7")
        #expect(answer["headers"]?["Accept-Language"]?.stringValue == "es-ES, es;q=0.9")
        #expect(answer["headers"]?["User-Agent"]?.stringValue == "Recado")
    }

    private static func member() async throws -> Client {
        let member = try BasicCredentials(user: "ana", password: "hunter2")
        return try await HTTPBin.client { $0.authentication = .challenges(.constant(member)) }
    }
}
