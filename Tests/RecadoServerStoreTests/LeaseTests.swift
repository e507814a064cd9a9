// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServerStore
import RecadoStore
import Synchronization
import Testing

/// Tests the leases by which servers over one database take turns to change a resource.
@Suite(.timeLimit(.minutes(1))) struct `Leases in a database` {
    @Test(arguments: Shared.kinds)
    func `only one of many holders gets the lease of a resource`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let leases = [
            StoreResourceLeases(shared.one, clock: shared.clock),
            StoreResourceLeases(shared.other, clock: shared.clock),
        ]
        let taken = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let holder = "holder \(number)"
                    let isTaken = try await leases[number % 2]
                        .take("r", for: holder, .seconds(15))
                    return isTaken ? holder : nil
                }
            }
            return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(taken.count == 1)
        let holder = try #require(taken.first)
        #expect(try await leases[1].take("s", for: "another", .seconds(15)))
        await leases[0].release("r", from: "somebody else")
        #expect(try await !leases[1].take("r", for: "another", .seconds(15)))
        await leases[1].release("r", from: holder)
        #expect(try await leases[1].take("r", for: "another", .seconds(15)))
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `a lease ends after its term unless it is renewed`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let leases = StoreResourceLeases(shared.one, clock: shared.clock)
        #expect(try await leases.take("r", for: "a", .seconds(15)))
        shared.pass(10)
        #expect(try await leases.take("r", for: "a", .seconds(15)))
        shared.pass(10)
        #expect(try await !leases.take("r", for: "b", .seconds(15)))
        #expect(try await leases.sweep() == 0)
        shared.pass(6)
        #expect(try await leases.sweep() == 1)
        #expect(try await leases.take("r", for: "b", .seconds(15)))
        // The clock was set back: no lease can end so far ahead, so this one no longer counts.
        shared.pass(-3_600)
        #expect(try await leases.take("r", for: "c", .seconds(15)))
        await shared.close()
        await #expect(throws: (any Error).self) {
            try await leases.take("r", for: "d", .seconds(15))
        }
    }

    // MARK: - Servers

    private struct Page: Codable, Sendable { var text: String }

    private struct ShowPage: Endpoint {
        static let route: Route = "GET /pages/{id}"
        typealias Output = Page
        @Path var id: Int
    }

    private struct EditPage: Endpoint {
        static let route: Route = "PUT /pages/{id}"
        typealias Output = Page
        @Path var id: Int
        @Body var page: Page
    }

    /// A page that two servers share.
    private final class Book: Sendable {
        private let text = Mutex("")
        var page: Page { Page(text: text.withLock(\.self)) }

        /// Writes a page after a delay and without comparing it, like a database without version
        /// checks.
        func write(_ page: Page) async -> Page {
            try? await Task.sleep(for: .milliseconds(3))
            text.withLock { $0 = page.text }
            return page
        }
    }

    private static func server(of book: Book, over store: any Store) throws -> Application {
        let api = API(
            name: "book",
            title: "B",
            version: "1",
            endpoints: [ShowPage.self, EditPage.self]
        )
        var service = Service(api)
        service.serve { (_: ShowPage) in book.page }
        service.serve { (call: EditPage) in await book.write(call.page) }
        var options = Application.Options()
        SharedState(store).apply(to: &options)
        return try Application([service], options: options)
    }

    @Test(arguments: Shared.kinds)
    func `no change is lost between servers that compare ETags`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let book = Book()
        let servers = [
            try Self.server(of: book, over: shared.one),
            try Self.server(of: book, over: shared.other),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try await Self.append(number, servers[number % 2]) }
            }
            try await group.waitForAll()
        }
        let words = book.page.text.split(separator: " ").compactMap { Int($0) }
        #expect(words.sorted() == Array(0..<8))
        await shared.close()
    }

    /// Adds a number to the text, and tries again until nobody else has changed the text meanwhile.
    private static func append(_ number: Int, _ server: Application) async throws {
        while true {
            let read = await server.respond(to: Request(method: .get, target: "/book/pages/1"))
            let tag = try #require(read.fields[.eTag])
            let text = String(decoding: read.content.bytes ?? [], as: UTF8.self)
                .replacing(#""}"#, with: #" \#(number)"}"#)
            let change = Request(
                method: .put,
                target: "/book/pages/1",
                fields: [.contentType: "application/json", .ifMatch: tag],
                content: Content(text)
            )
            let written = await server.respond(to: change)
            if written.status == .ok { return }
            try #require(written.status == .preconditionFailed)
        }
    }

    @Test(arguments: Shared.kinds)
    func `changes are refused with 503 while the database is unavailable`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let book = Book()
        let server = try Self.server(of: book, over: shared.one)
        await shared.close()
        let change = Request(
            method: .put,
            target: "/book/pages/1",
            fields: [.contentType: "application/json"],
            content: Content(#"{"text":"a"}"#)
        )
        let answer = await server.respond(to: change)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.fields[.retryAfter] == "1")
        #expect(book.page.text.isEmpty)
    }
}
