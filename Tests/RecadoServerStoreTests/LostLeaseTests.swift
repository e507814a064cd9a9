// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServerStore
import RecadoStore
import Testing

/// Tests a server that is paused while its lease ends, and that then continues.
@Suite(.timeLimit(.minutes(1))) struct `A lost lease` {
    private struct Page: Codable, Sendable { var text: String }

    private struct ShowPage: Endpoint {
        static let route: Route = "GET /page"
        typealias Output = Page
    }

    private struct EditPage: Endpoint {
        static let route: Route = "PUT /page"
        typealias Output = Page
        @Body var page: Page
    }

    private static let table = [
        Migration(
            "create page",
            sqlite: ["CREATE TABLE page (text TEXT NOT NULL) STRICT"],
            postgreSQL: ["CREATE TABLE page (text TEXT NOT NULL)"]
        )
    ]

    private static func text(in store: any Store) async throws -> String {
        try await store.read { try $0.value("SELECT text FROM page", as: String.self) } ?? ""
    }

    /// Returns a server whose changes call `pause` after the tags were compared and before the
    /// transaction.
    private static func server(
        over store: any Store,
        pausing pause: @escaping @Sendable () async -> Void
    ) throws -> Application {
        let api = API(
            name: "book",
            title: "B",
            version: "1",
            endpoints: [ShowPage.self, EditPage.self]
        )
        let reporting = ReportingStore(store) { _ in }
        var service = Service(api)
        service.serve { (_: ShowPage) async throws(HandlerError<Never>) in
            try await reporting.read { transaction throws(TransactionError<Never>) in
                Page(text: try transaction.value("SELECT text FROM page", as: String.self) ?? "")
            }
        }
        service.serve { (call: EditPage) async throws(HandlerError<Never>) in
            await pause()
            return try await reporting.write { transaction throws(TransactionError<Never>) in
                try transaction.execute("UPDATE page SET text = \(call.page.text)")
                return call.page
            }
        }
        var options = Application.Options()
        SharedState(store).apply(to: &options)
        return try Application([service], options: options)
    }

    private static func change(_ server: Application, to text: String) async throws -> Response {
        let read = await server.respond(to: Request(method: .get, target: "/book/page"))
        let tag = try #require(read.fields[.eTag])
        return await server.respond(
            to: Request(
                method: .put,
                target: "/book/page",
                fields: [.contentType: "application/json", .ifMatch: tag],
                content: Content(#"{"text":"\#(text)"}"#)
            )
        )
    }

    @Test(arguments: Shared.kinds, [false, true])
    func `prevents a late write, so that another server's change is kept`(
        kind: Shared.Kind,
        renews: Bool
    ) async throws {
        let shared = try await Shared(kind)
        try await shared.one.migrate(SharedState.migrations + Self.table)
        try await shared.one.execute("INSERT INTO page VALUES ('first')")
        let other = try Self.server(over: shared.other) {}
        let still = try Self.server(over: shared.one) {
            // The lease of this server ends, and the other server changes the page.
            _ = try? await shared.other.execute("UPDATE recado_lease SET ends_at = 0")
            let answer = try? await Self.change(other, to: "other")
            #expect(answer?.status == .ok)
            // The server tries to renew the lease when no server has it any more.
            if renews { try? await Task.sleep(for: .seconds(6)) }
        }
        let late = try await Self.change(still, to: "late")
        #expect(late.status == .serviceUnavailable)
        #expect(late.fields[.retryAfter] == "1")
        #expect(try await Self.text(in: shared.one) == "other")
        // The next change is compared with the current version.
        let next = try await Self.change(other, to: "next")
        #expect(next.status == .ok)
        #expect(try await Self.text(in: shared.one) == "next")
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `is reported as an error of the transaction`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        try await shared.one.migrate(SharedState.migrations + Self.table)
        let leases = StoreResourceLeases(shared.one)
        #expect(try await leases.take("r", for: "a", .seconds(15)))
        let store = shared.one
        _ = try await leases.guarding("r", for: "a") { () async throws in
            try await store.execute("INSERT INTO page VALUES ('held')")
        }
        await leases.release("r", from: "a")
        let error = await #expect(throws: StoreError.self) {
            _ = try await leases.guarding("r", for: "a") { () async throws in
                try await store.execute("INSERT INTO page VALUES ('lost')")
            }
        }
        #expect(error?.code == .leaseLost && error?.isTransient == false)
        // Writes outside of `guarding`, and writes to other stores, do not check the lease.
        try await store.execute("UPDATE page SET text = 'free'")
        _ = try await leases.guarding("r", for: "a") { () async throws in
            try await shared.other.execute("UPDATE page SET text = 'another'")
        }
        #expect(try await Self.text(in: store) == "another")
        // A task that continues after the guarded change has ended does not check the lease either.
        let gate = AsyncStream.makeStream(of: Void.self)
        let task = await leases.guarding("r", for: "a") {
            Task {
                for await _ in gate.stream {}
                try await store.execute("UPDATE page SET text = 'later'")
            }
        }
        gate.continuation.finish()
        _ = try await task.value
        #expect(try await Self.text(in: store) == "later")
        await shared.close()
    }
}
