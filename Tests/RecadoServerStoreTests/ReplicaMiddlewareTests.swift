// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoPostgreSQL
import RecadoServer
import RecadoServerStore
import RecadoStore
import TemporaryPostgreSQL
import Testing

private struct ListNotes: Endpoint {
    static let route: Route = "GET /notes"
    static let staleness: Duration = .seconds(60)
    typealias Output = [String]
}

private struct AddNote: Endpoint {
    static let route: Route = "POST /notes/{text}"
    static let staleness: Duration = .seconds(60)
    typealias Output = [String]

    @Path var text: String
}

private struct ShowCurrent: Endpoint {
    static let route: Route = "GET /current"
    typealias Output = [String]
}

private struct ShowAround: Endpoint {
    static let route: Route = "GET /around"
    typealias Output = String
}

/// Tests a server over a primary and a standby whose replay of the log can be paused.
@Suite(.enabled(if: TemporaryPostgreSQL.programs != nil), .timeLimit(.minutes(2)))
struct `Standby databases for requests` {
    private let primary: TemporaryPostgreSQL
    private let standby: TemporaryPostgreSQL
    private let store: PostgreSQLStore
    private let control: PostgreSQLStore
    private let application: Application

    init() async throws {
        let primary = try TemporaryPostgreSQL()
        let address = try primary.makeDatabase()
        let standby = try TemporaryPostgreSQL(standbyOf: primary)
        let replica = address.replacing(primary.folder, with: standby.folder)
        store = try await PostgreSQLStore.open(
            address,
            options: .init { $0.replicaAddress = replica }
        )
        control = try await PostgreSQLStore.open(
            replica,
            options: .init { $0.readIsolation = .snapshot }
        )
        _ = try await store.execute("CREATE TABLE note (text TEXT)")
        (self.primary, self.standby) = (primary, standby)
        let notes = ReportingStore(store) { _ in }
        application = try Self.application(over: notes, ReplicaMiddleware(store))
    }

    private static func application(
        over notes: ReportingStore,
        _ middleware: ReplicaMiddleware
    ) throws -> Application {
        var options = Application.Options()
        options.middleware.append(middleware)
        let service = service(over: notes)
        let inner = try Application([service], options: options)
        var outer = Service(api("around", [ShowAround.self]))
        outer.serve { (_: ShowAround) async throws(HandlerError<Never>) in
            text(of: await inner.respond(to: Request(method: .get, target: "/notes")))
        }
        return try Application([service, outer], options: options)
    }

    private static func api(_ name: String, _ endpoints: [any Endpoint.Type]) -> API {
        API(name: name, title: name, version: "1", prefix: "", endpoints: endpoints)
    }

    private static func service(over notes: ReportingStore) -> Service {
        @Sendable func read() async throws(HandlerError<Never>) -> [String] {
            try await notes.read { transaction throws(TransactionError<Never>) in
                try transaction.all("SELECT text FROM note ORDER BY text") { try $0[0] }
            }
        }
        var service = Service(api("notes", [ListNotes.self, AddNote.self, ShowCurrent.self]))
        service.serve { (_: ListNotes) async throws(HandlerError<Never>) in try await read() }
        service.serve { (_: ShowCurrent) async throws(HandlerError<Never>) in try await read() }
        service.serve { (call: AddNote) async throws(HandlerError<Never>) in
            _ = try await notes.write { transaction throws(TransactionError<Never>) in
                try transaction.execute("INSERT INTO note VALUES (\(call.text))")
            }
            return try await read()
        }
        return service
    }

    private static func text(of response: Response) -> String {
        response.content.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\(response)"
    }

    private func get(_ path: String, _ fields: Fields = [:]) async -> String {
        Self.text(
            of: await application.respond(to: Request(method: .get, target: path, fields: fields))
        )
    }

    private func add(_ text: String) async -> Response {
        await application.respond(to: Request(method: .post, target: "/notes/\(text)"))
    }

    /// Sends requests until the standby has answered a read.
    private func waitForStandby(_ fields: Fields = [:]) async throws {
        let before = store.statistics.replicaReads
        while store.statistics.replicaReads == before {
            try await Task.sleep(for: .milliseconds(5))
            _ = await get("/notes", fields)
        }
    }

    /// Pauses or resumes the standby's replay of the log.
    private func standby(_ word: String) async throws {
        let statement: Statement =
            word == "pause"
            ? "SELECT pg_wal_replay_pause()::text" : "SELECT pg_wal_replay_resume()::text"
        try await control.read { _ = try $0.value(statement, as: String.self) }
    }

    /// Writes `a`, which reaches the standby, and then `b`, which does not.
    ///
    /// - Returns: The response to the second write.
    private func fallBehind() async throws -> Response {
        let first = await add("a")
        #expect(Self.text(of: first) == #"["a"]"#)
        try await waitForStandby()
        try await standby("pause")
        return await add("b")
    }

    @Test func `may serve older data, but serve each client its own writes`() async throws {
        let added = try await fallBehind()
        #expect(Self.text(of: added) == #"["a","b"]"#, "a request sees what it has written itself")
        let cookie = try #require(added.fields[.setCookie])
        #expect(cookie.hasPrefix("log-position=1-"))
        #expect(cookie.hasSuffix("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax"))
        let own: Fields = [.cookie: "theme=dark; " + cookie.prefix { $0 != ";" }]
        #expect(await get("/notes") == #"["a"]"#)
        #expect(await get("/notes", own) == #"["a","b"]"#)
        #expect(await get("/current") == #"["a","b"]"#)
        let around = await get("/around")
        #expect(around.contains("b"), "a call in process is bound by what is around it")
        try await standby("resume")
        try await waitForStandby(own)
        #expect(await get("/notes", own) == #"["a","b"]"#)
        await store.close()
        await control.close()
    }

    @Test func `are not used if the request asks for current data`() async throws {
        _ = try await fallBehind()
        for value in ["no-cache", "no-store", "max-stale, Max-Age=0", "max-age=0"] {
            #expect(await get("/notes", [.cacheControl: value]) == #"["a","b"]"#)
        }
        for value in ["max-age=3600", "max-age=-1x", "max-age=99999999999999999999"] {
            #expect(await get("/notes", [.cacheControl: value]) == #"["a"]"#)
        }
        for value in ["", "1", "1-", "-", "1-1", "x-y", "1-1-1", "1-FFFFFFFFFFFFFFFFFFFF"] {
            #expect(await get("/notes", [.cookie: "log-position=" + value]) == #"["a"]"#)
        }
        let ahead: Fields = [.cookie: "log-position=FFFFFFFF-FFFFFFFFFFFFFFFF"]
        #expect(await get("/notes", ahead) == #"["a","b"]"#, "no standby has come so far")
        #expect(await get("/notes") == #"["a"]"#, "which is no harm to others")
        await store.close()
        await control.close()
    }

    @Test func `of several databases set a cookie only for the database that was written`()
        async throws
    {
        let address = try primary.makeDatabase()
        let replica = address.replacing(primary.folder, with: standby.folder)
        let options = PostgreSQLStore.Options { $0.replicaAddress = replica }
        let other = try await PostgreSQLStore.open(address, options: options)
        for store in [store, other] {
            try await store.execute("CREATE TABLE IF NOT EXISTS note (text TEXT)")
        }
        let stores = ["a": ReportingStore(store) { _ in }, "b": ReportingStore(other) { _ in }]
        var service = Service(Self.api("notes", [AddNote.self]))
        service.serve { (call: AddNote) async throws(HandlerError<Never>) -> [String] in
            _ = try await stores[call.text]?.write { transaction throws(TransactionError<Never>) in
                try transaction.execute("INSERT INTO note VALUES (\(call.text))")
            }
            return []
        }
        var shared = Application.Options()
        shared.middleware.append(ReplicaMiddleware(store))
        shared.middleware.append(ReplicaMiddleware(other, cookie: "log-position-2"))
        let application = try Application([service], options: shared)
        func cookies(_ text: String) async -> [String] {
            let request = Request(method: .post, target: "/notes/\(text)")
            let response = await application.respond(to: request)
            return response.fields[values: .setCookie].map { String($0.prefix { $0 != "=" }) }
        }
        #expect(await cookies("a") == ["log-position"])
        #expect(await cookies("b") == ["log-position-2"])
        // A request that was carried out before writes nothing; it needs the position of either.
        #expect(await Set(cookies("nothing")) == ["log-position", "log-position-2"])
        for store in [store, other, control] { await store.close() }
    }

    @Test func `accept log positions only in their canonical form`() {
        let position = LogPosition(timeline: 26, offset: 0x1_6B37_4D8)
        #expect("\(position)" == "1A-16B374D8")
        #expect(LogPosition("1A-16B374D8") == position)
        #expect(LogPosition("FFFFFFFF-FFFFFFFFFFFFFFFF")?.offset == .max)
        for text in [
            "", "1", "1-", "-", "-1", "1-+1", "+1-1", "x-y", "1-1-1", "100000000-1", "1 - 1",
        ] {
            #expect(LogPosition(text) == nil, "\(text)")
        }
    }

    @Test func `add no cookie to a response if the request has written nothing`() async throws {
        let response = await application.respond(to: Request(method: .get, target: "/notes"))
        #expect(response.fields[.setCookie] == nil)
        await store.close()
        await control.close()
    }
}
