// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

/// Tests what a cache does with a second request, given the first response.
///
/// Cases from the suite `cache-tests` of http-tests have the names that they have there.
@Suite(.timeLimit(.minutes(1)))
struct `Cache decisions` {
    enum Expectation: Sendable {
        /// The stored response is reused, without a second request to the server.
        case reused
        /// A second request is sent, without conditions.
        case fetched
        /// A second request is sent, with conditions.
        case validated
        /// The cache answers 504, without a second request to the server.
        case failed
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var answer: Fields
        var wait: Int64 = 5
        var request: Fields = [:]
        var status = 200
        var isShared = false
        let expected: Expectation

        var testDescription: String { "\(name) → \(expected)" }
    }

    private static func control(_ text: String, _ more: Fields = [:]) -> Fields {
        var fields = more
        fields.append(text, to: .cacheControl)
        return fields
    }

    private static func date(_ offset: Int64) -> String { CachePeer.date(offset) }

    private static let tag: Fields = [.eTag: "\"a\""]
    private static let fresh = control("max-age=3600", tag)

    static let freshness: [Case] = [
        Case(name: "freshness-none", answer: [:], expected: .fetched),
        Case(name: "freshness-max-age", answer: control("max-age=3600"), expected: .reused),
        Case(
            name: "freshness-max-age-stale",
            answer: control("max-age=2"),
            wait: 3,
            expected: .fetched
        ),
        Case(name: "the last second", answer: control("max-age=5"), wait: 4, expected: .reused),
        Case(name: "no second more", answer: control("max-age=5"), wait: 5, expected: .fetched),
        Case(
            name: "freshness-max-age-0",
            answer: control("max-age=0"),
            wait: 0,
            expected: .fetched
        ),
        Case(name: "freshness-max-age-100a", answer: control("max-age=100a"), expected: .fetched),
        Case(name: "freshness-max-age-a100", answer: control("max-age=a100"), expected: .fetched),
        Case(
            name: "freshness-max-age-negative",
            answer: control("max-age=-3600"),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-decimal",
            answer: control("max-age=3600.0"),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-quoted",
            answer: control("max-age=\"3600\""),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-single-quoted",
            answer: control("max-age='3600'"),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-case-insenstive",
            answer: control("MaX-aGe=3600"),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-leading-zero",
            answer: control("max-age=003600"),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-max",
            answer: control("max-age=2147483647"),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-max-plus-1",
            answer: control("max-age=99999999999999999999"),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-two-fresh-stale-sameline",
            answer: control("max-age=1800, max-age=1"),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-two-stale-fresh-sameline",
            answer: control("max-age=1, max-age=1800"),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-age",
            answer: control("max-age=3600", [.age: "7200"]),
            expected: .fetched
        ),
        Case(name: "age below", answer: control("max-age=3600", [.age: "1800"]), expected: .reused),
        Case(
            name: "age-parse-nonnumeric",
            answer: control("max-age=3600", [.age: "abc"]),
            expected: .reused
        ),
        Case(
            name: "age-parse-negative",
            answer: control("max-age=3600", [.age: "-7200"]),
            expected: .reused
        ),
        Case(
            name: "age-parse-larger-minus-one",
            answer: control("max-age=3600", [.age: "99999999999"]),
            expected: .fetched
        ),
        Case(
            name: "age-parse-suffix-twoline",
            answer: control("max-age=3600", [.age: "7200, 0"]),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-date",
            answer: control("max-age=3600", [.date: date(-7200)]),
            expected: .fetched
        ),
        Case(
            name: "a date ahead",
            answer: control("max-age=3600", [.date: date(7200)]),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-expires",
            answer: control("max-age=3600", ["Expires": date(-7200)]),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-expires-invalid",
            answer: control("max-age=3600", ["Expires": "0"]),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-0-expires",
            answer: control("max-age=0", ["Expires": date(7200)]),
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-extension",
            answer: control("foobar, max-age=3600"),
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-ignore-quoted",
            answer: control("extension=\"max-age=3600\""),
            expected: .fetched
        ),
        Case(name: "freshness-expires-future", answer: ["Expires": date(3600)], expected: .reused),
        Case(name: "freshness-expires-past", answer: ["Expires": date(-1)], expected: .fetched),
        Case(
            name: "freshness-expires-present",
            answer: ["Expires": date(0)],
            wait: 0,
            expected: .fetched
        ),
        Case(name: "freshness-expires-invalid", answer: ["Expires": "0"], expected: .fetched),
        Case(
            name: "freshness-expires-invalid-date",
            answer: ["Expires": "Thu, 18 Aug 2050 02:01 GMT"],
            expected: .fetched
        ),
        Case(
            name: "freshness-expires-old-date",
            answer: ["Expires": date(3600), .date: date(7200)],
            expected: .fetched
        ),
        Case(
            name: "freshness-s-maxage-private",
            answer: control("s-maxage=3600"),
            expected: .fetched
        ),
        Case(
            name: "freshness-s-maxage-shared",
            answer: control("s-maxage=3600"),
            isShared: true,
            expected: .reused
        ),
        Case(
            name: "freshness-max-age-s-maxage-shared-shorter",
            answer: control("max-age=3600, s-maxage=1"),
            isShared: true,
            expected: .fetched
        ),
        Case(
            name: "freshness-max-age-s-maxage-private",
            answer: control("max-age=3600, s-maxage=1"),
            expected: .reused
        ),
        Case(
            name: "a tenth of the age",
            answer: [.lastModified: date(-1000)],
            wait: 99,
            expected: .reused
        ),
        Case(
            name: "more than a tenth",
            answer: [.lastModified: date(-1000)],
            wait: 100,
            expected: .validated
        ),
        Case(
            name: "a day at most",
            answer: [.lastModified: date(-864_000_000)],
            wait: 86_401,
            expected: .validated
        ),
        Case(
            name: "heuristic-404-cached",
            answer: [.lastModified: date(-86_400)],
            status: 404,
            expected: .reused
        ),
        Case(
            name: "heuristic-500-not_cached",
            answer: [.lastModified: date(-86_400)],
            status: 500,
            expected: .fetched
        ),
        Case(
            name: "heuristic-599-cached",
            answer: control("public", [.lastModified: date(-86_400)]),
            status: 599,
            expected: .reused
        ),
        Case(
            name: "status-500-fresh",
            answer: control("max-age=3600"),
            status: 500,
            expected: .reused
        ),
        Case(
            name: "status-302-fresh",
            answer: control("max-age=3600"),
            status: 302,
            expected: .reused
        ),
    ]

    static let storing: [Case] = [
        Case(name: "cc-resp-no-store", answer: control("no-store"), expected: .fetched),
        Case(
            name: "cc-resp-no-store-fresh",
            answer: control("no-store, max-age=3600"),
            expected: .fetched
        ),
        Case(
            name: "cc-resp-no-store-case-insensitive",
            answer: control("No-StOrE, max-age=3600"),
            expected: .fetched
        ),
        Case(
            name: "cc-resp-must-understand",
            answer: control("no-store, must-understand, max-age=3600"),
            expected: .reused
        ),
        Case(
            name: "must-understand, unknown",
            answer: control("must-understand, max-age=3600"),
            status: 599,
            expected: .fetched
        ),
        Case(
            name: "cc-resp-private-private",
            answer: control("private, max-age=3600"),
            expected: .reused
        ),
        Case(
            name: "cc-resp-private-shared",
            answer: control("private, max-age=3600"),
            isShared: true,
            expected: .fetched
        ),
        Case(
            name: "cc-resp-no-cache",
            answer: control("no-cache, max-age=3600"),
            expected: .fetched
        ),
        Case(
            name: "cc-resp-no-cache-revalidate-fresh",
            answer: control("no-cache, max-age=3600", tag),
            expected: .validated
        ),
        Case(
            name: "cc-resp-must-revalidate-fresh",
            answer: control("must-revalidate, max-age=3600", tag),
            expected: .reused
        ),
        Case(
            name: "cc-resp-must-revalidate-stale",
            answer: control("must-revalidate, max-age=2", tag),
            request: control("max-stale"),
            expected: .validated
        ),
        Case(
            name: "proxy-revalidate, private",
            answer: control("proxy-revalidate, max-age=2", tag),
            request: control("max-stale"),
            expected: .reused
        ),
        Case(
            name: "proxy-revalidate, shared",
            answer: control("proxy-revalidate, max-age=2", tag),
            request: control("max-stale"),
            isShared: true,
            expected: .validated
        ),
        Case(
            name: "cc-resp-immutable-fresh",
            answer: control("immutable, max-age=3600", tag),
            request: control("max-age=0"),
            expected: .reused
        ),
        Case(
            name: "cc-resp-immutable-stale",
            answer: control("immutable, max-age=2", tag),
            request: control("max-age=0"),
            expected: .validated
        ),
        Case(
            name: "immutable, forced",
            answer: control("immutable, max-age=3600", tag),
            request: control("no-cache"),
            expected: .validated
        ),
        Case(
            name: "partial-store-incomplete",
            answer: control("max-age=3600"),
            status: 206,
            expected: .fetched
        ),
        Case(name: "vary-star", answer: control("max-age=3600", [.vary: "*"]), expected: .fetched),
        Case(
            name: "vary-star in a list",
            answer: control("max-age=3600", [.vary: "Foo, *"]),
            expected: .fetched
        ),
        Case(
            name: "vary-syntax-empty-star",
            answer: control("max-age=3600", [.vary: ", *"]),
            expected: .fetched
        ),
    ]

    static let requests: [Case] =
        [
            Case(
                name: "ccreq-no-store",
                answer: fresh,
                request: control("no-store"),
                expected: .fetched
            ),
            Case(
                name: "ccreq-no-cache",
                answer: fresh,
                request: control("no-cache"),
                expected: .validated
            ),
            Case(
                name: "pragma-request-no-cache",
                answer: fresh,
                request: ["Pragma": "no-cache"],
                expected: .validated
            ),
            Case(
                name: "pragma with Cache-Control",
                answer: fresh,
                request: control("max-age=9", ["Pragma": "no-cache"]),
                expected: .reused
            ),
            Case(
                name: "ccreq-ma0",
                answer: fresh,
                request: control("max-age=0"),
                expected: .validated
            ),
            Case(
                name: "ccreq-ma1",
                answer: fresh,
                wait: 2,
                request: control("max-age=1"),
                expected: .validated
            ),
            Case(
                name: "ccreq-magreaterage",
                answer: control("max-age=3600", [.age: "1800"]),
                request: control("max-age=600"),
                expected: .fetched
            ),
            Case(
                name: "ccreq-min-fresh",
                answer: control("max-age=1500"),
                request: control("min-fresh=2000"),
                expected: .fetched
            ),
            Case(
                name: "ccreq-min-fresh-age",
                answer: control("max-age=1500", [.age: "1000"]),
                request: control("min-fresh=1000"),
                expected: .fetched
            ),
            Case(
                name: "min-fresh, enough",
                answer: control("max-age=1500"),
                request: control("min-fresh=1000"),
                expected: .reused
            ),
            Case(
                name: "ccreq-max-stale",
                answer: control("max-age=1"),
                wait: 3,
                request: control("max-stale=1000"),
                expected: .reused
            ),
            Case(
                name: "ccreq-max-stale-age",
                answer: control("max-age=1"),
                wait: 1500,
                request: control("max-stale=1000"),
                expected: .fetched
            ),
            Case(
                name: "max-stale without limit",
                answer: control("max-age=1"),
                wait: 99_999,
                request: control("max-stale"),
                expected: .reused
            ),
            Case(
                name: "max-stale and no-cache",
                answer: control("max-age=1, no-cache", tag),
                request: control("max-stale"),
                expected: .validated
            ),
            Case(
                name: "ccreq-oic",
                answer: control("no-store"),
                request: control("only-if-cached"),
                expected: .failed
            ),
            Case(
                name: "only-if-cached, fresh",
                answer: fresh,
                request: control("only-if-cached"),
                expected: .reused
            ),
            Case(
                name: "only-if-cached, stale",
                answer: control("max-age=1"),
                request: control("only-if-cached"),
                expected: .failed
            ),
            Case(
                name: "conditions of its own that do not hold",
                answer: fresh,
                request: [.ifNoneMatch: "\"b\""],
                expected: .reused
            ),
            Case(
                name: "conditions that are the server's to judge",
                answer: fresh,
                request: [.ifMatch: "\"b\""],
                expected: .fetched
            ),
            Case(
                name: "cdn-max-age",
                answer: control("max-age=1", ["CDN-Cache-Control": "max-age=100"]),
                isShared: true,
                expected: .reused
            ),
            Case(
                name: "CDN-Cache-Control, private",
                answer: control("max-age=1", ["CDN-Cache-Control": "max-age=100"]),
                expected: .fetched
            ),
            Case(
                name: "cdn-no-store-cc-fresh",
                answer: control("max-age=100", ["CDN-Cache-Control": "no-store"]),
                isShared: true,
                expected: .fetched
            ),
            Case(
                name: "cdn-fresh-cc-nostore",
                answer: control(
                    "no-store",
                    [
                        "CDN-Cache-Control":
                            "a;b=1, max-age=100;c, d=?0, e=(f \"g\";h 1), i=:YQ==:, j=@1, k=a/b:c, l=%\"m\""
                    ]
                ),
                isShared: true,
                expected: .reused
            ),
            Case(
                name: "cdn-max-age-0-expires",
                answer: ["Expires": date(100), "CDN-Cache-Control": "max-age=0"],
                isShared: true,
                expected: .fetched
            ),
        ]
        + ["max-age=\"100\"", "max-age=100, &", "MAX-AGE=100", "max-age=100,", "max-age=?2", ""].map
    {
        Case(
            name: "no dictionary: \($0)",
            answer: control("no-store", ["CDN-Cache-Control": $0]),
            isShared: true,
            expected: .fetched
        )
    }

    @Test(arguments: freshness + storing + requests)
    func `header fields decide whether a request uses the cache or the server`(
        given: Case
    ) async throws {
        var options = CachePolicy.Options()
        options.isShared = given.isShared
        var fields = given.answer
        if !fields.contains(.date) { fields[.date] = Self.date(0) }
        let status = try #require(Status(given.status))
        let peer = CachePeer(options: options, status: status, fields: fields)
        #expect(try await peer.get().content == "1")
        peer.time.advance(given.wait)
        let outcome = try await peer.get(given.request)
        let last = try #require(peer.stub.sent.last)
        let isConditional =
            last.fields.contains(.ifNoneMatch) || last.fields.contains(.ifModifiedSince)
        switch given.expected {
        case .reused:
            #expect(peer.stub.sent.count == 1)
            #expect(outcome.content == "1")
            #expect(outcome.response.status == status)
        case .failed:
            #expect(peer.stub.sent.count == 1)
            #expect(outcome.response.status == .gatewayTimeout)
        case .fetched:
            #expect(peer.stub.sent.count == 2)
            #expect(!isConditional)
            #expect(outcome.content == "2")
        case .validated:
            #expect(peer.stub.sent.count == 2)
            #expect(isConditional)
        }
    }

    // MARK: - Authorization

    static let authorized: [(control: String, isShared: Bool, isReused: Bool)] = [
        ("max-age=3600", true, false), ("max-age=3600, public", true, true),
        ("max-age=3600, must-revalidate", true, true), ("s-maxage=3600", true, true),
        ("max-age=3600", false, true), ("private, max-age=3600", false, true),
    ]

    @Test(arguments: authorized)
    func `a shared cache stores authorized responses only if a directive allows it`(
        control: String,
        isShared: Bool,
        isReused: Bool
    ) async throws {
        var options = CachePolicy.Options()
        options.isShared = isShared
        let peer = CachePeer(options: options, fields: [.cacheControl: control])
        for _ in 1...2 { _ = try await peer.get([.authorization: "Basic x"]) }
        #expect(peer.stub.sent.count == (isReused ? 1 : 2))
    }
}
