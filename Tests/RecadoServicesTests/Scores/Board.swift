// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoSockets
import RecadoStore
import TemporaryPostgreSQL
import Testing

/// The scores service with a database of its own.
struct Board: Sendable {
    /// The path of the database file, or the address of the database.
    let path: String
    let store: any StoreNotifications
    let service: ScoresService
    let application: Application
    let clock: TestClock

    /// Opens a scores service with an empty database, runs a test, and removes the database.
    static func open(
        over storage: Storage = .sqlite,
        _ body: (Board) async throws -> Void
    ) async throws {
        if storage == .postgreSQL {
            let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
            return try await reopen(address, body)
        }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-scores-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await reopen(folder.appending(path: "scores.sqlite").path(), body)
    }

    /// Opens a scores service with an existing database, as another process would.
    static func reopen(_ path: String, _ body: (Board) async throws -> Void) async throws {
        let store: any StoreNotifications =
            path.hasPrefix("postgresql:")
            ? try await PostgreSQLStore.open(path, options: .init { $0.maximumConnections = 4 })
            : try await SQLiteStore.open(path)
        do {
            let clock = TestClock()
            let service = try await ScoresService(store: store, now: { clock.seconds })
            let board = Board(
                path: path,
                store: store,
                service: service,
                application: try Application([service.service]),
                clock: clock
            )
            try await body(board)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Serves the scores on a free port while `body` runs.
    func serve(_ body: (String, SocketTransport) async throws -> Void) async throws {
        try await application.serve(body)
    }

    /// Sends a request without a socket.
    func send(
        _ method: RecadoHTTP.Method,
        _ target: String,
        _ content: String = "",
        as type: String? = nil,
        fields: Fields = [:]
    ) async throws -> Reply {
        var fields = fields
        if let type { fields[.contentType] = type }
        let request = Request(
            method: method,
            authority: "scores.example",
            target: target,
            fields: fields,
            content: Content(content)
        )
        return try await Reply(application.respond(to: request))
    }

    /// Sends JSON without a socket.
    func json(
        _ method: RecadoHTTP.Method,
        _ target: String,
        _ content: String
    ) async throws -> Reply {
        try await send(method, target, content, as: "application/json")
    }

    /// Returns the names of the best three scores.
    func top() async throws -> [String?] {
        try await send(.get, "/scores/top3.json").films.map { $0["name"]?.stringValue }
    }

    /// Adds a score, and returns its number.
    @discardableResult
    func add(_ name: String, _ total: Int?) async throws -> Int {
        let content = #"{"name":"\#(name)","total":\#(total.map { "\($0)" } ?? "null")}"#
        return try #require(try await json(.post, "/scores.json", content).value["id"]?.intValue)
    }
}
