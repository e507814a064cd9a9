// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Cache` {
    static let fresh: Fields = [.cacheControl: "max-age=60", .eTag: "\"a\""]

    // MARK: - Where an answer came from

    @Test
    func `the source of a response is reported, also in Cache-Status`() async throws {
        let peer = CachePeer(fields: Self.fresh)
        let first = try await peer.get()
        #expect(first.source == .network)
        #expect(first.cacheStatus == "Recado; fwd=uri-miss; fwd-status=200; stored")
        peer.time.advance(20)
        let second = try await peer.get()
        #expect(second.source == .cache(age: .seconds(20)))
        #expect(second.cacheStatus == "Recado; hit; ttl=40")
        #expect(second.response.fields[.age] == "20")
        peer.time.advance(40)
        let third = try await peer.get()
        #expect(third.source == .revalidated)
        #expect(third.response.status == .ok)
        #expect(third.content == "1")
        #expect(third.cacheStatus == "Recado; fwd=stale; fwd-status=304")
        #expect(third.response.fields[.age] == "0")
        #expect(try await peer.get().source == .cache(age: .zero))
        #expect(try await peer.send(.post).cacheStatus == "Recado; fwd=method; fwd-status=200")
    }

    @Test
    func `a 304 response updates the stored fields except those of the content`() async throws {
        let count = Mutex(0)
        let peer = CachePeer { request throws(TransportError) in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst {
                let fields: Fields = [
                    .cacheControl: "max-age=1", .eTag: "\"a\"", .contentLength: "3", "X-Old": "1",
                    "X-Test": "1", .contentEncoding: "identity", .setCookie: "s=1",
                    .connection: "close, X-Hop", "X-Hop": "1",
                ]
                return Response(status: .ok, fields: fields, content: Content("one"))
            }
            let fields: Fields = [
                .cacheControl: "max-age=100", .eTag: "W/\"a\"", .contentLength: "0", "X-Test": "2",
                .contentEncoding: "gzip",
            ]
            return Response(status: .notModified, fields: fields)
        }
        #expect(try await peer.get().response.fields[.setCookie] == "s=1")
        peer.time.advance(5)
        _ = try await peer.get()
        peer.time.advance(50)
        let answer = try await peer.get()
        #expect(answer.source == .cache(age: .seconds(50)))
        #expect(answer.content == "one")
        #expect(answer.response.fields[.contentLength] == "3")
        #expect(answer.response.fields[.contentEncoding] == "identity")
        #expect(answer.response.fields[values: "X-Test"] == ["2"])
        #expect(answer.response.fields["X-Old"] == "1")
        for name: FieldName in [.setCookie, .connection, "X-Hop"] {
            #expect(!answer.response.fields.contains(name))
        }
    }

    @Test
    func `a 304 response with another entity tag causes a full request`() async throws {
        let peer = CachePeer { request throws(TransportError) in
            if request.fields.contains(.ifNoneMatch) {
                return Response(status: .notModified, fields: [.eTag: "\"other\""])
            }
            return Response(
                status: .ok,
                fields: [.cacheControl: "max-age=1", .eTag: "\"a\""],
                content: Content("whole")
            )
        }
        _ = try await peer.get()
        peer.time.advance(5)
        #expect(try await peer.get().content == "whole")
        #expect(peer.stub.sent.count == 3)
    }

    // MARK: - Keys

    @Test
    func `URLs are compared in their normal form`() async throws {
        let peer = CachePeer(fields: Self.fresh)
        let same = ["https://A.example:443/p%61ge", "https://a.example/x/../page"]
        for uri in [CachePeer.page] + same { _ = try await peer.send(.get, uri) }
        #expect(peer.stub.sent.count == 1)
        let others = ["http://a.example/page", "https://a.example/page?", "https://a.example/Page"]
        for uri in others { _ = try await peer.send(.get, uri) }
        #expect(peer.stub.sent.count == 4)
    }

    static let varying: [(vary: String, first: Fields, second: Fields, isReused: Bool)] = [
        ("Foo", ["Foo": "1"], ["Foo": "1"], true), ("foo", ["Foo": "1"], ["FOO": "1"], true),
        ("Foo", ["Foo": "1"], ["Foo": "2"], false), ("Foo", ["Foo": "1"], [:], false),
        ("Foo", [:], ["Foo": "1"], false), ("Foo", [:], [:], true),
        ("Foo", ["Foo": "1"], ["Foo": "1", "Bar": "2"], true),
        ("Foo, Bar", ["Foo": "1", "Bar": "a"], ["Foo": "1", "Bar": "b"], false),
        ("Foo", ["Foo": "1, 2"], ["Foo": "1", "foo": "2"], true),
        ("Foo", ["Foo": "1,2"], ["Foo": " 1 ,  2 "], true),
        ("", [.authorization: "Basic a"], [.authorization: "Basic a"], true),
        ("", [.authorization: "Basic a"], [.authorization: "Basic b"], false),
        ("", [.authorization: "Basic a"], [:], false),
        ("", [:], [.authorization: "Basic a"], false),
    ]

    @Test(arguments: varying)
    func `a stored response is reused only for equal Vary fields and credentials`(
        vary: String,
        first: Fields,
        second: Fields,
        isReused: Bool
    ) async throws {
        let peer = CachePeer(fields: [.cacheControl: "max-age=60", .vary: vary])
        _ = try await peer.get(first)
        _ = try await peer.get(second)
        #expect(peer.stub.sent.count == (isReused ? 1 : 2))
        // The second response has not replaced the first in the cache.
        #expect(try await peer.get(first).content == "1")
    }

    @Test
    func `the store contains no credentials`() async throws {
        let peer = CachePeer(fields: [.cacheControl: "max-age=60", .vary: "Cookie, X-Api-Key"])
        let secrets: Fields = [
            .authorization: "Basic hunter2", .cookie: "hunter2", "X-Api-Key": "hunter2",
        ]
        _ = try await peer.get(secrets)
        let entries = peer.store.entries(for: CachePeer.page)
        #expect(entries.count == 1)
        #expect(!"\(entries)".contains("hunter2"))
    }

    @Test
    func `a stored GET response answers HEAD, but not the reverse`() async throws {
        let peer = CachePeer(fields: Self.fresh)
        _ = try await peer.send(.head)
        #expect(peer.store.count == 0)
        _ = try await peer.get()
        let head = try await peer.send(.head)
        #expect(head.source == .cache(age: .zero))
        #expect(head.content.isEmpty)
        #expect(peer.stub.sent.count == 2)
    }

    @Test
    func `a changed HEAD response removes the stored GET response`() async throws {
        let count = Mutex(0)
        let peer = CachePeer { _ throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let fields: Fields = [.cacheControl: "max-age=5", .eTag: "\"\(number)\""]
            return Response(status: .ok, fields: fields, content: Content("\(number)"))
        }
        _ = try await peer.get()
        peer.time.advance(10)
        let head = try await peer.send(.head)
        #expect(head.response.fields[.eTag] == "\"2\"")
        #expect(peer.store.count == 0)
        #expect(try await peer.get().content == "3")
    }

    @Test
    func `a GET request with content bypasses the cache`() async throws {
        let peer = CachePeer(fields: Self.fresh)
        let request = try Request(
            method: .get,
            uri: URI(CachePeer.page),
            content: Content("query")
        )
        for _ in 1...2 { _ = try await peer.transport.send(request) }
        #expect(peer.stub.sent.count == 2)
        #expect(try await peer.get().source == .network)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e300])
    func `an extreme heuristic fraction keeps no response fresh for ever`(
        fraction: Double
    ) async throws {
        var options = CachePolicy.Options()
        options.heuristicFraction = fraction
        let peer = CachePeer(options: options, fields: [.lastModified: CachePeer.date(-86_400)])
        _ = try await peer.get()
        peer.time.advance(86_400)
        _ = try await peer.get()
        #expect(peer.stub.sent.count == 2)
    }

    // MARK: - Invalidation

    static let unsafe: [(method: String, status: Int, isInvalidated: Bool)] = [
        ("POST", 200, true), ("PUT", 204, true), ("DELETE", 200, true), ("PATCH", 303, true),
        ("M-SEARCH", 200, true), ("POST", 404, false), ("POST", 500, false),
        ("OPTIONS", 200, false),
    ]

    @Test(arguments: unsafe)
    func `a successful unsafe request invalidates its URL and its locations`(
        method: String,
        status: Int,
        isInvalidated: Bool
    ) async throws {
        let status = try #require(Status(status))
        let known: RecadoHTTP.Method? = .init(method)
        let method = try #require(known)
        let peer = CachePeer { request throws(TransportError) in
            if request.method == .get { return Response(status: .ok, fields: Self.fresh) }
            let fields: Fields = [.location: "/location", "Content-Location": "content"]
            return Response(status: status, fields: fields)
        }
        let uris = [CachePeer.page, "https://a.example/location", "https://a.example/content"]
        for uri in uris { _ = try await peer.send(.get, uri) }
        _ = try await peer.send(method)
        #expect(peer.store.count == (isInvalidated ? 0 : 3))
    }

    @Test
    func `an unsafe request invalidates no URL of another origin`() async throws {
        let peer = CachePeer { request throws(TransportError) in
            if request.method == .get { return Response(status: .ok, fields: Self.fresh) }
            return Response(status: .created, fields: [.location: "https://b.example/page"])
        }
        _ = try await peer.send(.get, "https://b.example/page")
        _ = try await peer.send(.post)
        #expect(peer.store.count == 1)
    }

    // MARK: - Failures

    static let failures: [(fields: Fields, wait: Int64, isUsed: Bool)] = [
        ([.cacheControl: "max-age=2, stale-if-error=60"], 30, true),
        ([.cacheControl: "max-age=2, stale-if-error=60"], 63, false),
        ([.cacheControl: "max-age=2"], 30, false),
        ([.cacheControl: "max-age=2, stale-if-error=60, must-revalidate"], 30, false),
        ([.cacheControl: "max-age=2, stale-if-error=60, no-cache"], 30, false),
    ]

    @Test(arguments: failures)
    func `a stale response replaces a failure if stale-if-error allows it`(
        fields: Fields,
        wait: Int64,
        isUsed: Bool
    ) async throws {
        for failure in [nil, Status.badGateway] {
            let isDown = Mutex(false)
            let peer = CachePeer { request throws(TransportError) in
                guard isDown.withLock({ $0 }) else {
                    return Response(status: .ok, fields: fields, content: Content("old"))
                }
                guard let failure else { throw TransportError(.cannotConnect) }
                return Response(status: failure)
            }
            _ = try await peer.get()
            isDown.withLock { $0 = true }
            peer.time.advance(wait)
            let outcome = try? await peer.get()
            #expect((outcome?.content == "old") == isUsed)
            if isUsed { #expect(outcome?.source == .cache(age: .seconds(wait))) }
        }
    }

    @Test
    func `the staleIfError option applies to failures but not to cancellation`() async throws {
        var options = CachePolicy.Options()
        options.staleIfError = .seconds(86_400)
        let error = Mutex<TransportError?>(nil)
        let peer = CachePeer(options: options) { request throws(TransportError) in
            if let error = error.withLock({ $0 }) { throw error }
            return Response(status: .ok, fields: Self.fresh)
        }
        _ = try await peer.get()
        peer.time.advance(3600)
        error.withLock { $0 = TransportError(.cannotResolve) }
        #expect(try await peer.get().response.status == .ok)
        error.withLock { $0 = TransportError(.cancelled) }
        await #expect(throws: TransportError(.cancelled)) { try await peer.get() }
    }

    // MARK: - Background

    @Test
    func `a stale response is used while it is revalidated`() async throws {
        let fields: Fields = [
            .cacheControl: "max-age=10, stale-while-revalidate=60", .eTag: "\"a\"",
        ]
        let peer = CachePeer(fields: fields)
        _ = try await peer.get()
        peer.time.advance(20)
        let stale = try await peer.get()
        #expect(stale.source == .cache(age: .seconds(20)))
        #expect(stale.cacheStatus == "Recado; hit; ttl=-10")
        await peer.transport.finishRevalidations()
        #expect(peer.stub.sent.count == 2)
        #expect(peer.stub.sent.last?.fields[.ifNoneMatch] == "\"a\"")
        #expect(try await peer.get().source == .cache(age: .zero))
        peer.time.advance(71)
        #expect(try await peer.get().source == .revalidated)
    }
}
