// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization
import Testing

@Suite struct `Methods, statuses and targets` {
    @Test(arguments: ["GET", "get", "M-SEARCH", "a!#$%&'*+-.^_`|~0"])
    func `a token is a method name`(_ name: String) {
        #expect(RecadoHTTP.Method(name)?.name == name)
    }

    @Test(arguments: [
        "", "G T", "GET\r\n", "GÉT", "a/b", "a:b", "a\"b", "a(b", "a@b", "a[b", "a{b", "\u{7F}",
    ])
    func `text that is not a token is refused as method or field name`(_ name: String) {
        #expect(RecadoHTTP.Method(name) == nil)
        #expect(FieldName(name) == nil)
    }

    @Test func `methods are case-sensitive and classified as safe or idempotent`() {
        #expect(RecadoHTTP.Method("get") != .get)
        #expect(RecadoHTTP.Method.put.isIdempotent)
        #expect(!RecadoHTTP.Method.post.isIdempotent)
        #expect(!RecadoHTTP.Method.delete.isSafe)
    }

    @Test(arguments: [-1, 0, 99, 1000, .max])
    func `a status code without three digits is refused`(_ code: Int) {
        #expect(Status(code) == nil)
    }

    @Test func `statuses have a class and a reason phrase`() {
        #expect(Status(404)?.description == "404 Not Found")
        #expect(Status(299)?.description == "299")
        #expect(Status(299)?.isSuccess == true)
        #expect(Status(700)?.class == .other)
        #expect(Status.notModified.forbidsContent)
        #expect(Status.earlyHints.forbidsContent)
        #expect(!Status.resetContent.forbidsContent)
        #expect(Status.ok < .notFound)
    }

    @Test func `path and query are taken from the request target`() {
        let request = Request(method: .get, target: "/a?b?c=%3F")
        #expect(request.path == "/a")
        #expect(request.query == "b?c=%3F")
        #expect(Request(method: .get, target: "/a").query == nil)
        #expect(Request(method: .get, target: "/a?").query == "")
        #expect(Request(method: .options, target: "*").path == "*")
    }
}

/// A source of the given pieces, which counts how many were asked for.
private final class PiecesSource: ContentSource {
    private let pieces: Mutex<[[UInt8]]>
    let length: Int?

    init(_ pieces: [[UInt8]], length: Int? = nil) {
        self.pieces = Mutex(pieces.reversed())
        self.length = length
    }

    var remaining: Int { pieces.withLock { $0.count } }

    func next() async throws -> [UInt8]? { pieces.withLock { $0.popLast() } }
}

@Suite(.timeLimit(.minutes(1))) struct `Content of a message` {
    @Test func `content in memory can be read more than once`() async throws {
        let content = Content("año")
        #expect(content.length == 4)
        let source = content.makeSource()
        #expect(try await source.next() == Array("año".utf8))
        #expect(try await source.next() == nil)
        #expect(try await content.collect(upTo: 4) == Array("año".utf8))
        #expect(try await Content.empty.makeSource().next() == nil)
    }

    @Test func `the pieces of a stream are collected into one array`() async throws {
        let content = Content(reading: PiecesSource([[1], [2, 3]]))
        #expect(content.bytes == nil)
        #expect(content.length == nil)
        #expect(try await content.collect(upTo: 3) == [1, 2, 3])
    }

    @Test func `collecting stops as soon as the limit is exceeded`() async {
        await #expect(throws: ContentTooLarge(limit: 3)) {
            try await Content("abcd").collect(upTo: 3)
        }
        let announced = PiecesSource([[1]], length: 4)
        await #expect(throws: ContentTooLarge(limit: 3)) {
            try await Content(reading: announced).collect(upTo: 3)
        }
        #expect(announced.remaining == 1)
        let endless = PiecesSource([[1, 2], [3, 4], [5, 6]])
        await #expect(throws: ContentTooLarge(limit: 3)) {
            try await Content(reading: endless).collect(upTo: 3)
        }
        #expect(endless.remaining == 1)
    }
}
