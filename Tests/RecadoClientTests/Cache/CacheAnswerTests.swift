// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization
import Testing

/// Responses that a cache makes from a stored one, by the conditions and the range of a request.
@Suite(.timeLimit(.minutes(1))) struct `Conditional and range requests to a cache` {
    private static let fields: Fields = [
        .cacheControl: "max-age=10", .eTag: "\"a\"", .lastModified: CachePeer.date(-100),
        .date: CachePeer.date(0), .contentType: "text/plain", .contentLength: "10",
        "Content-Digest": "sha-256=:AA==:",
    ]

    /// A server whose page has ten bytes and changes its tag when it is told to.
    private final class Page: Sendable {
        let tag = Mutex("\"a\"")
        let namesTag = Mutex(true)

        func answer(_ request: Request) -> Response {
            let tag = tag.withLock { $0 }
            let condition = EntityTagCondition(request.fields[values: .ifNoneMatch])
            if condition?.matchesWeakly(EntityTag(tag)) == true {
                return Response(
                    status: .notModified,
                    fields: namesTag.withLock { $0 } ? [.eTag: tag] : [:]
                )
            }
            var fields = `Conditional and range requests to a cache`.fields
            fields[.eTag] = tag
            return Response(status: .ok, fields: fields, content: Content("0123456789"))
        }
    }

    private func peer(_ page: Page = Page()) -> CachePeer {
        CachePeer { request throws(TransportError) in page.answer(request) }
    }

    @Test(
        arguments: [
            ([.ifNoneMatch: "\"a\""], 304), ([.ifNoneMatch: "\"b\", W/\"a\""], 304),
            ([.ifNoneMatch: "*"], 304), ([.ifNoneMatch: "\"b\""], 200), ([.ifNoneMatch: "a"], 200),
            ([.ifModifiedSince: CachePeer.date(-100)], 304),
            ([.ifModifiedSince: CachePeer.date(-101)], 200), ([.ifModifiedSince: "yesterday"], 200),
            ([.ifNoneMatch: "\"b\"", .ifModifiedSince: CachePeer.date(0)], 200),
        ] as [(Fields, Int)]
    )
    func `conditions are evaluated without a request to the server`(
        conditions: Fields,
        status: Int
    ) async throws {
        let peer = peer()
        _ = try await peer.get()
        for method in [Method.get, .head] {
            let outcome = try await peer.send(method, CachePeer.page, conditions)
            #expect(outcome.response.status.code == status)
            #expect(outcome.content == (status == 200 && method == .get ? "0123456789" : ""))
            #expect(outcome.response.fields[.eTag] == "\"a\"")
            #expect(outcome.response.fields.contains(.contentType) == (status == 200))
        }
        #expect(peer.stub.sent.count == 1)
    }

    @Test(arguments: [
        ("bytes=0-0", "0", "0-0"), ("bytes=2-4", "234", "2-4"), ("bytes=7-", "789", "7-9"),
        ("bytes=-3", "789", "7-9"), ("Bytes=0-99", "0123456789", "0-9"),
        ("bytes=-99", "0123456789", "0-9"),
    ])
    func `a single byte range is taken from the stored response`(
        range: String,
        content: String,
        place: String
    ) async throws {
        let peer = peer()
        _ = try await peer.get()
        let outcome = try await peer.get(["Range": range])
        #expect(outcome.response.status == .partialContent)
        #expect(outcome.content == content)
        #expect(outcome.response.fields["Content-Range"] == "bytes \(place)/10")
        #expect(outcome.response.fields[.contentLength] == "\(content.utf8.count)")
        #expect(try await peer.send(.head, CachePeer.page, ["Range": range]).content.isEmpty)
        #expect(peer.stub.sent.count == 1)
    }

    @Test(arguments: [
        "bytes=10-", "bytes=0-1,3-4", "bytes=4-2", "bytes=-0", "bytes=-", "bytes=a-b", "items=0-1",
        "bytes=0-1-2", "bytes=99999999999999999999-",
    ])
    func `invalid, multiple and unsatisfiable ranges are sent to the server`(
        range: String
    ) async throws {
        let peer = peer()
        _ = try await peer.get()
        _ = try await peer.get(["Range": range])
        #expect(peer.stub.sent.last?.fields["Range"] == range)
        #expect(try await peer.get().source == .cache(age: .zero))
    }

    @Test func `a range of a stale response is requested without a condition`() async throws {
        let peer = peer()
        _ = try await peer.get()
        peer.time.advance(20)
        _ = try await peer.get(["Range": "bytes=0-1"])
        #expect(peer.stub.sent.last?.fields.contains(.ifNoneMatch) == false)
        #expect(peer.stub.sent.count == 2)
    }

    @Test func `a revalidation combines the stored entity tag with the client's`() async throws {
        let page = Page()
        let peer = peer(page)
        _ = try await peer.get()
        peer.time.advance(20)
        let confirmed = try await peer.get([.ifNoneMatch: "\"b\""])
        #expect(peer.stub.sent.last?.fields[.ifNoneMatch] == "\"a\", \"b\"")
        #expect(confirmed.content == "0123456789")
        #expect(confirmed.source == .revalidated)
        // The server now has the version that the client has and that the cache lacks.
        page.tag.withLock { $0 = "\"b\"" }
        peer.time.advance(20)
        let known = try await peer.get([.ifNoneMatch: "\"b\""])
        #expect(known.response.status == .notModified)
        #expect(known.response.fields[.eTag] == "\"b\"")
        #expect(try await peer.get().response.fields[.eTag] == "\"b\"")
    }

    @Test func `a 304 response without an entity tag confirms no stored response`() async throws {
        let page = Page()
        let peer = peer(page)
        _ = try await peer.get()
        page.tag.withLock { $0 = "\"b\"" }
        page.namesTag.withLock { $0 = false }
        peer.time.advance(20)
        #expect(try await peer.get([.ifNoneMatch: "\"b\""]).response.status == .notModified)
        #expect(try await peer.get().response.fields[.eTag] == "\"b\"")
        // The cache also does not send 304 to a client that has another version.
        peer.time.advance(20)
        #expect(try await peer.get([.ifNoneMatch: "\"old\""]).content == "0123456789")
    }

    @Test func `a partial response is not stored, and the whole response is kept`() async throws {
        let peer = peer()
        let cached: Fields = ["Range": "bytes=10-", .cacheControl: "only-if-cached"]
        #expect(try await peer.get(cached).response.status == .gatewayTimeout)
        _ = try await peer.get()
        #expect(try await peer.get(cached).response.status == .gatewayTimeout)
        _ = try await peer.get(["Range": "bytes=0-1", .authorization: "Basic eA=="])
        #expect(try await peer.get().source == .cache(age: .zero))
        let part = try await peer.get(["Range": "bytes=0-1"])
        #expect(!part.response.fields.contains("Content-Digest"))
    }

    @Test func `a range of an empty response gets status 200`() async throws {
        let peer = CachePeer { _ throws(TransportError) in
            Response(status: .ok, fields: [.cacheControl: "max-age=10"])
        }
        for _ in 1...2 { #expect(try await peer.get(["Range": "bytes=-5"]).response.status == .ok) }
    }

    @Test func `without a stored response the server gets the client's conditions`() async throws {
        let peer = peer()
        #expect(try await peer.get([.ifNoneMatch: "\"a\""]).response.status == .notModified)
        #expect(try await peer.get([.ifNoneMatch: "\"b\""]).content == "0123456789")
        // The response to the second request was complete, so the cache has stored it.
        #expect(try await peer.get().content == "0123456789")
        #expect(peer.stub.sent.count == 2)
    }
}
