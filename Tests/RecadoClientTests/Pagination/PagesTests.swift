// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Pages of a list` {
    struct Envelope: Codable, Sendable {
        struct Meta: Codable, Sendable {
            var next: String?
        }
        var data: [Int]
        var meta: Meta?
    }

    /// Returns a stub that answers each target with the fields and content that `pages` has for it.
    private func stub(_ pages: [String: (Fields, String)]) -> StubTransport {
        StubTransport { request in
            guard let (fields, content) = pages[request.target] else {
                return Response(status: .notFound)
            }
            var all: Fields = [.contentType: "application/json"]
            for field in fields { all.append(field.value, to: field.name) }
            return Response(status: .ok, fields: all, content: Content(content))
        }
    }

    private func collect<Item, Refusal>(
        _ items: some AsyncSequence<Item, CallError<Refusal>>
    ) async throws(CallError<Refusal>) -> [Item] {
        var collected: [Item] = []
        for try await item in items { collected.append(item) }
        return collected
    }

    private func link(_ target: String) -> Fields { [.link: "<\(target)>; rel=\"next\""] }

    @Test(arguments: [true, false])
    func `next links in the Link field are followed`(prefetches: Bool) async throws {
        let stub = stub([
            "/videoclub/films?limit=2": (link("?page=2&limit=2"), "[1,2]"),
            "/videoclub/films?page=2&limit=2": (
                link("https://EXAMPLE.org:443/videoclub/films?page=3"), "[3,4]"
            ),
            "/videoclub/films?page=3": ([.link: "<x>; rel=prev"], "[5]"),
        ])
        let way = Pagination.link.with { $0.prefetches = prefetches }
        let pages = try Client(stub).pages("films", of: [Int].self, by: way, query: ["limit": "2"])
        #expect(try await collect(pages).map(\.output) == [[1, 2], [3, 4], [5]])
        #expect(try await collect(pages.items()) == [1, 2, 3, 4, 5])
        #expect(stub.sent.count == 6)
    }

    @Test
    func `the pages of a declared endpoint are followed`() async throws {
        let stub = stub([
            "/videoclub/catalog?search=a": (
                [.link: "</videoclub/catalog?page=2>; rel=next", "X-Total-Count": "2"],
                #"[{"id":1,"title":"a"}]"#
            ),
            "/videoclub/catalog?page=2": (["X-Total-Count": "2"], #"[{"id":2,"title":"b"}]"#),
        ])
        let pages = try Client(stub).pages(ListFilms(search: "a"))
        #expect(try await collect(pages).map(\.output.total) == [2, 2])
        #expect(try await collect(pages.items()).map(\.title) == ["a", "b"])
    }

    @Test
    func `a cursor in the content is sent back in the query`() async throws {
        let stub = stub([
            "/videoclub/films?q=x": ([:], #"{"data":[1],"meta":{"next":"a&b=c"}}"#),
            "/videoclub/films?q=x&cursor=a%26b%3Dc": ([:], #"{"data":[2],"meta":{"next":"d"}}"#),
            "/videoclub/films?q=x&cursor=d": ([:], #"{"data":[3],"meta":{"next":null}}"#),
        ])
        let way = Pagination.cursor(at: "meta.next", in: "cursor")
        let pages = try Client(stub).pages("films?q=x", of: Envelope.self, by: way)
        #expect(try await collect(pages.items { $0.data }) == [1, 2, 3])
    }

    @Test(arguments: [#""next""#, #"{"href":"next","meta":{}}"#])
    func `the next URL in the content may be a string or an object with href`(
        next: String
    ) async throws {
        let stub = stub([
            "/videoclub/films": ([:], #"{"data":[1],"links":{"next":\#(next)}}"#),
            "/videoclub/next": ([:], #"{"data":[2],"links":{}}"#),
        ])
        let pages = try Client(stub).pages("films", of: Envelope.self, by: .address())
        #expect(try await collect(pages.items { $0.data }) == [1, 2])
    }

    @Test
    func `the offset grows by the number of items until a page is empty`() async throws {
        let stub = stub([
            "/videoclub/films?offset=4": ([:], #"{"data":[1,2]}"#),
            "/videoclub/films?offset=6": ([:], #"{"data":[3]}"#),
            "/videoclub/films?offset=7": ([:], #"{"data":[]}"#),
        ])
        let way = Pagination.offset(items: "data")
        let pages = try Client(stub).pages("films?offset=4", of: Envelope.self, by: way)
        #expect(try await collect(pages.items { $0.data }) == [1, 2, 3])
    }

    @Test
    func `no further page is requested when the total is reached`() async throws {
        let total: Fields = ["X-Total-Count": "3"]
        let stub = stub([
            "/videoclub/films": (total, "[1,2]"), "/videoclub/films?page=2": (total, "[3]"),
        ])
        let pages = try Client(stub).pages("films", of: [Int].self, by: .number())
        #expect(try await collect(pages.items()) == [1, 2, 3])
        #expect(stub.sent.count == 2)
    }

    @Test
    func `a next link to an earlier page is an error`() async throws {
        let stub = stub([
            "/videoclub/films": (link("/videoclub/films?page=2"), "[1]"),
            "/videoclub/films?page=2": (link("films"), "[2]"),
        ])
        var read: [[Int]] = []
        let error = await #expect(throws: CallError<Never>.self) {
            for try await page in try Client(stub).pages("films", of: [Int].self) {
                read.append(page.output)
            }
        }
        #expect(read == [[1], [2]])
        #expect(error?.kind == .unreadable)
        #expect(error?.description.contains("page 2 leads to a page that came before") == true)
        #expect(stub.sent.count == 2)
    }

    @Test
    func `the same content for two page numbers is an error`() async throws {
        let client = try Client(StubTransport(json: "[1,2]"))
        let error = await #expect(throws: CallError<Never>.self) {
            try await collect(client.pages("films", of: [Int].self, by: .number()))
        }
        #expect(error?.description.contains("page 2 is the same as the one before") == true)
    }

    @Test
    func `more pages or items than the limit are an error`() async throws {
        let stub = StubTransport { request in
            let page = request.query.flatMap { Int($0.dropFirst("page=".count)) } ?? 1
            let fields: Fields = [
                .contentType: "application/json", .link: "<?page=\(page + 1)>; rel=next",
            ]
            return Response(status: .ok, fields: fields, content: Content("[\(page),\(page)]"))
        }
        let few = Pagination.link.with { $0.pages = 3 }
        var count = 0
        var error = await #expect(throws: CallError<Never>.self) {
            for try await _ in try Client(stub).pages("films", of: [Int].self, by: few) {
                count += 1
            }
        }
        #expect(count == 3)
        #expect(error?.kind == .tooLarge)
        let short = Pagination.link.with { $0.items = 5 }
        count = 0
        error = await #expect(throws: CallError<Never>.self) {
            for try await _ in try Client(stub).pages("films", of: [Int].self, by: short).items() {
                count += 1
            }
        }
        #expect(count == 5)
        #expect(error?.kind == .tooLarge)
    }

    @Test
    func `a page of another origin is refused, or requested without credentials`() async throws {
        let other = link("https://other.example/films")
        let stub = stub(["/videoclub/films": (other, "[1]"), "/films": ([:], "[2]")])
        let client = try Client(stub) {
            $0.credentials = try? BasicCredentials(user: "ana", password: "secret")
            $0.fields["X-Api-Key"] = "secret"
        }
        let error = await #expect(throws: CallError<Never>.self) {
            try await collect(client.pages("films", of: [Int].self))
        }
        #expect(error?.description.contains("another origin") == true)
        #expect(stub.sent.count == 1)
        let way = Pagination.link.with { $0.allowsOtherOrigins = true }
        #expect(
            try await collect(client.pages("films", of: [Int].self, by: way).items()) == [1, 2]
        )
        let last = try #require(stub.sent.last)
        #expect(last.authority == "other.example")
        #expect(!last.fields.contains(.authorization))
        #expect(!last.fields.contains("X-Api-Key"))
        #expect(last.fields.contains(.userAgent))
    }

    @Test
    func `a next link from https to http is refused`() async throws {
        let stub = stub(["/videoclub/films": (link("http://example.org/videoclub/x"), "[1]")])
        let way = Pagination.link.with { $0.allowsOtherOrigins = true }
        await #expect(throws: CallError<Never>.self) {
            try await collect(try Client(stub).pages("films", of: [Int].self, by: way))
        }
        #expect(stub.sent.count == 1)
    }

    @Test
    func `a failed page ends the sequence after the earlier pages`() async throws {
        let stub = stub(["/videoclub/films": (link("?page=2"), "[1]")])
        var pages = try Client(stub).pages("films", of: [Int].self).makeAsyncIterator()
        #expect(try await pages.next()?.output == [1])
        do {
            _ = try await pages.next()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.status == .notFound)
        }
        #expect(try await pages.next() == nil)
    }

    @Test
    func `one deadline covers all pages`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport { request in
            clock.advance(by: .seconds(2))
            let next = (request.query?.count ?? 0) + 1
            let fields: Fields = [
                .contentType: "application/json",
                .link: "<?\(String(repeating: "x", count: next))>; rel=next",
            ]
            return Response(status: .ok, fields: fields, content: Content("[\(next)]"))
        }
        let client = try Client(stub)
        let error = await #expect(throws: CallError<Never>.self) {
            try await withDeadline(.seconds(5), clock: clock) {
                try await collect(client.pages("films", of: [Int].self))
            }
        }
        #expect(error?.kind == .timedOut)
        #expect(stub.sent.count == 3)
    }

    @Test
    func `only the next page is prefetched`() async throws {
        let (asked, noting) = AsyncStream.makeStream(of: Int.self)
        let stub = StubTransport { request in
            let page = request.query.flatMap { Int($0.dropFirst("page=".count)) } ?? 1
            noting.yield(page)
            let fields: Fields = [
                .contentType: "application/json", .link: "<?page=\(page + 1)>; rel=next",
            ]
            return Response(status: .ok, fields: fields, content: Content("[\(page)]"))
        }
        var pages = try Client(stub).pages("films", of: [Int].self).makeAsyncIterator()
        var numbers = asked.makeAsyncIterator()
        #expect(try await pages.next()?.output == [1])
        #expect(await numbers.next() == 1)
        #expect(await numbers.next() == 2)
        #expect(stub.sent.count == 2)
        #expect(try await pages.next()?.output == [2])
        #expect(await numbers.next() == 3)
    }
}
